import CGLib
import Dispatch
import Files
import PhotoSources
import SQLite
import Travels

/// The user's own pictures, on a thread of their own that nobody should notice.
actor OwnPictures {
  private let cache: String
  private let thread = WorkThread("pictures", .background)
  private var index: PictureIndex?
  private var refresh: Refresh?
  private var hasBegunAnew = false
  /// How many times a file's metadata were read, so that tests can tell what is read again.
  private(set) var readings = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Makes the pictures whose index is kept in a cache folder, which is made if it is not there.
  init(cache: String) { self.cache = cache }

  /// Photos near a place, after the index was brought up to date; nil if meanwhile somebody asked
  /// for another folder.
  func photos(in folder: String, _ request: PhotoRequest) async throws -> PhotoSlice? {
    for _ in 0..<OwnPictures.attempts {
      do {
        guard try await bringUpToDate(with: folder) else { return nil }
        return try slice(of: folder, request)
      } catch is SQLiteError {
        // Whoever met it has put another index in its place.
      }
    }
    throw PhotoFailure.unreadable
  }

  /// How many indices are tried: the one that is there, one begun anew, and one in memory.
  private static let attempts = 3

  /// Puts another index in the place of one that cannot be read or written.
  private func replaceIndex(after error: SQLiteError) {
    refresh?.failure = error
    refresh = nil
    if error.isDamage, !hasBegunAnew {
      index = nil
      PictureIndex.delete(in: cache)
      hasBegunAnew = true
    } else {
      index = try? .inMemory()
    }
  }

  private func slice(
    of folder: String, _ request: PhotoRequest
  ) throws(SQLiteError) -> PhotoSlice {
    do throws(SQLiteError) {
      return try slice(of: folder, request, openIndex())
    } catch {
      replaceIndex(after: error)
      throw error
    }
  }

  private func slice(
    of folder: String, _ request: PhotoRequest, _ index: PictureIndex
  ) throws(SQLiteError) -> PhotoSlice {
    let near = try index.pictures(
      near: request.coordinate, within: max(request.radius, Choice.farthest))
    let choice = Choice(of: near, for: request)
    var photos: [PhotoDetails] = []
    for path in choice.paths {
      guard let details = try index.details(of: path) else { continue }
      photos.append(PhotoDetails(details, path: path, in: folder))
    }
    var slice = PhotoSlice(photos: photos, total: choice.total, radius: choice.radius)
    slice.hasBegunAgain = choice.hasBegunAgain
    return slice
  }

  private func openIndex() throws(SQLiteError) -> PictureIndex {
    if let index { return index }
    let index = try PictureIndex.open(in: cache)
    self.index = index
    return index
  }
}

extension OwnPictures {
  /// Looks at each file of the folder, and into those that are new or changed.
  ///
  /// Whoever waits for it takes part in the same work, so that it ends when nobody waits any more
  /// and goes on for as long as somebody does. False if the folder is no longer wanted.
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
    guard let walk = FolderWalk(folder) else { throw PhotoFailure.folderUnreadable }
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
      read.append((file, PictureReader.details(of: "\(refresh.folder)/\(file.path)")))
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
    /// The files of the index that the walk has not come by yet.
    var known: [String: FoundFile.Stamp]
    var waiting = 0
    var hasEnded = false
    var isAbandoned = false
    var failure: SQLiteError?

    /// How many files are looked at before others have their turn.
    static let filesAtATime = 1000
    /// How many are read before what was read is written: more cost less, and take longer to stop.
    static let readingsAtATime = 32

    init(folder: String, walk: FolderWalk, known: [String: FoundFile.Stamp]) {
      self.folder = folder
      self.walk = walk
      self.known = known
    }
  }
}

extension SQLiteError {
  /// Tells whether the index is to be begun anew.
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
      title: details.title ?? String(name[..<end]).replacing("_", with: " "))
    author = details.author
    license = details.license
    licenseAddress = details.licenseAddress
    size = details.size
    coordinate = details.coordinate
    taken = details.taken
    // With the folder's address the picture stays the same when the setting changes.
    if let address = g_filename_to_uri("\(folder)/\(path)", nil, nil) {
      imageAddress = String(cString: address)
      g_free(address)
    }
  }
}
