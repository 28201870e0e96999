import Files
import Testing
import TravelModel
import TravelStore

/// Photos that look like others of their album.
struct NearCopyTests {
  let scratch = Scratch()

  private func ids(of photos: [Photo]) -> [String] { photos.map(\.details.sourceID) }

  /// A pin with an album of photos that are awaited.
  private func awaited(
    _ ids: [String], spares: [String], in store: TravelStore
  ) async throws -> [Photo] {
    let pin = try await store.addPin(at: Coordinate(latitude: 1, longitude: 2)!, titled: "Pin").id
    var album = commons(ids.map { photo($0) })
    album.slice.spares = spares.map { photo($0) }
    return try await store.replaceAlbum(of: pin, with: album).photos
  }

  @Test func `a near copy gives way to the next photo which comes last`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let album = try await awaited(["1", "2", "3"], spares: ["4", "5"], in: store)
    let pin = album[0].pin
    let next = try #require(try await store.replaceNearCopy(album[1].id))
    #expect(next.state == .awaited && next.details == photo("4"))
    #expect(ids(of: try await store.album(of: pin)) == ["1", "3", "4"])
    #expect(try await store.pins().first?.photoCount == 3)
    // It was not removed by the user, and does not come back.
    #expect(try await store.nextStep(.undo)?.kind == .pinsMade)
    let history = try await store.history(of: pin, in: "commons")
    #expect(history.unwanted == ["2"] && history.seen == ["1", "2", "3", "4"])

    #expect(try await store.replaceNearCopy(album[0].id)?.details.sourceID == "5")
    // Without another photo it stays.
    #expect(try await store.replaceNearCopy(album[2].id) == nil)
    #expect(ids(of: try await store.album(of: pin)) == ["3", "4", "5"])
  }

  @Test func `photos that are there and favorites stay`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let album = try await awaited(["1", "2", "3"], spares: ["4"], in: store)
    let stored = try await fill([album[0]], in: store)
    _ = try await store.setFavorites([album[1].id], to: true)
    for photo in [stored[0], album[1]] {
      #expect(try await store.replaceNearCopy(photo.id) == nil)
    }
    try await store.removePhotos([album[2].id])
    #expect(try await store.replaceNearCopy(album[2].id) == nil, "it has gone")
    #expect(try await store.album(of: album[0].pin).count == 2)
  }

  @Test func `spares are kept over a restart until the album is complete`() async throws {
    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let album = try await awaited(["1", "2"], spares: ["3", "4"], in: store!)
    _ = try await fill([album[0]], in: store!)
    store = nil
    let again = try await TravelStore(folder: scratch.folder)
    let next = try #require(try await again.replaceNearCopy(album[1].id))
    #expect(next.details.sourceID == "3")
    _ = try await fill([next], in: again)
    // A near copy in a complete album, which another program has made, would find none.
    try scratch.sql("UPDATE photo SET path = NULL, state = 'awaited' WHERE id = \(next.id.number)")
    #expect(try await again.replaceNearCopy(next.id) == nil)
  }

  @Test func `the look of a picture stays with its row`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let album = try await awaited(["1"], spares: [], in: store)
    let file = await store.newIncoming()
    try file.append([1])
    let look = PictureLook(bits: 0xf000_0000_0000_000f)
    var picture = aPicture
    picture.look = look
    let kept = try await store.save([
      ArrivedFile(photo: album[0].id, file: try file.sync(), content: picture)
    ])
    #expect(kept.first?.look == look)
    try await store.removePhotos([album[0].id])
    #expect(try await store.undoRemoval().first?.look == look)
  }
}
