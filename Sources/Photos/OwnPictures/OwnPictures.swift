import Dispatch
import Files
import Imaging
import PhotoSources
import SQLite
import TravelModel

/// The index of the user's own pictures, kept up to date on a background thread.
actor OwnPictures {
  private let cache: String
  private let thread = WorkThread("pictures", .background)
  /// One request at a time reads the folder; the next one uses its result.
  private let turns = Limiter(width: 1)
  private var index: PictureIndex?
  private var requested = ""
  /// The folder that was walked through last, and when that ended.
  private var walked: (folder: String, end: ContinuousClock.Instant)?
  private var hasReplacedFile = false
  /// How often metadata were read; for tests.
  private(set) var readings = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The index is kept in the cache folder, which is created if needed.
  init(cache: String) { self.cache = cache }

  /// Photos near a place, from an up-to-date index; nil if another folder was requested meanwhile.
  func photos(in folder: String, _ request: PhotoRequest) async throws -> PhotoSlice? {
    try await read(folder) { index throws(SQLiteError) in
      try OwnPictures.slice(of: folder, request, index)
    }
  }

  /// The places of all pictures, from an up-to-date index; nil if another folder was requested
  /// meanwhile.
  func places(in folder: String) async throws -> [PicturePlace]? {
    try await read(folder) { index throws(SQLiteError) in try index.places(in: folder) }
  }

  /// What the index knows of some pictures, without reading the folder.
  func details(of paths: [String], in folder: String) throws -> [PhotoDetails?] {
    try read { index throws(SQLiteError) in
      try OwnPictures.details(of: paths, in: folder, index)
    }
  }

  /// Reads an up-to-date index; nil if another folder was requested meanwhile.
  private func read<Value: Sendable>(
    _ folder: String, _ body: @escaping @Sendable (PictureIndex) throws(SQLiteError) -> Value
  ) async throws -> Value? {
    requested = folder
    let now = ContinuousClock.now
    return try await turns.pass { try await self.read(folder, asOf: now, body) }
  }

  private func read<Value>(
    _ folder: String, asOf time: ContinuousClock.Instant,
    _ body: (PictureIndex) throws(SQLiteError) -> Value
  ) async throws -> Value? {
    for _ in 0..<OwnPictures.attempts {
      do {
        guard try await bringUpToDate(with: folder, asOf: time) else { return nil }
        return try read(body)
      } catch is SQLiteError {
        // The index has been replaced by now.
      }
    }
    throw SourceFailure.unreadable
  }

  /// How many indices are tried: the existing one, a new one, and one in memory.
  private static let attempts = 3

  /// Replaces an index that cannot be read or written.
  private func replaceIndex(after error: SQLiteError) {
    walked = nil
    if error.isDamage, !hasReplacedFile {
      index = nil
      PictureIndex.delete(in: cache)
      hasReplacedFile = true
    } else {
      index = try? .inMemory()
    }
  }

  private func read<Value>(
    _ body: (PictureIndex) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    do throws(SQLiteError) {
      return try body(openIndex())
    } catch {
      replaceIndex(after: error)
      throw error
    }
  }

  private static func slice(
    of folder: String, _ request: PhotoRequest, _ index: PictureIndex
  ) throws(SQLiteError) -> PhotoSlice {
    let near = try index.pictures(
      near: request.coordinate, within: max(request.radius, Choice.farthest))
    let choice = Choice(of: near, for: request)
    var slice = PhotoSlice(
      photos: try details(of: choice.paths, in: folder, index).compactMap { $0 },
      total: choice.total, radius: choice.radius)
    slice.spares = try details(of: choice.spares, in: folder, index).compactMap { $0 }
    slice.hasBegunAgain = choice.hasBegunAgain
    return slice
  }

  private static func details(
    of paths: [String], in folder: String, _ index: PictureIndex
  ) throws(SQLiteError) -> [PhotoDetails?] {
    try paths.map { path throws(SQLiteError) in
      try index.details(of: path).map { PhotoDetails($0, path: path, in: folder) }
    }
  }

  private func openIndex() throws(SQLiteError) -> PictureIndex {
    if let index { return index }
    let index = try PictureIndex.open(in: cache)
    self.index = index
    return index
  }
}

extension OwnPictures {
  private static let filesAtATime = 1000
  /// How many files are read in one step: more are cheaper, but slower to cancel.
  private static let readingsAtATime = 32

  /// Reads the metadata of new and changed files; false if another folder was requested meanwhile.
  private func bringUpToDate(
    with folder: String, asOf time: ContinuousClock.Instant
  ) async throws -> Bool {
    // Another request may have walked through it meanwhile.
    if let walked, walked.folder == folder, walked.end > time { return true }
    // The index of one folder ends that of another.
    guard requested == folder else { return false }
    walked = nil
    guard var walk = FolderWalk(folder) else { throw SourceFailure.folderUnreadable }
    let begun = try read { index throws(SQLiteError) in
      try index.begin(folder, reading: PictureKind.readable)
      return index
    }
    // The indexed files that the walk has not found yet.
    var left = try read { index throws(SQLiteError) in try index.stamps() }
    while true {
      try Task.checkCancellation()
      if requested != folder { return false }
      guard begun === index else { throw SQLiteError(.cannotOpen, path: cache) }
      let isLast = try read { index throws(SQLiteError) in
        try readNextFiles(of: &walk, through: folder, &left, index)
      }
      if isLast { break }
      await Task.yield()
    }
    walked = (folder, .now)
    return true
  }

  /// Reads the next files; returns true if there are no more.
  private func readNextFiles(
    of walk: inout FolderWalk, through folder: String, _ left: inout [String: FoundFile.Stamp],
    _ index: PictureIndex
  ) throws(SQLiteError) -> Bool {
    var read: [(file: FoundFile, details: PictureDetails?)] = []
    var isLast = false
    for _ in 0..<OwnPictures.filesAtATime {
      guard let file = walk.next() else {
        isLast = true
        break
      }
      guard left.removeValue(forKey: file.path) != file.stamp else { continue }
      readings += 1
      do throws(PictureFailure) {
        read.append((file, try PictureFile.details(at: "\(folder)/\(file.path)")))
      } catch {
        // It cannot be read now, and is tried again the next time.
      }
      if read.count == OwnPictures.readingsAtATime { break }
    }
    if !read.isEmpty { try index.save(read) }
    if isLast { try index.forget(left.keys) }
    return isLast
  }
}

extension SQLiteError {
  /// Whether the index file must be replaced.
  fileprivate var isDamage: Bool {
    code.primary == .damaged || code.primary == .notADatabase
  }
}

extension PhotoDetails {
  fileprivate init(_ details: PictureDetails, path: String, in folder: String) {
    let name = path.split(separator: "/").last ?? path[...]
    let end = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    self.init(
      source: SourceChoice.pictures.rawValue, sourceID: path,
      title: details.title
        ?? SystemPath.shown(String(name[..<end])).replacing("_", with: " "))
    author = details.author
    license = details.license
    licenseAddress = details.licenseAddress
    size = details.size
    coordinate = details.coordinate
    heading = details.heading
    taken = details.taken
    // An absolute address keeps the picture available when the folder setting changes.
    imageAddress = SystemPath.address(of: "\(folder)/\(path)")
  }
}
