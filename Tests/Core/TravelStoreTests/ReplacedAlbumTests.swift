import Files
import Foundation
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

/// Bringing back albums that were replaced.
struct ReplacedAlbumTests {
  let scratch = Scratch()

  private func ids(of photos: [Photo]) -> [String] { photos.map(\.details.sourceID) }

  /// Replaces an album, and brings the files of the new one.
  private func replace(
    _ pin: Pin.ID, with album: NewAlbum, in store: TravelStore
  ) async throws -> (photos: [Photo], old: ReplacedAlbum) {
    let replacement = try await store.replaceAlbum(of: pin, with: album)
    let new = replacement.photos.filter { $0.state == .awaited }
    return (try await fill(new, in: store), try #require(replacement.old))
  }

  @Test func `the old album comes back as it was`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(3, in: store)
    let pin = photos[0].pin
    let info = try await store.albumInfo(of: pin)
    var other = commons([photo("4"), photo("5")])
    other.slice.radius = 7000
    other.slice.hasUnlisted = true
    other.slice.bookmark = "further"
    other.fallbackReason = .busy
    other.category = "Golden Pavilion"
    let (new, old) = try await replace(pin, with: other, in: store)
    #expect(old.pin == pin && old.count == 3)
    #expect(scratch.photoFiles == Set((photos + new).map { $0.path! }))

    let back = try await store.restore(old)
    #expect(back.photos == photos && back.info == info)
    #expect(try await store.album(of: pin) == photos)
    #expect(try await store.albumInfo(of: pin) == info)
    #expect(try await store.pins()[0].photoCount == 3)
    // The other one can be brought back in turn.
    #expect(scratch.photoFiles == Set((photos + new).map { $0.path! }))
    // What was seen is not handed out again.
    let history = try await store.history(of: pin, in: "commons")
    #expect(history.seen == ["1", "2", "3", "4", "5"] && history.bookmark == "further")
    await #expect(throws: StoreError.gone) { try await store.restore(old) }
    let again = try #require(try await store.nextStep(.redo))
    let redone = try await store.apply(again, .redo).album?.info
    #expect(redone?.hasUnlisted == true && redone?.category == "Golden Pavilion")
    // One that is filled anew is of its place.
    try await store.searchBegan(for: pin)
    #expect(try await store.albumInfo(of: pin).category == nil)
  }

