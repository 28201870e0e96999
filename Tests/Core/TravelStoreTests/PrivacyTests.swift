import Foundation
import Testing
import TravelModel
import TravelStore

/// What is the user's is for the user alone.
struct PrivacyTests {
  let scratch = Scratch()
  private let manager = FileManager.default

  /// The rights on everything below the library's folder, and on that.
  private func rights() throws -> [String: Int] {
    let paths = manager.enumerator(atPath: scratch.folder)?.compactMap { $0 as? String } ?? []
    return try Dictionary(
      uniqueKeysWithValues: (paths + ["."]).map {
        let attributes = try manager.attributesOfItem(atPath: "\(scratch.folder)/\($0)")
        return ($0, try #require(attributes[.posixPermissions] as? Int))
      })
  }

  private func expectPrivate() throws {
    for (path, rights) in try rights() {
      let isFolder = (try? manager.contentsOfDirectory(atPath: "\(scratch.folder)/\(path)")) != nil
      #expect(rights == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test func `everything that is made is private`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    _ = try await filledPin(2, in: store)
    #expect(try rights().count == 10)
    try expectPrivate()
    try await TravelStore.setAside(folder: scratch.folder)
    try expectPrivate()
  }

  @Test func `what was open to others becomes private`() async throws {
    do { _ = try await filledPin(2, in: try await TravelStore(folder: scratch.folder)) }
    for path in try rights().keys {
      try manager.setAttributes(
        [.posixPermissions: path.contains(".") && path != "." ? 0o666 : 0o755],
        ofItemAtPath: "\(scratch.folder)/\(path)")
    }
    try manager.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: "\(scratch.photoFolder)/.incoming")
    let store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
    try expectPrivate()
  }

  @Test func `what is behind a link keeps its rights`() async throws {
    let pictures = Scratch()
    try scratch.write("x", to: "\(pictures.folder)/.incoming/x")
    try scratch.write("x", to: "\(pictures.folder)/1/0123456789abcdef.jpg")
    for path in ["", "/.incoming", "/1"] {
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: pictures.folder + path)
    }
    do { _ = try await filledPin(1, in: try await TravelStore(folder: scratch.folder)) }
    try manager.removeItem(atPath: scratch.photoFolder)
    try manager.createSymbolicLink(
      atPath: scratch.photoFolder, withDestinationPath: pictures.folder)
    let store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
    for path in ["", "/.incoming", "/1"] {
      let rights = try manager.attributesOfItem(atPath: pictures.folder + path)[.posixPermissions]
      #expect(rights as? Int == 0o755, "\(path)")
    }
  }
}
