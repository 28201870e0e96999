import Foundation
import Testing
import TravelModel
import TravelStore

/// What the photo files and their rows promise each other.
struct PhotoFileTests {
  let scratch = Scratch()
  private var photoFolder: String { scratch.photoFolder }
  private var files: Set<String> { scratch.photoFiles }

  private func content(_ photo: Photo, in store: TravelStore) throws -> String {
    try String(contentsOfFile: try #require(photo.path.flatMap(store.file)), encoding: .utf8)
  }

  @Test func `a row says that its file is there when it is`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let album = try await store.replaceAlbum(of: pin.id, with: commons([photo("1"), photo("2")]))
      .photos
    let kept = try await fill(album, in: store)
    #expect(kept.map(\.state) == [.stored, .stored])
    for photo in kept { #expect(try content(photo, in: store) == "picture \(photo.id.number)") }
    #expect(try await store.album(of: pin.id) == kept)
    #expect(files == Set(kept.map { $0.path! }))
    #expect(try await store.unfinishedAlbums().isEmpty)
  }

  @Test func `the same picture near two pins is two files`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    var paths: Set<String> = []
    for name in ["a", "b"] {
      let pin = try await store.addPin(at: kyoto, titled: name)
      let album = try await store.replaceAlbum(of: pin.id, with: commons([photo("1")])).photos
      paths.formUnion(try await fill(album, in: store).map { $0.path! })
    }
    #expect(paths.count == 2)
    let pins = try await store.pins()
    _ = try await replace(pins[0].id, with: commons([]), in: store)
    #expect(files.count == 1)
    let left = try await store.album(of: pins[1].id)
    #expect(try content(left[0], in: store) == "picture \(left[0].id.number)")
  }

