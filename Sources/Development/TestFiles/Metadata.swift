import CExif
import CGLib
import Foundation
public import TravelModel

public enum Metadata {
  private static let lock = NSLock()

  /// Writes tags, and a place, as cameras do.
  public static func write(
    _ tags: [String: String] = [:], place: Coordinate? = nil, into path: String
  ) {
    lock.withLock {
      let metadata = gexiv2_metadata_new()!
      defer { g_object_unref(metadata) }
      precondition(gexiv2_metadata_open_path(metadata, path, nil) != 0, path)
      if let place {
        precondition(exif_set_place(metadata, place.longitude, place.latitude, 100) != 0)
      }
      for (tag, value) in tags { precondition(exif_set_text(metadata, tag, value) != 0, tag) }
      precondition(gexiv2_metadata_save_file(metadata, path, nil) != 0, path)
    }
  }

  /// The text of a tag; nil if there is none.
  public static func text(_ tag: String, of path: String) -> String? {
    lock.withLock {
      let metadata = gexiv2_metadata_new()!
      defer { g_object_unref(metadata) }
      guard gexiv2_metadata_open_path(metadata, path, nil) != 0,
        let text = exif_get_text(metadata, tag)
      else { return nil }
      defer { g_free(text) }
      return String(cString: text)
    }
  }
}
