import Foundation

/// A folder that goes with the test that made it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes a folder that is there at once.
  public init() {
    path = FileManager.default.temporaryDirectory.path + "/virtual-tourist-\(UUID().uuidString)"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A place in it that nothing else has.
  public func newPath() -> String { "\(path)/\(UUID().uuidString)" }
}