  @Test func `what is replaced again counts as it did first`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(3, in: store)
    _ = try await store.setFavorites([photos[0].id], to: true)
    let (_, old) = try await replace(
      photos[0].pin, with: commons(["4", "5", "6"].map { photo($0) }), in: store)
    #expect(old.count == 2, "the favourite stays")
    _ = try await store.restore(old)
    let step = try #require(try await store.nextStep(.redo))
    #expect(try await store.apply(step, .redo).album?.old == old)
  }

  @Test func `albums come back the last first`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    var shown = [try await filledPin(2, in: store)]
    var replaced: [ReplacedAlbum] = []
    for number in 3...5 {
      let (new, old) = try await replace(
        shown[0][0].pin, with: commons([photo("\(number)")]), in: store)
      shown.append(new)
      replaced.append(old)
    }
    for (photos, old) in zip(shown, replaced).reversed() {
      #expect(try await store.restore(old).photos == photos)
      #expect(try await store.pins()[0].photoCount == photos.count)
    }
    for photos in shown.dropFirst() {
      try await store.redo()
      #expect(try await store.album(of: photos[0].pin) == photos)
    }
    #expect(scratch.photoFiles == Set(shown.joined().map { $0.path! }))
  }

  @Test func `what one has undone another does again`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(2, in: store)
    let (_, first) = try await replace(photos[0].pin, with: commons([photo("3")]), in: store)
    let other = try await TravelStore(folder: scratch.folder)
    let (new, second) = try await replace(photos[0].pin, with: commons([photo("4")]), in: other)
    // One of them is brought back though another one came after it.
    #expect(try await store.restore(first).photos == photos)
    await #expect(throws: StoreError.gone) { try await other.restore(first) }
    try await other.redo()
    #expect(try await store.album(of: photos[0].pin) == new)
    try await other.forget(second.step)
    #expect(try await store.restore(first).photos == photos)
  }

  @Test func `what was done meanwhile holds`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(4, in: store)
    let pin = photos[0].pin
    _ = try await store.setFavorites([photos[3].id], to: true)
    var again = commons([photo("1"), photo("2"), photo("6"), photo("7")])
    again.slice.hasBegunAgain = true
    let (new, old) = try await replace(pin, with: again, in: store)
    #expect(ids(of: try await store.album(of: pin)) == ["4", "1", "2", "6", "7"])
    // One was taken out, two became favourites, and an older one is none any more.
    let step = try await store.removePhotos(
      new.filter { $0.details.sourceID == "1" }.map(\.id))
    let liked = new.filter { ["2", "6"].contains($0.details.sourceID) }
    _ = try await store.setFavorites(liked.map(\.id), to: true)
    _ = try await store.setFavorites([photos[3].id], to: false)

    let back = try await store.restore(old).photos
    #expect(Set(ids(of: back)) == ["2", "3", "4", "6"])
    #expect(back.filter(\.isFavorite).map(\.id) == liked.map(\.id))
    #expect(try await store.pins()[0].photoCount == 4)
    let removed = try #require(new.first { $0.details.sourceID == "1" })
    let undone = try #require(new.first { $0.details.sourceID == "7" })
    #expect(
      scratch.photoFiles == Set(back.map { $0.path! } + [removed.path!, undone.path!]))
    try await store.forget(try #require(step))
    try await store.forget(old.step)
    #expect(scratch.photoFiles == Set(back.map { $0.path! }))
  }

  @Test func `what was being downloaded is awaited still`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto").id
    let photos = try await store.replaceAlbum(
      of: pin, with: commons([photo("1"), photo("2")])
    ).photos
    _ = try await fill([photos[0]], in: store)
    let (_, old) = try await replace(pin, with: commons([photo("3")]), in: store)
    #expect(try await fill([photos[1]], in: store).isEmpty, "it comes too late")
    #expect(try await store.restore(old).photos.map(\.state) == [.stored, .awaited])
    #expect(try await store.unfinishedAlbums() == [pin])
  }

  @Test func `an album without a picture is not kept`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto").id
    for number in 1...2 {
      let album = commons([photo("\(number)")])
      #expect(try await store.replaceAlbum(of: pin, with: album).old == nil)
    }
  }

  @Test func `what is forgotten goes with its files`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(2, in: store)
    let others = try await filledPin(1, in: store)
    let (new, old) = try await replace(photos[0].pin, with: commons([photo("3")]), in: store)
    let (_, other) = try await replace(others[0].pin, with: commons([photo("3")]), in: store)
    try await store.forget(old.step)
    #expect(scratch.photoFiles.isDisjoint(with: photos.map { $0.path! }))
    #expect(scratch.photoFiles.contains(new[0].path!))
    await #expect(throws: StoreError.gone) { try await store.restore(old) }
    #expect(try await store.restore(other).photos == others)
  }

  @Test(arguments: [true, false])
  func `neither a restart nor another process forgets`(ends: Bool) async throws {
    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(2, in: store!)
    let (new, old) = try await replace(photos[0].pin, with: commons([photo("3")]), in: store!)
    if ends { store = nil }
    let second = try await TravelStore(folder: scratch.folder)
    try await second.sweep()
    #expect(scratch.photoFiles == Set((photos + new).map { $0.path! }))
    #expect(try await (store ?? second).restore(old).photos == photos)
  }

  @Test func `a restart before there is a new photo forgets nothing`() async throws {
    var store: TravelStore! = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(2, in: store)
    let pin = photos[0].pin
    let first = try await store.replaceAlbum(of: pin, with: commons([photo("3")]))
    _ = try await store.fail(first.photos[0].id, because: .source(.unreachable))
    let second = try await store.replaceAlbum(of: pin, with: commons([photo("4"), photo("5")]))
    #expect(second.old == nil, "there was no picture")
    store = nil
    store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
    let old = try #require(try await store.replacedAlbums(of: pin).first)
    #expect(old == first.old)
    #expect(try await store.restore(old).photos == photos)
    #expect(try await store.replacedAlbums(of: pin).isEmpty)
  }

  @Test(arguments: [true, false])
  func `they go with their pin by any road`(isRemoved: Bool) async throws {
    var store: TravelStore! = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(2, in: store)
    // No photo has come yet, so that a start alone would not forget them.
    _ = try await store.replaceAlbum(of: photos[0].pin, with: commons([photo("3")]))
    if isRemoved { try await store.forget(try await store.removePins([photos[0].pin])) }
    store = nil
    if !isRemoved { try scratch.sql("DELETE FROM pin") }
    store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
    #expect(scratch.photoFiles.isEmpty)
  }

  @Test func `a replacement that fails keeps everything as it is`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(2, in: store)
    // The same photo twice breaks a rule.
    await #expect(throws: StoreError.self) {
      _ = try await store.replaceAlbum(
        of: photos[0].pin, with: commons([photo("3"), photo("3")]))
    }
    #expect(try await store.album(of: photos[0].pin) == photos)
    try scratch.sql("DELETE FROM photo")
    try await store.sweep()
    #expect(scratch.photoFiles.isEmpty, "nothing holds them")
  }
}
