import Files
import Glibc

/// Puts a checked library in the place of the present one, which is set aside.
///
/// Renaming the new library's folder is the point of no return: from then on, each start continues
/// where the last one stopped.
struct Replacing: Sendable {
  let folder: String
  /// Renames a file; tests replace it by a function that fails.
  var move: @Sendable (String, String) -> Bool = { rename($0, $1) == 0 }

  private static let mark = ".replacing-"

  /// Replaces the library, and returns the path of the old one; nil if there was none.
  func run(by work: WorkFolder) throws(StoreError) -> String? {
    guard !Replacing.isMountPoint("\(folder)/\(WorkFolder.photos)") else {
      throw .unmovable(path: "\(folder)/\(WorkFolder.photos)")
    }
    let new = "\(folder)/\(Replacing.mark)\(RandomName.new())"
    guard move(work.path, new) else { throw StoreError(.last, path: folder) }
    do throws(StoreError) {
      try onDisk(at: folder) { () throws(DiskFailure) in try syncFolder(folder) }
      return try finish()
    } catch {
      // If the old library cannot be moved, it stays.
      let isUnmoved = isThere("\(new)/\(WorkFolder.photos)")
      if isUnmoved, isThere("\(folder)/\(TravelStore.fileName)") { _ = move(new, work.path) }
      throw error
    }
  }

  /// Completes interrupted replacements, before the library is opened.
  @discardableResult
  func finish() throws(StoreError) -> String? {
    let names = OpenFolder(folder, followingLink: true)?.names ?? []
    var aside: String?
    for name in names.sorted() where RandomName.isOne(name, behind: Replacing.mark) {
      let lock = try LibraryLock(moving: folder)
      defer { withExtendedLifetime(lock) {} }
      aside = try finish("\(folder)/\(name)", holding: lock) ?? aside
    }
    return aside
  }

  private func finish(_ new: String, holding lock: LibraryLock) throws(StoreError) -> String? {
    var aside: String?
    // The photos are moved first: after that, everything in the folder is new.
    if isThere("\(new)/\(WorkFolder.photos)") {
      aside = try SettingAside(folder: folder, move: move).run(holding: lock)
      try moveIn(WorkFolder.photos, from: new)
    }
    // A library that another program has made meanwhile stays.
    if isThere("\(new)/\(TravelStore.fileName)"), !isThere("\(folder)/\(TravelStore.fileName)") {
      try moveIn(TravelStore.fileName, from: new)
    }
    if !isThere("\(new)/\(TravelStore.fileName)") { WorkFolder.delete(new) }
    return aside
  }

  private func moveIn(_ name: String, from new: String) throws(StoreError) {
    guard move("\(new)/\(name)", "\(folder)/\(name)") else { throw StoreError(.last, path: folder) }
    // The next start goes on from here.
    do { try syncFolder(folder) } catch { throw .unconfirmed(path: folder) }
  }

  /// Whether a path is a mount point, which cannot be moved.
  private static func isMountPoint(_ path: String) -> Bool {
    guard let wanted = realPath(path), let mounts = fopen("/proc/self/mountinfo", "re") else {
      return false
    }
    defer { fclose(mounts) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    while getline(&line, &size, mounts) > 0, let line {
      let fields = String(cString: line).split(separator: " ", maxSplits: 5)
      // Spaces in paths are written as octal numbers.
      if fields.count > 4, fields[4].replacing("\\040", with: " ") == wanted { return true }
    }
    return false
  }
}

extension TravelStore {
  /// Puts a checked library in the place of the one in a folder, and returns the path of the old
  /// one; nil if there was none.
  ///
  /// Nothing is deleted. The old library must not be in use any more.
  public static func replace(
    libraryIn folder: String, by staged: StagedLibrary
  ) async throws(StoreError) -> String? {
    try await WorkThread.disk().run { () throws(StoreError) in
      try Replacing(folder: folder).run(by: staged.work)
    }
  }

  /// Saves the settings of a library beside it, after it was set aside.
  public static func save(settings: String, besideLibraryIn folder: String) async {
    await WorkThread.disk().run {
      let file = IncomingFile(path: "\(folder)/\(WorkFolder.settings)")
      do throws(DiskFailure) {
        try file.append(Array(settings.utf8))
        _ = try file.sync()
      } catch {
        file.discard()
      }
    }
  }
}
