import CGLib
public import Files
import Glibc
import Imaging
public import PhotoSources
public import TravelModel

/// The user's own pictures, by the places in their metadata.
///
/// They are only read; albums contain copies.
public struct PicturesSource: PhotoSource {
  private let pictures: OwnPictures
  private let folder: @Sendable () async -> String?

  public var name: String { SourceChoice.pictures.rawValue }

  /// `folder` returns the present setting; the index is kept in `cacheFolder`.
  public init(cacheFolder: String, folder: @escaping @Sendable () async -> String?) {
    pictures = OwnPictures(cache: cacheFolder)
    self.folder = folder
  }

  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    try await read { try await pictures.photos(in: $0, request) }
  }

  /// The places of all pictures, the oldest first.
  public func places() async throws -> [PicturePlace] {
    try await read { try await pictures.places(in: $0) }
  }

  /// The details of some pictures; nil for each that is no longer in the folder.
  public func details(of places: [PicturePlace]) async throws -> [PhotoDetails?] {
    guard let folder = await wholePath() else { throw SourceFailure.folderUnreadable }
    let paths = places.map {
      $0.file.hasPrefix("\(folder)/") ? String($0.file.dropFirst(folder.count + 1)) : ""
    }
    return try await pictures.details(of: paths, in: folder)
  }

  private func read<Value>(_ body: (String) async throws -> Value?) async throws -> Value {
    while true {
      guard let folder = await wholePath() else { throw SourceFailure.folderUnreadable }
      if let value = try await body(folder) { return value }
    }
  }

  /// Where the picture in any file was taken; nil if it does not say.
  ///
  /// Blocks on the disk.
  public static func place(of file: String) -> Coordinate? {
    (try? PictureFile.details(at: file))?.coordinate
  }

  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    var original: String?
    if let address = photo.imageAddress {
      original = g_filename_from_uri(address, nil, nil).map { name in
        defer { g_free(name) }
        return SystemPath.text(of: name)
      }
    } else {
      guard let folder = await wholePath() else { throw SourceFailure.folderUnreadable }
      original = "\(folder)/\(photo.sourceID)"
    }
    guard let original else { throw SourceFailure.gone }
    do {
      try await PicturesSource.copy(original, into: file)
    } catch SourceFailure.gone where !isFolder(above: original) {
      // The folder may be on a disk that is not connected.
      throw SourceFailure.folderUnreadable
    }
  }

  /// Copies a file, which is opened for reading only.
  @concurrent
  private static func copy(_ original: String, into file: IncomingFile) async throws {
    let source: OpenFile
    do throws(OpenFile.Failure) {
      source = try OpenFile(original)
    } catch {
      throw error == .unreadable ? PictureFailure.fileUnreadable : SourceFailure.gone
    }
    guard source.size <= Photo.fileLimit else { throw PictureFailure.tooLarge }
    try Task.checkCancellation()
    try await WorkQueue.shared.run {
      // The file may have grown since.
      let isWhole = try source.forEachPiece(of: source.size) { try file.append($0) }
      guard isWhole else { throw PictureFailure.fileUnreadable }
    }
    try Task.checkCancellation()
  }

  private func isFolder(above file: String) -> Bool {
    guard let end = file.lastIndex(of: "/") else { return false }
    var status = stat()
    return SystemPath.use(file[..<end] + "/") { stat($0, &status) } == 0
  }

  private func wholePath() async -> String? {
    guard var path = await folder(), path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// How often metadata were read; for tests.
  var readings: Int { get async { await pictures.readings } }
}
