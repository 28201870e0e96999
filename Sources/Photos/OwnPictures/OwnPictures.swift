import CGLib
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
  private var index: PictureIndex?
  private var refresh: Refresh?
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

  /// Where all pictures were taken, like `photos`.
  func places(in folder: String) async throws -> [PicturePlace]? {
    try await read(folder) { index throws(SQLiteError) in try index.places(in: folder) }
  }

  /// What the index knows of some pictures, without looking at the folder.
  func details(of paths: [String], in folder: String) throws -> [PhotoDetails?] {
    try read { index throws(SQLiteError) in
      try OwnPictures.details(of: paths, in: folder, index)
    }
  }

  /// Reads an up-to-date index; nil if another folder was requested meanwhile.
  private func read<Value>(
    _ folder: String, _ body: (PictureIndex) throws(SQLiteError) -> Value
  ) async throws -> Value? {
    for _ in 0..<OwnPictures.attempts {
      do {
        guard try await bringUpToDate(with: folder) else { return nil }
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
    refresh?.failure = error
    refresh = nil
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
    var photos: [PhotoDetails?] = []
    for path in paths {
      photos.append(
        try index.details(of: path).map { PhotoDetails($0, path: path, in: folder) })
    }
    return photos
  }

  private func openIndex() throws(SQLiteError) -> PictureIndex {
    if let index { return index }
    let index = try PictureIndex.open(in: cache)
    self.index = index
    return index
  }
}

extension OwnPictures {
  /// Reads the metadata of new and changed files; false if another folder was requested meanwhile.
  ///
  /// Callers share one refresh and take its steps in turn, so that it ends when none waits any more.
  private func bringUpToDate(with folder: String) async throws -> Bool {
    let mine = try join(folder)
    mine.waiting += 1
    defer {
      mine.waiting -= 1
      if mine.waiting == 0, refresh === mine { refresh = nil }
    }
    while !mine.hasEnded {
      try Task.checkCancellation()
      if mine.isAbandoned { return false }
      if let failure = mine.failure { throw failure }
      do throws(SQLiteError) {
        try takeStep(mine)
      } catch {
        if refresh === mine { replaceIndex(after: error) }
        throw error
      }
      await Task.yield()
    }
    if let failure = mine.failure { throw failure }
    return !mine.isAbandoned
  }

  private func join(_ folder: String) throws -> Refresh {
    if let refresh, refresh.folder == folder { return refresh }
    refresh?.isAbandoned = true
    refresh = nil
    guard let walk = FolderWalk(folder) else { throw SourceFailure.folderUnreadable }
    do throws(SQLiteError) {
      let index = try openIndex()
      try index.begin(folder)
      let refresh = Refresh(folder: folder, walk: walk, known: try index.stamps())
      self.refresh = refresh
      return refresh
    } catch {
      replaceIndex(after: error)
      throw error
    }
  }

  private func takeStep(_ refresh: Refresh) throws(SQLiteError) {
    guard let index else { throw SQLiteError(.cannotOpen, path: cache) }
    var read: [(file: FoundFile, details: PictureDetails?)] = []
    var isLast = false
    for _ in 0..<Refresh.filesAtATime {
      guard let file = refresh.walk.next() else {
        isLast = true
        break
      }
      guard refresh.known.removeValue(forKey: file.path) != file.stamp else { continue }
      read.append((file, PictureFile.details(at: "\(refresh.folder)/\(file.path)")))
      readings += 1
      if read.count == Refresh.readingsAtATime { break }
    }
    if !read.isEmpty { try index.note(read) }
    guard isLast else { return }
    try index.forget(refresh.known.keys)
    refresh.hasEnded = true
  }

  /// One walk through the folder.
  private final class Refresh {
    let folder: String
    var walk: FolderWalk
    /// The indexed files that the walk has not found yet.
    var known: [String: FoundFile.Stamp]
    var waiting = 0
    var hasEnded = false
    var isAbandoned = false
    var failure: SQLiteError?

    /// How many files are checked in one step.
    static let filesAtATime = 1000
    /// How many files are read in one step: more are cheaper, but slower to cancel.
    static let readingsAtATime = 32

    init(folder: String, walk: FolderWalk, known: [String: FoundFile.Stamp]) {
      (self.folder, self.walk, self.known) = (folder, walk, known)
    }
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
      source: PicturesSource.name, sourceID: path,
      title: details.title
        ?? SystemPath.shown(String(name[..<end])).replacing("_", with: " "))
    author = details.author
    license = details.license
    licenseAddress = details.licenseAddress
    size = details.size
    coordinate = details.coordinate
    taken = details.taken
    // An absolute address keeps the picture available when the folder setting changes.
    if let address = SystemPath.use("\(folder)/\(path)", { g_filename_to_uri($0, nil, nil) }) {
      imageAddress = String(cString: address)
      g_free(address)
    }
  }
}
