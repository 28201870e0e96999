import CGLib
public import Files
public import PhotoSources
public import TravelModel

/// The user's own pictures, by the places in their metadata.
///
/// They are only read; albums contain copies.
public struct PicturesSource: PhotoSource {
  private let pictures: OwnPictures
  private let folder: @Sendable () async -> String?

  public static let name = "pictures"
  public var name: String { PicturesSource.name }

  /// `folder` returns the present setting; the index is kept in `cacheFolder`.
  public init(cacheFolder: String, folder: @escaping @Sendable () async -> String?) {
    pictures = OwnPictures(cache: cacheFolder)
    self.folder = folder
  }

  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    while true {
      guard let folder = await wholePath() else { throw PhotoFailure.folderUnreadable }
      if let slice = try await pictures.photos(in: folder, request) { return slice }
    }
  }

  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    var original: String?
    if let address = photo.imageAddress {
      original = g_filename_from_uri(address, nil, nil).map { name in
        defer { g_free(name) }
        return String(cString: name)
      }
    } else if let folder = await wholePath() {
      original = "\(folder)/\(photo.sourceID)"
    }
    guard let original else { throw PhotoFailure.gone }
    try await copyFile(original, into: file)
  }

  private func wholePath() async -> String? {
    guard var path = await folder(), path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// How often metadata were read; for tests.
  var readings: Int { get async { await pictures.readings } }
}
