import Foundation
import PhotoSources
import TestFiles
import TestSupport
import TravelModel

@testable import OwnPictures

/// A folder of pictures, and a cache, for one test.
final class Camera: Sendable {
  private let scratch = TemporaryFolder()
  var base: String { scratch.path }
  var folder: String { base + "/Pictures" }
  var cache: String { base + "/cache" }
  var index: String { cache + "/" + PictureIndex.fileName }

  init() { makeFolder(folder) }

  deinit { chmod(folder, 0o700) }

  func makeFolder(_ path: String) {
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// A source of this folder's pictures.
  func source() -> PicturesSource {
    let folder = folder
    return PicturesSource(cacheFolder: cache) { folder }
  }

  /// Puts a file below the folder.
  @discardableResult func put(_ bytes: [UInt8], _ name: String) -> String {
    let path = "\(folder)/\(name)"
    makeFolder((path as NSString).deletingLastPathComponent)
    try! Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Takes a picture at a place, with what else its metadata are to say.
  @discardableResult func take(
    _ name: String, _ latitude: Double? = nil, _ longitude: Double? = nil,
    _ tags: [String: String] = [:]
  ) -> String {
    let path = put(Camera.blank, name)
    let place = latitude.flatMap { Coordinate(latitude: $0, longitude: longitude!) }
    Metadata.write(tags, place: place, into: path)
    return path
  }

  /// A JPEG without metadata.
  static let blank = plainPicture()
}

extension PicturesSource {
  /// The identities of the pictures near a place, in their order.
  func near(_ latitude: Double, _ longitude: Double, radius: Double = 1000) async throws -> [String]
  {
    try await photos(request(latitude, longitude, radius: radius)).photos.map(\.sourceID)
  }
}

func request(
  _ latitude: Double, _ longitude: Double, radius: Double = 1000, count: Int = 12
) -> PhotoRequest {
  PhotoRequest(
    near: Coordinate(latitude: latitude, longitude: longitude)!, radius: radius, count: count)
}
