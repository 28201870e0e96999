import Foundation
import Testing
import TravelModel

@testable import TravelStore

/// What becomes of files that no row names.
struct StrayTests {
  let scratch = Scratch()
  private let clock = Clock()
  private let stray = "77/0123456789abcdef.jpg"

  private func start() async throws {
    let store = try await TravelStore(folder: scratch.folder, now: { [clock] in clock.now })
    try await store.sweep()
  }

  /// Makes a library and a file that it does not know, which is set aside.
  private func prepare() async throws {
    try await start()
    try scratch.write("stray", to: "\(scratch.photoFolder)/\(stray)")
    try await start()
    #expect(scratch.photoFiles == [".set-aside/\(stray)"])
  }

  private var isKept: Bool { scratch.photoFiles == [".set-aside/\(stray)"] }

  @Test func `it goes a month later`() async throws {
    try await prepare()
    clock.advance(days: 29)
    try await start()
    #expect(isKept)
    clock.advance(days: 1)
    try await start()
    #expect(scratch.photoFiles.isEmpty)
  }

  @Test func `a clock that was wrong does not shorten the month`() async throws {
    let right = clock.now
    clock.set(0)
    try await prepare()
    clock.set(right)
    try await start()
    #expect(isKept)
    // One that goes back and forth adds nothing.
    for _ in 0..<10 {
      clock.set(right - 3600)
      try await start()
      clock.set(right)
      try await start()
    }
    #expect(isKept)
    clock.advance(days: 22)
    try await start()
    #expect(isKept)
    clock.advance(days: 1)
    try await start()
    #expect(scratch.photoFiles.isEmpty)
  }

  @Test func `a damaged library lets nothing go`() async throws {
    try await prepare()
    do { _ = try await filledPin(1, in: try await TravelStore(folder: scratch.folder)) }
    try scratch.sql("PRAGMA ignore_check_constraints = 1; UPDATE pin SET longitude = 9e999")
    clock.advance(days: 31)
    await #expect(throws: StoreError.damaged(path: scratch.file)) { try await start() }
    #expect(scratch.photoFiles.contains(".set-aside/\(stray)"))
    try scratch.sql("UPDATE pin SET longitude = 1")
    try await start()
    #expect(scratch.photoFiles.count == 1)
  }

  @Test func `what is known again after a month comes back`() async throws {
    try await prepare()
    let store = try await TravelStore(folder: scratch.folder, now: { [clock] in clock.now })
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    _ = try await store.replaceAlbum(of: pin.id, with: commons([photo("1")]))
    try scratch.sql("UPDATE photo SET path = '\(stray)', state = 'stored'")
    clock.advance(days: 31)
    try await store.sweep()
    #expect(scratch.photoFiles == [stray])
  }

  @Test func `a row that its index has lost keeps its file`() async throws {
    var photos: [Photo] = []
    do { photos = try await filledPin(3, in: try await TravelStore(folder: scratch.folder)) }
    // The index of the paths is led to another one, which is empty.
    try scratch.sql(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (
          SELECT rootpage FROM sqlite_schema WHERE name = 'kept_photo_path')
        WHERE name = 'sqlite_autoindex_photo_1'
      """)
    for _ in 0..<3 {
      try await start()
      clock.advance(days: 31)
    }
    #expect(scratch.photoFiles == Set(photos.map { $0.path! }))
  }

  @Test func `a file that came back is not moved over another`() async throws {
    try await prepare()
    try scratch.write("another", to: "\(scratch.photoFolder)/\(stray)")
    try await start()
    #expect(scratch.photoFiles == [".set-aside/\(stray)", stray])
    #expect(
      FileManager.default.contents(atPath: "\(scratch.photoFolder)/.set-aside/\(stray)")
        == Data("stray".utf8))
  }
}
