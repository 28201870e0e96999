import Files
import Testing
import TravelModel
import TravelStore

struct FavoriteTests {
  let scratch = Scratch()

  /// The ids of an album at their source.
  private func ids(of photos: [Photo]) -> [String] { photos.map(\.details.sourceID) }

  @Test func `a favorite stays when its album is replaced`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let old = try await filledPin(3, in: store)
    let (pin, favorite) = (
      old[0].pin, try #require(await store.setFavorites([old[1].id], to: true).first)
    )
    #expect(favorite.isFavorite && favorite.path == old[1].path)

    // A source that begins again may have it among its photos.
    let new = try await replace(
      pin, with: commons([photo("4"), photo("2"), photo("5")]), in: store)
    #expect(ids(of: new) == ["2", "4", "5"])
    #expect(new.map(\.state) == [.stored, .awaited, .awaited])
    #expect(new[0] == favorite)
    #expect(try await store.pins().first?.photoCount == 3)
    _ = try await fill(Array(new.dropFirst()), in: store)
    let album = try await store.album(of: pin)
    #expect(scratch.photoFiles == Set(album.compactMap(\.path)), "the others' files have gone")
    #expect(try await store.history(of: pin, in: favorite.details.source).unwanted == ["2"])

    // Those that follow come behind it, however often.
    _ = try await store.setFavorites([album[2].id], to: true)
    let next = try await replace(pin, with: commons([photo("6"), photo("7")]), in: store)
    #expect(ids(of: next) == ["2", "5", "6", "7"])
    _ = try await store.setFavorites([favorite.id], to: false)
    let last = try await replace(pin, with: commons([photo("8")]), in: store)
    #expect(ids(of: last) == ["5", "8"])
  }

  @Test func `the old files wait for a new photo though a favorite is there`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let old = try await filledPin(3, in: store)
    let paths = Set(old.compactMap(\.path))
    _ = try await store.setFavorites([old[0].id], to: true)
    let new = try await replace(old[0].pin, with: commons([photo("4")]), in: store)
    #expect(scratch.photoFiles == paths)
    let kept = try await fill([new[1]], in: store)
    #expect(scratch.photoFiles == [old[0].path!, kept[0].path!])
    // Where nothing else is expected they go at once.
    _ = try await replace(old[0].pin, with: commons([]), in: store)
    #expect(scratch.photoFiles == [old[0].path!])
  }

  @Test func `a photo that is added is a favorite, and there once`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await filledPin(2, in: store)[0].pin
    let added = try #require(await store.addPhoto(photo("7"), to: pin))
    #expect(added.isFavorite && added.state == .awaited && added.pin == pin)
    #expect(try await store.addPhoto(photo("7"), to: pin) == nil)
    #expect(ids(of: try await store.album(of: pin)) == ["1", "2", "7"])
    #expect(try await store.pins().first?.photoCount == 3)
    _ = try await fill([added], in: store)
    let new = try await replace(pin, with: commons([photo("3")]), in: store)
    #expect(ids(of: new) == ["7", "3"])

    // A removed one stays away from new collections; who wants it again has it once.
    try await store.removePhotos([added.id])
    #expect(ids(of: try await replace(pin, with: commons([photo("7")]), in: store)) == [])
    _ = try #require(await store.addPhoto(photo("7"), to: pin))
    #expect(ids(of: try await store.album(of: pin)) == ["7"])
    await #expect(throws: StoreError.gone) { try await store.addPhoto(photo("1"), to: Pin.ID(99)) }
  }

  @Test func `a favorite that is removed comes back as one`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let album = try await filledPin(2, in: store)
    _ = try await store.setFavorites([album[1].id], to: true)
    try await store.removePhotos([album[1].id])
    #expect(
      try await store.setFavorites([album[1].id], to: false).isEmpty, "it is not in the album")
    let back = try await store.undoRemoval()
    #expect(back.map(\.isFavorite) == [true])
  }

  @Test func `a favorite is the first that a pin shows`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let album = try await filledPin(3, in: store)
    _ = try await store.setFavorites([album[2].id], to: true)
    let shown = try await store.storedPhotos(of: album[0].pin, limit: 2)
    #expect(ids(of: shown) == ["3", "1"])
  }

  @Test func `each favorite has its turn before the first one comes again`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let album = try await filledPin(6, in: store)
    #expect(try await store.favorite(after: Photo.ID(0)) == nil)
    let favorites = album.dropFirst().map(\.id)
    _ = try await store.setFavorites(favorites, to: true)
    var seen: [Photo.ID] = []
    for _ in 0..<10 {
      let next = try #require(await store.favorite(after: seen.last ?? Photo.ID(0)))
      seen.append(next.id)
    }
    #expect(Set(seen.prefix(5)) == Set(favorites))
    #expect(seen.prefix(5) == seen.suffix(5))
    // Also after one that is none any more.
    _ = try await store.setFavorites(Array(favorites.dropFirst()), to: false)
    for last in favorites { #expect(try await store.favorite(after: last)?.id == favorites[0]) }
    try await store.removePhotos([favorites[0]])
    #expect(try await store.favorite(after: favorites[0]) == nil)
  }

  @Test func `an album that begins with a favorite is filled all the same`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(
      at: kyoto, titled: "Kyoto", wantsPhotos: true, showing: photo("7"))
    #expect(pin.photoCount == 1)
    #expect(try await store.pins() == [pin])
    let album = try await store.album(of: pin.id)
    #expect(ids(of: album) == ["7"] && album[0].isFavorite && album[0].state == .awaited)
    _ = try await fill(album, in: store)
    #expect(try await store.unfinishedAlbums() == [pin.id])
    let new = try await replace(pin.id, with: commons([photo("8")]), in: store)
    _ = try await fill(Array(new.dropFirst()), in: store)
    #expect(ids(of: try await store.album(of: pin.id)) == ["7", "8"])
    #expect(try await store.unfinishedAlbums().isEmpty)
    // One undo takes all of it away.
    try await store.undo()
    #expect(try await store.pins().isEmpty)
    try await store.redo()
    #expect(ids(of: try await store.album(of: pin.id)) == ["7", "8"])
  }

  @Test func `a pin takes its favorites along`() async throws {
    let favorite: Photo
    do {
      let store = try await TravelStore(folder: scratch.folder)
      favorite = try await filledPin(2, in: store)[0]
      _ = try await store.setFavorites([favorite.id], to: true)
      try await store.forget(try await store.removePins([favorite.pin]))
    }
    let again = try await TravelStore(folder: scratch.folder)
    try await again.sweep()
    #expect(try await again.photo(favorite.id) == nil)
    #expect(scratch.photoFiles.isEmpty)
  }

  @Test func `no number of another program ends it`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let album = try await filledPin(2, in: store)
    for number in ["9223372036854775807", "-9223372036854775808", "9e99", "'x'"] {
      try scratch.sql("UPDATE photo SET position = \(number), is_favorite = \(number)")
      let new = try await replace(album[0].pin, with: commons([photo("9")]), in: store)
      #expect(ids(of: new).contains("9"))
      try scratch.sql("DELETE FROM photo WHERE source_id = '9'")
    }
  }
}
