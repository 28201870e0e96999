public import Tourist
public import Travels

/// What a place is called in the user's language, or its coordinate where nothing is known of it.
public nonisolated func title(of coordinate: Coordinate, in world: World) async -> String {
  let languages = await preferredLanguages()
  guard let title = await world.title(of: coordinate, languages: languages) else {
    return coordinate.readable
  }
  return await Words.title(title)
}
