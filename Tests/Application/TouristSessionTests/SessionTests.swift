import Files
import Foundation
import PhotoSources
import SQLite
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

@testable import TouristSession

/// A source that has three photos and brings them when it is let.
private final class SlowSource: PhotoSource {
  let name = "commons"
  private let state = Mutex<(isSlow: Bool, cancelled: Int)>((false, 0))

  var isSlow: Bool {
    get { state.withLock { $0.isSlow } }
    set { state.withLock { $0.isSlow = newValue } }
  }
  var cancelled: Int { state.withLock { $0.cancelled } }

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let photos = (1...3).map { PhotoDetails(source: name, sourceID: "\($0)", title: "\($0)") }
    return PhotoSlice(photos: photos, total: 3)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    do {
      while isSlow { try await Task.sleep(for: .milliseconds(1)) }
    } catch {
      state.withLock { $0.cancelled += 1 }
      throw error
    }
    try file.append(Array("picture".utf8))
  }
}

/// The program without a window.
@MainActor
struct SessionTests {
  private let folder = TemporaryFolder()
  private let source = SlowSource()
  private let place = Coordinate(latitude: 1, longitude: 2)!

  private func session(
    prefetches: Bool = true, undoTimeout: Duration = .seconds(600), isVisit: Bool = false
  ) async -> Session {
    await .opened(
      in: folder, source: source, prefetches: prefetches, undoTimeout: undoTimeout,
      isVisit: isVisit)
  }

  private func droppedPin(in session: Session) async throws -> Pin {
    session.dropPin(at: place)
    await session.map.waitUntilSaved()
    let id = try #require(session.map.origins.keys.max())
    return try #require(session.map.pins[id])
  }

  private func filledAlbum(in session: Session) async throws -> AlbumModel {
    let album = session.albums.album(of: try await droppedPin(in: session))
    try await wait { album.tally.stored == 3 && !album.isBusy }
    return album
  }

  private var files: [String] {
    let all = FileManager.default.enumerator(atPath: "\(folder.path)/photos")
    return all?.compactMap { $0 as? String }.filter { $0.hasSuffix(".jpg") } ?? []
  }

  @Test func `a dropped pin is filled without anybody looking`() async throws {
    let session = await session()
    let pin = try await droppedPin(in: session)
    #expect(pin.title == place.readable)
    try await wait { session.map.pins[pin.id]?.photoCount == 3 && files.count == 3 }
    try await wait { session.map.progress[pin.id] == nil }
  }

  @Test(arguments: [true, false])
  func `a pin that is dropped for a photo begins with it`(prefetches: Bool) async throws {
    let session = await session(prefetches: prefetches)
    let photo = PhotoDetails(source: "commons", sourceID: "7", title: "A view")
    session.dropPin(at: place, showing: photo)
    await session.map.waitUntilSaved()
    let pin = try #require(session.map.pins.all.first)
    if !prefetches {
      try await wait { files.count == 1 && session.albums.works[pin.id] == nil }
      #expect(session.map.pins[pin.id]?.photoCount == 1)
    }
    let album = session.albums.album(of: pin)
    try await wait { album.tally.stored == 4 && !album.isBusy }
    #expect(album.photos.map(\.details.sourceID) == ["7", "1", "2", "3"])
    #expect(album.photos.map(\.isFavorite) == [true, false, false, false])
    #expect(album.info?.state == .found && files.count == 4)
    #expect(session.map.pins[pin.id]?.photoCount == 4)
    #expect(try await session.undo.applyLast(.undo)?.kind == .pinsMade)
    #expect(session.map.pins.count == 0)
  }

  @Test func `where nothing is to be prefetched a dropped pin stays empty`() async throws {
    let session = await session(prefetches: false)
    let pin = try await droppedPin(in: session)
    #expect(session.albums.works[pin.id] == nil)

    // Nor does a photo that is kept bring others before somebody looks.
    let photo = PhotoDetails(source: "commons", sourceID: "7", title: "A view")
    #expect(try await session.keep(photo, of: pin.id))
    try await wait { files.count == 1 && session.albums.works[pin.id] == nil }
    #expect(session.map.pins[pin.id]?.photoCount == 1)
    #expect(try await !session.keep(photo, of: pin.id))
    let album = session.albums.album(of: pin)
    try await wait { album.tally.stored == 4 && !album.isBusy }
  }

