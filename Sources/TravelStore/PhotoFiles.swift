import Glibc
import Travels

/// The folder of the photos' files: `PIN/NAME.jpg`, and `.incoming` for what is on its way.
///
/// Names are random and never used twice, so that deleting one file never takes another.
final class PhotoFiles: Sendable {
  /// The folder.
  let folder: String
  /// Where downloads are put, in the same file system as what they become.
  let incoming: String
  /// What the names of this run's downloads begin with.
  private let run = PhotoFiles.newName()
  /// The folder, held locked; nil where another process has it.
  private let lock: Int32?

  /// Makes the folder if it is not there.
  init(folder: String) throws(StoreError) {
    self.folder = folder
    incoming = "\(folder)/.incoming"
    try makeFolder(incoming)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      lock = descriptor
    } else {
      if descriptor >= 0 { close(descriptor) }
      lock = nil
    }
  }

  deinit { if let lock { close(lock) } }

  /// Tells whether no other process uses the folder, so that what nobody knows may be deleted.
  var isOurs: Bool { lock != nil }

  /// A new path for a download to put its bytes.
  func newIncoming() -> String { "\(incoming)/\(run)-\(PhotoFiles.newName())" }

  /// Deletes what downloads of earlier runs have left.
  func discardLeftovers() {
    for name in names(in: incoming) where !name.hasPrefix(run) { discard("\(incoming)/\(name)") }
  }

  /// Moves a file that has come, and is on the disk, to its place, and returns its path there.
  func take(
    _ path: String, for pin: Pin.ID, _ fileExtension: String
  ) throws(StoreError) -> String {
    let place = String(pin.number)
    if access("\(folder)/\(place)", F_OK) != 0 {
      try makeFolder("\(folder)/\(place)")
      try settle(folder)
    }
    let name = "\(place)/\(PhotoFiles.newName()).\(fileExtension)"
    guard rename(path, "\(folder)/\(name)") == 0 else { throw failure() }
    return name
  }

  /// Brings to the disk that the files taken for a pin are where they are.
  func settle(_ pin: Pin.ID) throws(StoreError) { try settle("\(folder)/\(pin.number)") }

  private func settle(_ folder: String) throws(StoreError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  /// Deletes a file by its path below the folder.
  func delete(_ path: String) {
    // A library from elsewhere may say anything; what it says is taken for files of ours alone.
    guard PhotoFiles.isInside(path) else { return }
    unlink("\(folder)/\(path)")
    let place = path.prefix { $0 != "/" }
    rmdir("\(folder)/\(place)")  // goes when it was the last
  }

  /// Deletes a file that came and is not wanted.
  func discard(_ path: String) { unlink(path) }

  /// A name that no file has.
  static func newName() -> String {
    let number = UInt64.random(in: .min ... .max)
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Tells whether a path stays below the folder it is relative to.
  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/")
      && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
  }

  private func failure() -> StoreError {
    errno == ENOSPC || errno == EDQUOT ? .noSpace(path: folder) : .unwritable(path: folder)
  }
}

/// The names in a folder, without those of itself and its parent.
func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}
