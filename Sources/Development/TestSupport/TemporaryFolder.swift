import Foundation

/// A folder that goes with the test that made it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Where memory is a file system: what is synced there is not waited for.
  private static let memory = "/dev/shm"
  private static let disk = FileManager.default.temporaryDirectory.path

  /// Memory, if it has room for what all tests together write; containers give some megabytes.
  private static let usual: String = {
    var space = statvfs()
    guard access(memory, W_OK) == 0, statvfs(memory, &space) == 0 else { return disk }
    return UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 2 << 30 ? memory : disk
  }()

  /// Makes a folder that is there at once.
  public convenience init() { self.init(in: TemporaryFolder.usual) }

  /// Makes a folder in another file system than the usual one.
  public static func onAnotherDisk() -> TemporaryFolder {
    TemporaryFolder(in: usual == memory ? disk : memory)
  }

  private init(in parent: String) {
    path = "\(parent)/virtual-tourist-\(UUID().uuidString)"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A place in it that nothing else has.
  public func newPath() -> String { "\(path)/\(UUID().uuidString)" }
}