  @Test func `what comes too late leaves nothing`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let old = try await store.replaceAlbum(of: pin.id, with: commons([photo("1"), photo("2")]))
      .photos
    _ = try await store.replaceAlbum(of: pin.id, with: commons([photo("3")]))
    #expect(try await fill(old, in: store).isEmpty)
    #expect(files.isEmpty)
    // A second file for a photo that has one is too late as well.
    let new = try await store.album(of: pin.id)
    let kept = try await fill(new, in: store)
    #expect(try await fill(new, in: store).isEmpty)
    #expect(files == [kept[0].path!])
  }

  @Test func `a file goes with its row by any road`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let album = try await store.replaceAlbum(
      of: pin.id, with: commons((1...4).map { photo("\($0)") })
    ).photos
    let kept = try await fill(album, in: store)
    try scratch.sql("DELETE FROM photo WHERE id = \(kept[0].id.number)")
    try await store.sweep()
    #expect(files == Set(kept[1...].map { $0.path! }))
    let new = try await replace(pin.id, with: commons([photo("5")]), in: store)
    _ = try await fill(new, in: store)
    #expect(files == Set(try await store.album(of: pin.id).map { $0.path! }))
    try scratch.sql("PRAGMA foreign_keys = OFF; DELETE FROM pin")
    try await store.sweep()
    #expect(files.isEmpty)
    #expect(try await store.album(of: pin.id).isEmpty)
  }

  @Test func `a file of ours without a row is set aside and no other is touched`() async throws {
    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(3, in: store!)
    let step = try #require(try await store!.removePhotos([kept[2].id]))
    try await store!.forget(step)
    store = nil
    let place = kept[0].pin.number
    let strays = ["\(place)/0123456789abcdef.jpg", "77/fedcba9876543210.webp"]
    let others: Set = [
      "\(place)/stray.jpg", "77/0123456789ABCDEF.jpg", "077/0123456789abcdef.jpg", "stray.png",
      "0123456789abcdef.jpg", "album/0123456789abcdef.jpg", "77/0123456789abcdef",
      "77/0123456789abcdef.tar.gz", "77/a/0123456789abcdef.jpg", ".incoming/part",
    ]
    let leftover = ".incoming/0123456789abcdef-fedcba9876543210"
    for name in strays + others + [leftover] {
      try scratch.write(name, to: "\(photoFolder)/\(name)")
    }
    let again = try await TravelStore(folder: scratch.folder)
    try await again.sweep()
    #expect(
      files == others.union(kept[..<2].map { $0.path! }).union(strays.map { ".set-aside/\($0)" }))
    #expect(try await again.album(of: kept[0].pin) == Array(kept[..<2]))
  }

  @Test func `a path that leads out of the folder is no file`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    #expect(store.file(at: "../library.sqlite") == nil)
    #expect(store.file(at: "/etc/passwd") == nil)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let album = try await store.replaceAlbum(of: pin.id, with: commons([photo("1")])).photos
    try scratch.sql("UPDATE photo SET path = '../library.sqlite', state = 'stored'")
    try scratch.sql("DELETE FROM photo WHERE id = \(album[0].id.number)")
    try await store.sweep()
    #expect(FileManager.default.fileExists(atPath: scratch.file))
  }

  @Test func `a removed photo comes back until its step is final`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let kept = try await fill(
      try await store.replaceAlbum(
        of: pin.id, with: commons([photo("1"), photo("2"), photo("3")])
      ).photos, in: store)
    let final = try #require(try await store.removePhotos([kept[1].id]))
    try await store.removePhotos([kept[0].id])
    #expect(try await store.album(of: pin.id) == [kept[2]])
    #expect(try await store.pins()[0].photoCount == 1)
    #expect(files.count == 3)
    #expect(try await store.undoRemoval() == [kept[0]])
    #expect(try await store.album(of: pin.id) == [kept[0], kept[2]])
    try await store.forget(final)
    #expect(files == [kept[0].path!, kept[2].path!])
    await #expect(throws: StoreError.gone) { try await store.undoRemoval() }
    #expect(try await store.history(of: pin.id, in: "commons").unwanted == ["2"])
  }

  @Test func `a removed photo stays away from later collections`() async throws {
    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let pin = try await store!.addPin(at: kyoto, titled: "Kyoto")
    let album = try await store!.replaceAlbum(of: pin.id, with: commons([photo("1"), photo("2")]))
      .photos
    try await store!.removePhotos([album[0].id])
    // Whatever the source hands out.
    let new = try await store!.replaceAlbum(of: pin.id, with: commons([photo("1"), photo("3")]))
      .photos
    #expect(new.map(\.details.sourceID) == ["3"])
    store = nil
    let again = try await TravelStore(folder: scratch.folder)
    #expect(try await again.history(of: pin.id, in: "commons").unwanted == ["1"])
  }

  @Test func `a new collection after a restart goes on where the last was`() async throws {
    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let pin = try await store!.addPin(at: kyoto, titled: "Kyoto")
    var album = commons([photo("1"), photo("2")])
    album.slice.bookmark = "page 2"
    album.slice.radius = 3160
    album.slice.total = 1312
    album.slice.hasUnlisted = true
    _ = try await store!.replaceAlbum(of: pin.id, with: album)
    store = nil
    let again = try await TravelStore(folder: scratch.folder)
    let history = try await again.history(of: pin.id, in: "commons")
    #expect(history.bookmark == "page 2")
    #expect(history.seen == ["1", "2"])
    #expect(try await again.history(of: pin.id, in: "flickr") == SearchHistory())
    let info = try await again.albumInfo(of: pin.id)
    #expect(info.total == 1312 && info.hasUnlisted && info.radius == 3160 && info.state == .found)
    var wrapped = commons([photo("1")])
    wrapped.slice.hasBegunAgain = true
    _ = try await again.replaceAlbum(of: pin.id, with: wrapped)
    #expect(try await again.history(of: pin.id, in: "commons").seen == ["1"])
  }

  @Test func `what was not finished is known at the next start`() async throws {
    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let wanted = try await store!.addPin(at: kyoto, titled: "wanted")
    let dropped = try await store!.addPin(at: kyoto, titled: "dropped", wantsPhotos: true)
    let halfway = try await store!.addPin(at: kyoto, titled: "halfway")
    let failed = try await store!.addPin(at: kyoto, titled: "failed")
    _ = try await store!.addPin(at: kyoto, titled: "notSearched")
    try await store!.searchBegan(for: wanted.id)
    let album = try await store!.replaceAlbum(
      of: halfway.id, with: commons([photo("1"), photo("2")])
    ).photos
    _ = try await fill([album[0]], in: store!)
    try await store!.searchBegan(for: failed.id)
    try await store!.searchFailed(for: failed.id, because: .unreachable)
    store = nil
    let again = try await TravelStore(folder: scratch.folder)
    #expect(Set(try await again.unfinishedAlbums()) == [wanted.id, dropped.id, halfway.id])
    #expect(try await again.albumInfo(of: failed.id).state == .failed(.unreachable))
  }

  @Test func `a failed photo keeps its reason and can be awaited again`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let album = try await store.replaceAlbum(of: pin.id, with: commons([photo("1")])).photos
    let failed = try await store.fail(album[0].id, because: .source(.gone))
    #expect(failed?.state == .failed && failed?.failure == .source(.gone))
    #expect(try await store.awaitAgain([#require(failed)]) == album)
    #expect(try await store.fail(Photo.ID(999), because: .source(.gone)) == nil)
  }

  @Test func `what has come meanwhile is not awaited again`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let album = try await store.replaceAlbum(of: pin.id, with: commons([photo("1")])).photos
    let failed = try #require(try await store.fail(album[0].id, because: .source(.gone)))
    let stored = try await fill(try await store.awaitAgain([failed]), in: store)
    #expect(try await store.awaitAgain([failed]) == stored)
    #expect(stored[0].state == .stored && scratch.photoFiles == [stored[0].path!])
  }

  @Test func `a photo is as large as its file unless its source has a larger one`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    var (untold, told, larger) = (photo("1"), photo("2"), photo("3"))
    told.size = PixelSize(width: 9000, height: 6000)
    (larger.size, larger.largeAddress) = (told.size, "https://example.org/large")
    untold.size = nil
    let album = try await store.replaceAlbum(of: pin.id, with: commons([untold, told, larger]))
      .photos
    let sizes = try await fill(album, in: store).map(\.details.size)
    #expect(sizes == [aPicture.size, aPicture.size, told.size])
  }
}
