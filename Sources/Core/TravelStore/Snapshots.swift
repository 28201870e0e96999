import Files
import Glibc
import SQLite

/// The snapshots of a library, in the folder `snapshots` beside it: copies of its file, without the
/// photos, for the day on which it cannot be read.
struct Snapshots: Sendable {
  let library: String

  private var path: String { "\(library)/snapshots" }
  private static let ending = ".sqlite"
  /// The most bytes of all snapshots together.
  static let bound = 1_000_000_000
  /// The bytes of the disk that a snapshot must leave free.
  private static let spare = 64 << 20

  init(of library: String) { self.library = library }

  /// All snapshots, the latest first.
  var all: [Snapshot] {
    let found = (OpenFolder(path)?.names ?? []).compactMap { name -> Snapshot? in
      guard let time = Snapshots.time(of: name), let file = open(name) else { return nil }
      return Snapshot(name: name, time: time, size: file.size)
    }
    return found.sorted { ($0.time, $0.name) > ($1.time, $1.name) }
  }

  /// The time in a name like `1800000000-0123456789abcdef.sqlite`; nil if the program has not made
  /// it.
  private static func time(of name: String) -> Int64? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Int64(parts[0]), String(time) == parts[0],
      parts[1].hasSuffix(ending), RandomName.isOne(parts[1].dropLast(ending.count))
    else { return nil }
    return time
  }

  private func open(_ name: String) -> OpenFile? {
    try? OpenFile("\(path)/\(name)", followingLink: false)
  }

  /// Whether there is no snapshot of a day yet.
  func isDue(_ now: Int64) -> Bool {
    !all.contains { Thinning.day($0.time) == Thinning.day(now) }
  }

  /// Makes a snapshot of a library, unless it would be like the last one or the disk is almost
  /// full; then deletes old ones.
  ///
  /// A library of an older version is copied as it is; of one of this version, undoable steps are
  /// left out, as from a backup.
  func add(_ source: LibraryConnection, isCurrent: Bool, now: Int64) throws(StoreError) {
    guard hasRoom(for: source.path) else { return }
    let work = try WorkFolder(in: library)
    defer { work.discard() }
    try source.copy(toNewFile: work.library)
    do {
      let copy = try LibraryConnection(path: work.library, makingFile: false, named: source.path)
      try copy.execute("PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE")
      guard try copy.isWhole() else { throw .damaged(path: source.path) }
      if isCurrent {
        try copy.endJournal()
        // The ages of steps change by themselves, and must not make a snapshot differ from the last
        // one.
        try copy.execute("UPDATE undo_step SET age = 0, seen_at = 0; VACUUM")
      }
    }
    guard let file = try? OpenFile(work.library) else { throw StoreError(.last, path: library) }
    if let last = all.first.flatMap({ open($0.name) }), Snapshots.areAlike(last, file) { return }
    do throws(DiskFailure) {
      let name = "\(now)-\(RandomName.new())\(Snapshots.ending)"
      try makeFolder(path)
      try sync(descriptor: file.descriptor)
      guard let folder = OpenFolder(path), rename(work.library, "\(path)/\(name)") == 0 else {
        throw .last
      }
      try folder.sync()
      try syncFolder(library)
    } catch {
      throw StoreError(error, path: path)
    }
    thin(now)
  }

  private func thin(_ now: Int64) {
    guard let folder = OpenFolder(path) else { return }
    let all = self.all
    let kept = Thinning.kept(of: all, at: now, within: Snapshots.bound)
    for snapshot in all where !kept.contains(snapshot) { _ = folder.delete(snapshot.name) }
  }

  /// Whether a copy of a library can be made without filling the disk or the bound.
  private func hasRoom(for file: String) -> Bool {
    var size = 0
    for suffix in ["", "-wal"] {
      var status = stat()
      if stat(file + suffix, &status) == 0 { size += Int(status.st_size) }
    }
    var disk = statvfs()
    guard size <= Snapshots.bound, statvfs(library, &disk) == 0, disk.f_frsize > 0 else {
      return false
    }
    // The copy, what SQLite needs to compact it, and the log of the program's next changes.
    return Int(clamping: disk.f_bavail) > (3 * size + Snapshots.spare) / Int(disk.f_frsize)
  }

  /// Whether two libraries are the same but for SQLite's counter of changes.
  private static func areAlike(_ one: OpenFile, _ other: OpenFile) -> Bool {
    guard one.size == other.size else { return false }
    let (header, piece) = (100, 256 << 10)
    return stride(from: header, to: one.size, by: piece).allSatisfy {
      one.bytes(at: $0, count: piece) == other.bytes(at: $0, count: piece)
    }
  }

  /// The snapshots of the last week, and in any case the last one, to look up the files that they
  /// need.
  func ofLastWeek(_ now: Int64) -> [LibraryConnection] {
    let all = self.all
    let recent = all.prefix { $0.time > now - Absence.week }
    return (recent.isEmpty ? all.prefix(1) : recent).compactMap {
      try? LibraryConnection(reading: "\(path)/\($0.name)")
    }
  }
}

extension Snapshots {
  var havePins: Bool {
    all.contains {
      (try? LibraryConnection(reading: "\(path)/\($0.name)").has("SELECT 1 FROM pin")) == true
    }
  }

