import Files
import Foundation
import Testing
import TravelModel

@testable import TravelStore

/// Several processes with one library: each store has a lock of its own, as each process has.
struct SharingTests {
  let scratch = Scratch()

  @Test func `what one can undo no other gives up`() async throws {
    let first = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(3, in: first)
    let other = try await filledPin(1, in: first)
    try await first.removePhotos([kept[0].id])
    try await first.removePins([other[0].pin])

    let second = try await TravelStore(folder: scratch.folder)
    try await second.sweep()
    try await first.undo()
    #expect(try await first.undoRemoval() == [kept[0]])
    #expect(try await second.album(of: other[0].pin) == other)
    #expect(scratch.photoFiles == Set((kept + other).map { $0.path! }))
  }

  @Test func `a third sweeps nothing while the second lives`() async throws {
    var first: TravelStore? = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(1, in: first!)
    let second = try await TravelStore(folder: scratch.folder)
    first = nil
    try await second.removePhotos([kept[0].id])
    let file = await second.newIncoming()
    try file.append(Array("fresh".utf8))
    let stray = "77/0123456789abcdef.jpg"
    try scratch.write("not yet in a row", to: "\(scratch.photoFolder)/\(stray)")

    let third = try await TravelStore(folder: scratch.folder)
    try await third.sweep()
    #expect(FileManager.default.contents(atPath: file.path) == Data("fresh".utf8))
    #expect(scratch.photoFiles.isSuperset(of: [stray, kept[0].path!]))
    #expect(try await second.undoRemoval() == kept)
  }

  @Test func `the last one clears up again`() async throws {
    var first: TravelStore? = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(1, in: first!)
    let second = try await TravelStore(folder: scratch.folder)
    let step = try #require(try await second.removePhotos([kept[0].id]))
    first = nil
    try scratch.write(
      "left", to: "\(scratch.photoFolder)/.incoming/\(RandomName.new())-\(RandomName.new())")
    try await second.sweep()
    #expect(scratch.photoFiles == [kept[0].path!])
    try await second.forget(step)
    #expect(scratch.photoFiles.isEmpty)
  }

  @Test func `a closed library changes nothing more and is left to others`() async throws {
    let first = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(1, in: first)
    let awaited = try await first.replaceAlbum(of: kept[0].pin, with: commons([photo("2")])).photos
    await first.closeFiles()
    await #expect(throws: StoreError.gone) { try await first.addPin(at: kyoto, titled: "Late") }
    await #expect(throws: StoreError.gone) { try await fill(awaited, in: first) }
    try await first.sweep()
    #expect(!FileManager.default.fileExists(atPath: scratch.file + "-wal"))

    let second = try await TravelStore(folder: scratch.folder)
    try await second.sweep()
    #expect(scratch.photoFiles == [kept[0].path!])
    #expect(try await second.pins().map(\.title) == ["Kyoto"])
  }

  @Test func `a library without its lock is used and not cleared`() async throws {
    let path = scratch.folder + "/library.lock"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(2, in: store!)
    try await store!.removePhotos([kept[0].id])
    store = nil
    let again = try await TravelStore(folder: scratch.folder)
    try await again.sweep()
    #expect(scratch.photoFiles.count == 2)
  }

  @Test func `what a process did that ended suddenly can be undone`() async throws {
    _ = try await TravelStore(folder: scratch.folder)
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = scratch.folder as String] in
      let store = try await TravelStore(folder: folder)
      let kept = try await filledPin(2, in: store)
      try await store.removePhotos([kept[0].id])
      kill(getpid(), SIGKILL)
    }
    let store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
    #expect(scratch.photoFiles.count == 2)
    #expect(try await store.undoRemoval().count == 1)
  }
}
