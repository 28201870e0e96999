import Files
import Foundation

struct FolderImage {
  /// The paths of the folders in it.
  var folders: Set<String> = []
  var files: [String: [UInt8]] = [:]
  /// The inodes of folders and files, by their paths.
  private(set) var inodes: [String: UInt] = [:]

  init() {}

  /// Reads a folder, except files that SQLite makes anew.
  init(of root: String) { read("", in: root) }

  private mutating func read(_ path: String, in root: String) {
    var status = stat()
    guard !path.hasSuffix("-shm"), lstat("\(root)/\(path)", &status) == 0 else { return }
    inodes[path] = UInt(status.st_ino)
    guard status.st_mode & S_IFMT == S_IFDIR else {
      files[path] = (try? OpenFile("\(root)/\(path)"))?.content() ?? []
      return
    }
    if !path.isEmpty { folders.insert(path) }
    for name in OpenFolder("\(root)/\(path)")?.names ?? [] {
      read(path.isEmpty ? name : "\(path)/\(name)", in: root)
    }
  }

  func write(to root: String) throws {
    for folder in [""] + folders.sorted() {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    for (path, bytes) in files { try IncomingFile(path: "\(root)/\(path)").append(bytes) }
  }

  /// The files below a folder, without hidden ones.
  func visibleFiles(in folder: String) -> [String: [UInt8]] {
    files.filter { $0.key.hasPrefix("\(folder)/") && !$0.key.contains("/.") }
  }
}

/// Makes folders that are deleted after use.
@MainActor
enum Scratch {
  /// The folder in which they are made.
  static var parent = ""
  private static var count = 0

  /// Runs `work` in a new folder with some content.
  static func use<Value>(
    _ image: FolderImage, _ work: @MainActor (String) async throws -> Value
  ) async throws -> Value {
    count += 1
    let path = "\(parent)/\(count)"
    try image.write(to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await work(path)
  }
}
