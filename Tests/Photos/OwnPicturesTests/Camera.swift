import CExif
import CGLib
import CPixbuf
import Foundation
import PhotoSources
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
    Camera.lock.withLock {
      let metadata = gexiv2_metadata_new()!
      defer { g_object_unref(metadata) }
      precondition(gexiv2_metadata_open_path(metadata, path, nil) != 0)
      if let latitude, let longitude {
        precondition(exif_set_place(metadata, longitude, latitude, 100) != 0)
      }
      for (tag, value) in tags {
        precondition(exif_set_text(metadata, tag, value) != 0, tag)
      }
      precondition(gexiv2_metadata_save_file(metadata, path, nil) != 0)
    }
    return path
  }

  private static let lock = NSLock()

  /// A JPEG of 16 x 12 pixels, without metadata.
  static let blank: [UInt8] = {
    let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 16, 12)!
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    gdk_pixbuf_fill(pixbuf, 0x3366_99FF)
    var buffer: UnsafeMutablePointer<gchar>?
    var count: gsize = 0
    var none: [UnsafeMutablePointer<gchar>?] = [nil]
    var nothing = none
    precondition(
      gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "jpeg", &none, &nothing, nil) != 0)
    defer { g_free(buffer) }
    return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
  }()
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