  @Test func `a removed pins work ends and an undo takes it up again`() async throws {
    let session = await session()
    source.isSlow = true
    let pin = try await droppedPin(in: session)
    try await wait { session.map.pins[pin.id]?.photoCount == 3 }
    try await session.remove([pin.id])
    try await wait { source.cancelled == 3 }
    #expect(session.map.pins.count == 0 && files.isEmpty)

    source.isSlow = false
    let back = try #require(try await session.undo.applyLast(.undo)?.pins.first)
    #expect(back.id == pin.id)
    #expect(session.map.pins[pin.id] != nil && session.undo.offered.isEmpty)
    try await wait { files.count == 3 }
  }

  @Test func `a pin that cannot be removed stays`() async throws {
    let session = await session(prefetches: false)
    let pin = try await droppedPin(in: session)
    await session.library.store?.closeFiles()
    await #expect(throws: StoreError.gone) { try await session.remove([pin.id]) }
    #expect(session.map.pins.count == 1 && session.undo.offered.isEmpty)
  }

  @Test func `pins and photos come back the last first`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let photos = album.photos
    var changes: [AlbumModel.Change] = []
    album.onChange = { changes.append($0) }
    await session.remove([photos[1]], from: album)
    await session.remove([photos[0], photos[2]], from: album)
    // What has gone already is not removed once more.
    await session.remove([photos[0]], from: album)
    #expect(
      session.undo.offered == [
        ShownStep(.photosRemoved, photos: [photos[1]]),
        ShownStep(.photosRemoved, photos: [photos[0], photos[2]]),
      ])
    #expect(album.photos.isEmpty && session.map.pins[album.pin.id]?.photoCount == 0)

    #expect(
      try await session.undo.applyLast(.undo)
        == ShownStep(.photosRemoved, photos: [photos[0], photos[2]]))
    #expect(
      try await session.undo.applyLast(.undo) == ShownStep(.photosRemoved, photos: [photos[1]]))
    #expect(album.photos == photos && session.map.pins[album.pin.id]?.photoCount == 3)
    #expect(changes.suffix(2) == [.inserted([0, 1]), .inserted([1])])
    #expect(try await session.undo.applyLast(.undo)?.kind == .pinsMade)
    #expect(session.map.pins.count == 0)
    #expect(try await session.undo.applyLast(.undo) == nil)
  }

  @Test func `a photo of a pin that was removed after it comes back with the pin`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let photos = album.photos
    await session.remove([photos[1]], from: album)
    let pin = try #require(session.map.pins[album.pin.id])
    session.albums.release(album)
    try await session.remove([pin.id])
    #expect(try await session.undo.applyLast(.undo) == ShownStep(.pinsRemoved, pins: [pin]))
    #expect(
      try await session.undo.applyLast(.undo) == ShownStep(.photosRemoved, photos: [photos[1]]))
    try await wait { session.map.pins[pin.id]?.photoCount == 3 }
    let again = session.albums.album(of: pin)
    try await wait { !again.isBusy }
    #expect(again.photos == photos)
  }

  @Test func `in an album only what was done to it is undone`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let (photos, pin) = (album.photos, album.pin.id)
    let other = try await droppedPin(in: session)
    await session.remove([photos[0]], from: album)
    try await session.remove([other.id])
    let removal = ShownStep(.photosRemoved, photos: [photos[0]])
    #expect(try await session.undo.applyLast(.undo, inAlbumOf: pin) == removal)
    #expect(album.photos == photos)
    #expect(try await session.undo.applyLast(.undo, inAlbumOf: pin) == nil)
    #expect(session.map.pins[pin] != nil && session.map.pins[other.id] == nil)
    #expect(try await session.undo.applyLast(.redo, inAlbumOf: pin) == removal)
    #expect(try await session.undo.applyLast(.redo, inAlbumOf: pin) == nil)
    #expect(try await session.undo.applyLast(.undo, inAlbumOf: pin) == removal)
    #expect(try await session.undo.applyLast(.undo)?.kind == .pinsRemoved)
  }

  @Test func `all that was taken out of an album comes back at once`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let other = try await droppedPin(in: session)
    let photos = album.photos
    for photo in photos { await session.remove([photo], from: album) }
    try await session.remove([other.id])
    try await session.undo.undoPhotoRemovals(from: album)
    #expect(album.photos == photos)
    #expect(session.undo.offered.map(\.photos) == [[]])
  }

  @Test func `what is offered no more can be undone still`() async throws {
    let session = await session(undoTimeout: .milliseconds(1))
    let album = try await filledAlbum(in: session)
    // Who is about to press is given more time.
    var isAsked = false
    session.undo.isInUse = {
      defer { isAsked = true }
      return !isAsked
    }
    let photos = album.photos
    await session.remove([photos[0]], from: album)
    try await wait { session.undo.offered.isEmpty }
    #expect(isAsked && files.count == 3)
    #expect(try await session.undo.undoOffered() == nil)
    #expect(
      try await session.undo.applyLast(.undo) == ShownStep(.photosRemoved, photos: [photos[0]]))
    #expect(album.photos == photos)
    #expect(
      try await session.undo.applyLast(.redo) == ShownStep(.photosRemoved, photos: [photos[0]]))
    #expect(album.photos == Array(photos.dropFirst()))
  }

  @Test func `removals and undos take place in the order they are asked for`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    let photos = album.photos
    let removal = Task { await session.remove(photos, from: album) }
    let undo = Task { try await session.undo.applyLast(.undo) }
    await removal.value
    #expect(try await undo.value == ShownStep(.photosRemoved, photos: photos))
    try await session.close()
    #expect(album.photos == photos)
  }

  @Test func `a photo that becomes a favourite is counted, which tells who looks at the album`()
    async throws
  {
    let session = await session()
    let album = try await filledAlbum(in: session)
    try await session.setFavorites([album.photos[0]], to: true, in: album)
    #expect(album.tally.favorites == 1)
    try await session.setFavorites([album.photos[0]], to: false, in: album)
    #expect(album.tally.favorites == 0)
  }

  @Test func `what comes once the library is left waits outside for somebody to stay`() async throws
  {
    let session = await session()
    source.isSlow = true
    let album = session.albums.album(of: try await droppedPin(in: session))
    try await wait { album.photos.count == 3 }
    try await session.close()
    source.isSlow = false
    try await wait { session.albums.arrivals?.waiting.count == 3 || !files.isEmpty }
    #expect(files.isEmpty)

    session.cancelClosing()
    try await wait { album.tally.stored == 3 }
    #expect(files.count == 3)
  }

  @Test func `a new library has nothing to bring back`() async throws {
    let session = await session()
    let album = try await filledAlbum(in: session)
    await session.remove([album.photos[0]], from: album)
    await session.startNewLibrary()
    #expect(session.map.isConnected && session.map.pins.count == 0)
    #expect(session.undo.offered.isEmpty)
    #expect(try await session.undo.applyLast(.undo) == nil)
  }

  @Test func `a name that cannot be saved keeps the session from closing`() async throws {
    let session = await session()
    let pin = try await droppedPin(in: session)
    let file = "\(folder.path)/\(TravelStore.fileName)"
    try Connection<SQLiteError>(path: file).execute(
      """
      CREATE TRIGGER no_title BEFORE UPDATE OF title ON pin
      BEGIN SELECT RAISE(ABORT, 'no names today'); END
      """)
    let failure = StoreError.failed(path: file, reason: "no names today")
    let renaming = Task { try await session.rename(pin.id, to: "Home") }
    let closing = Task { try await session.close() }
    await #expect(throws: failure) { try await closing.value }
    await #expect(throws: failure) { try await renaming.value }
    #expect(session.map.pins[pin.id]?.title == pin.title)
  }

  @Test func `an undo that is asked for before the library is open waits for it`() async throws {
    let first = await session(prefetches: false)
    let pin = try await first.addPin(at: place)
    try await first.remove([pin.id])
    try await first.close()
    let next = Session.made(in: folder, source: source)
    let opening = Task { await next.open() }
    let undoing = Task { try await next.undo.applyLast(.undo) }
    #expect(try await undoing.value?.pin == pin.id)
    await opening.value
  }

  @Test func `a pin that is dropped before the library is open is saved before the end`()
    async throws
  {
    let session = Session.made(in: folder, source: source, prefetches: false)
    let opening = Task { await session.open() }
    session.dropPin(at: place)
    let saving = Task { await session.waitUntilSaved() }
    await saving.value
    #expect(session.map.drafts.isEmpty && session.map.pins.count == 1)
    await opening.value
  }

  @Test func `the end waits until a library that is being made is whole`() async throws {
    let session = Session.made(in: folder, source: source)
    let opening = Task { await session.open() }
    let closing = Task { try await session.close() }
    try await closing.value
    let file = try Connection<SQLiteError>(path: "\(folder.path)/\(TravelStore.fileName)")
    #expect(try file.first("SELECT count(*) FROM pin") { $0.integer(0) } == 0)
    await opening.value
  }

  @Test func `a visit leaves the photos that it wishes for to who stays`() async throws {
    let first = await session(prefetches: true, isVisit: true)
    let pin = try await first.addPin(at: place)
    try await first.close()
    #expect(first.albums.works.isEmpty && files.isEmpty)
    let next = await session(prefetches: true)
    try await wait { next.map.pins[pin.id]?.photoCount == 3 && files.count == 3 }
  }
}