  /// Makes a library of the last snapshot that is whole and has pins; nil if there is none.
  func find() throws(StoreError) -> FoundSnapshot? {
    var skipped = 0
    for snapshot in all {
      do throws(StoreError) {
        if let found = try stage(snapshot, afterSkipping: skipped) { return found }
      } catch {
        switch error {
        case .newerVersion: break
        case .damaged, .notALibrary, .failed: skipped += 1
        default: throw error
        }
      }
    }
    return nil
  }

  private func stage(
    _ snapshot: Snapshot, afterSkipping skipped: Int
  ) throws(StoreError) -> FoundSnapshot? {
    let name = "\(path)/\(snapshot.name)"
    let work = try WorkFolder(in: library)
    defer { work.discard() }
    guard let file = open(snapshot.name) else { throw .damaged(path: name) }
    try copy(file, to: IncomingFile(path: work.library))
    do {
      let connection = try LibraryConnection(path: work.library, makingFile: false, named: name)
      try connection.execute("PRAGMA trusted_schema = OFF")
      guard try connection.version() > 0, try connection.isWhole() else {
        throw .damaged(path: name)
      }
      guard try connection.has("SELECT 1 FROM pin") else { return nil }
      try Migrations.migrate(connection)
    }
    let photos = "\(library)/photos"
    let content = try LibrarySnapshot(of: work.library, named: name, photos: photos)
    let staged = try StagedLibrary(in: library)
    var (count, missing) = (0, 0)
    while true {
      let files = try content.nextFiles()
      if files.isEmpty { break }
      for file in files {
        if try add(file, to: staged) {
          count += 1
        } else {
          content.leaveOut(file)
          missing += 1
        }
      }
    }
    _ = try content.finish()
    try copy(content.file, to: IncomingFile(path: staged.work.library))
    return FoundSnapshot(
      library: staged, content: try staged.check(fileCount: count), time: snapshot.time,
      missing: missing, skipped: skipped)
  }

  private func copy(_ file: OpenFile, to copy: IncomingFile) throws(StoreError) {
    let isWhole: Bool
    do throws(DiskFailure) { isWhole = try file.copy(to: copy) } catch {
      throw StoreError(error, path: path)
    }
    guard isWhole else { throw .damaged(path: path) }
  }

  /// Adds a photo's file to a library that is made of a snapshot; returns false if the file is
  /// gone.
  ///
  /// The file gets a second name, which takes no space; on file systems without such names it is
  /// copied.
  private func add(
    _ file: LibrarySnapshot.File, to staged: StagedLibrary
  ) throws(StoreError) -> Bool {
    for place in [file.path, PhotoFiles.placeAside(of: file.name, in: "\(library)/photos")] {
      guard let original = try? OpenFile(place, followingLink: false) else { continue }
      do throws(DiskFailure) {
        guard let new = try staged.newFile("\(WorkFolder.photos)/\(file.name)") else { continue }
        let source = "/proc/self/fd/\(original.descriptor)"
        if linkat(AT_FDCWD, source, AT_FDCWD, new.path, AT_SYMLINK_FOLLOW) == 0 { return true }
        if try original.copy(to: new) { return true }
      } catch {
        throw StoreError(error, path: library)
      }
    }
    return false
  }
}

/// A snapshot, made into a library that can take the place of the present one.
public struct FoundSnapshot: Sendable {
  public let library: StagedLibrary
  public let content: StagedLibrary.Content
  /// The Unix time at which it was made.
  public let time: Int64
  /// How many photos are awaited again, because their files are gone.
  public let missing: Int
  /// How many later snapshots are damaged.
  public let skipped: Int
}

/// How many snapshots there are, and how many bytes they have.
public struct KeptSnapshots: Hashable, Sendable {
  public let count: Int
  public let bytes: Int
  /// How many bytes they may have.
  public let bound: Int
}

extension TravelStore {
  /// Makes a snapshot of the library, once a day, as soon as there are pins.
  ///
  /// If that finds damage, the library becomes read-only.
  public func keepSnapshot() async throws(StoreError) {
    let (time, day) = (now(), Thinning.day(now()))
    guard connection.refusal == nil, snapshotDay != day,
      try connection.has("SELECT 1 FROM pin")
    else { return }
    snapshotDay = day
    do throws(StoreError) {
      try await WorkThread.disk().run { [folder, path] () throws(StoreError) in
        let snapshots = Snapshots(of: folder)
        guard snapshots.isDue(time) else { return }
        let source = try LibraryConnection(path: path, makingFile: false)
        source.leavesLogOnClose(true)
        try snapshots.add(source, isCurrent: true, now: time)
      }
    } catch {
      if case .damaged = error, try await !isWhole() { connection.refuse(because: error) }
      throw error
    }
  }

  /// The snapshots of the library in a folder; blocks on the disk, as the next ones do.
  public static func snapshots(ofLibraryIn folder: String) -> KeptSnapshots {
    let all = Snapshots(of: folder).all
    return KeptSnapshots(
      count: all.count, bytes: all.reduce(0) { $0 + $1.size }, bound: Snapshots.bound)
  }

  public static func hasSnapshot(ofLibraryIn folder: String) -> Bool {
    Snapshots(of: folder).havePins
  }

  /// Reads and checks the last snapshot with pins that is whole; changes nothing.
  public static func findSnapshot(ofLibraryIn folder: String) throws(StoreError) -> FoundSnapshot? {
    try Snapshots(of: folder).find()
  }
}
