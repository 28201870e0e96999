import Files
import Glibc

struct FoundFile: Hashable, Sendable {
  /// The path below the folder, as a `SystemPath` text.
  let path: String
  let stamp: Stamp

  /// The modification time in Unix nanoseconds and the size in bytes, to detect changes.
  struct Stamp: Hashable, Sendable {
    let modified: Int64
    let size: Int64
  }
}

extension FoundFile.Stamp {
  init(_ status: stat) {
    // Nanoseconds overflow beyond the years 1678 to 2262, which is harmless: stamps are only
    // compared for equality.
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    size = Int64(status.st_size)
  }
}

/// Walks through all files below a folder, always in the same order.
///
/// Hidden and unreadable files and folders are skipped. Links to folders are followed after all real
/// folders, and no folder is entered twice: so the walk ends, and each file keeps its path.
struct FolderWalk: IteratorProtocol {
  private let root: String
  private var folders: [String]
  private var linkedFolders: [String] = []
  private var names: [String] = []
  private var folder = ""
  /// The folders entered so far, by device and inode number.
  private var entered: Set<[UInt]> = []

  /// Starts at a folder; nil if it cannot be read.
  init?(_ root: String) {
    guard OpenFolder(root, followingLink: true) != nil else { return nil }
    self.root = root
    folders = [""]
    // Mark the parents as entered: a link to one would lead through the whole disk.
    guard var above = realPath(root)?[...] else { return nil }
    while let slash = above.lastIndex(of: "/"), above.count > 1 {
      above = above[..<slash]
      if above.isEmpty { above = "/" }
      var status = stat()
      if stat(String(above), &status) == 0 { entered.insert(status.identity) }
    }
  }

  mutating func next() -> FoundFile? {
    while true {
      while let name = names.popLast() {
        if let file = look(at: folder.isEmpty ? name : "\(folder)/\(name)") { return file }
      }
      if folders.isEmpty, !linkedFolders.isEmpty { folders = [linkedFolders.removeFirst()] }
      guard let next = folders.popLast() else { return nil }
      enter(next)
    }
  }

  private mutating func look(at path: String) -> FoundFile? {
    let whole = "\(root)/\(path)"
    var status = stat()
    guard SystemPath.use(whole, { lstat($0, &status) }) == 0 else { return nil }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, SystemPath.use(whole, { stat($0, &status) }) != 0 { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR where isLink: linkedFolders.append(path)
    case S_IFDIR: folders.append(path)
    case S_IFREG: return FoundFile(path: path, stamp: FoundFile.Stamp(status))
    default: break
    }
    return nil
  }

  private mutating func enter(_ path: String) {
    var status = stat()
    let whole = path.isEmpty ? root : "\(root)/\(path)"
    guard SystemPath.use(whole, { stat($0, &status) }) == 0,
      entered.insert(status.identity).inserted,
      let opened = OpenFolder(whole, followingLink: true)
    else { return }
    folder = path
    // Reversed, because names are taken from the end.
    names = opened.names.filter { !$0.hasPrefix(".") }.sorted(by: >)
  }
}

extension stat {
  fileprivate var identity: [UInt] { [UInt(st_dev), UInt(st_ino)] }
}
