import Foundation

/// A folder that is deleted together with this object.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// A file system in memory, where a sync takes no time.
  private static let memory = "/dev/shm"
  private static let disk = FileManager.default.temporaryDirectory.path

  /// The folder in memory if it has room for all tests together; in containers it may have a few
  /// MB.
  private static let usual: String = {
    var space = statvfs()
    guard access(memory, W_OK) == 0, statvfs(memory, &space) == 0 else { return disk }
    return UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 2 << 30 ? memory : disk
  }()

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

  public func newPath() -> String { "\(path)/\(UUID().uuidString)" }
}
