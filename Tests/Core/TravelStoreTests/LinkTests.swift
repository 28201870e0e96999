import Foundation
import Testing
import TravelModel
import TravelStore

/// Links lead to what is not the library's: nothing behind them is deleted or moved.
struct LinkTests {
  let scratch = Scratch()
  let pictures = Scratch()
  private let manager = FileManager.default

  /// Names that are the user's own, and some that look like names of ours.
  private static let names = [
    "holiday.jpg", "12/beach.jpg", "12/0123456789abcdef.jpg", "0123456789abcdef.jpg",
    "0123456789abcdef-0123456789abcdef", ".incoming/0123456789abcdef-0123456789abcdef",
    ".set-aside/12/0123456789abcdef.jpg",
  ]

  private func preparePictures() throws {
    for name in LinkTests.names { try pictures.write(name, to: "\(pictures.folder)/\(name)") }
  }

  private func link(_ path: String, to target: String) throws {
    try manager.createSymbolicLink(
      atPath: "\(scratch.folder)/\(path)", withDestinationPath: target)
  }

  /// Dooms whatever could be reached, as a library from elsewhere may.
  private func doomAll() throws {
    let paths =
      LinkTests.names + [
        "12", "..", "../library.sqlite", "12/../../library.sqlite", "/etc/passwd", "", ".",
        ".incoming", "12/", "//", "12//0123456789abcdef.jpg", "link.jpg", "12/link.jpg",
      ]
    for path in paths {
      try scratch.sql("INSERT OR IGNORE INTO doomed_file (path) VALUES ('\(path)')")
    }
  }

  private func startTwice() async throws {
    for _ in 0..<2 {
      let store = try await TravelStore(folder: scratch.folder)
      try await store.sweep()
    }
  }

  private func expectPicturesUntouched(besides new: Set<String> = []) {
    let left = pictures.everything.filter { !new.contains($0.key) }
    #expect(left == Dictionary(uniqueKeysWithValues: LinkTests.names.map { ($0, Data($0.utf8)) }))
  }

  @Test func `nothing goes behind a photo folder that is a link`() async throws {
    try preparePictures()
    do { _ = try await TravelStore(folder: scratch.folder) }
    try manager.removeItem(atPath: scratch.photoFolder)
    try link("photos", to: pictures.folder)
    try doomAll()
    try await startTwice()
    expectPicturesUntouched()
  }

  @Test(arguments: ["photos/12", "photos/.incoming", "photos/.set-aside"])
  func `nothing goes behind a folder that is a link`(_ place: String) async throws {
    try preparePictures()
    do { _ = try await TravelStore(folder: scratch.folder) }
    try? manager.removeItem(atPath: "\(scratch.folder)/\(place)")
    try link(place, to: place.hasSuffix("12") ? pictures.folder + "/12" : pictures.folder)
    try doomAll()
    try await startTwice()
    expectPicturesUntouched()
    #expect(
      try manager.destinationOfSymbolicLink(atPath: "\(scratch.folder)/\(place)")
        .hasPrefix(pictures.folder))
  }

  @Test func `a link in the place of a photo stays`() async throws {
    try preparePictures()
    do { _ = try await TravelStore(folder: scratch.folder) }
    for name in ["0123456789abcdef.jpg", "link.jpg"] {
      try manager.createDirectory(
        atPath: "\(scratch.photoFolder)/12", withIntermediateDirectories: true)
      try link("photos/12/\(name)", to: "\(pictures.folder)/holiday.jpg")
    }
    let before = scratch.photoFiles
    try doomAll()
    try await startTwice()
    expectPicturesUntouched()
    #expect(scratch.photoFiles == before)
  }

  @Test func `a library in a linked folder works`() async throws {
    try manager.createDirectory(atPath: pictures.folder, withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: scratch.folder, withDestinationPath: pictures.folder)
    let store = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(2, in: store)
    let step = try #require(try await store.removePhotos([kept[0].id]))
    try await store.forget(step)
    try await store.sweep()
    #expect(pictures.photoFiles == [kept[1].path!])
  }

  @Test func `photos behind a link are read and added and never deleted`() async throws {
    try preparePictures()
    try manager.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    try manager.removeItem(atPath: pictures.folder + "/12/0123456789abcdef.jpg")
    try manager.removeItem(atPath: pictures.folder + "/.set-aside")
    let before = pictures.everything
    try link("photos", to: pictures.folder)
    let store = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(2, in: store)
    let step = try #require(try await store.removePhotos([kept[0].id]))
    try await store.forget(step)
    try await store.sweep()
    let new = Set(kept.map { $0.path! })
    #expect(Set(pictures.everything.keys) == new.union(before.keys))
    #expect(store.file(at: kept[1].path!) == "\(scratch.photoFolder)/\(kept[1].path!)")
  }
}
