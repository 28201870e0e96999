import CExif
import CGLib
import Files
import Imaging
import TravelModel

/// The metadata of one of the user's pictures.
struct PictureDetails: Hashable, Sendable {
  var coordinate: Coordinate
  var size: PixelSize
  var taken: String?
  var title: String?
  var author: String?
  var license: String?
  var licenseAddress: String?
}

/// Reads metadata with gexiv2.
enum PictureReader {
  /// Reads the details of a picture; nil where it has no coordinate, or is no picture.
  static func details(of path: String) -> PictureDetails? {
    // Only pictures of supported kinds are passed to gexiv2. GIF has no metadata.
    let picture = Result { () throws(PhotoFailure) in try PictureFile(sniffing: path) }
    guard case .success(let file) = picture, file.kind != .gif, !file.header.isTooLarge else {
      return nil
    }
    return Gexiv2.use { details(of: file) }
  }

  private static func details(of file: PictureFile) -> PictureDetails? {
    guard let metadata = gexiv2_metadata_new() else { return nil }
    defer { g_object_unref(metadata) }
    let isOpen = SystemPath.use(file.path) { gexiv2_metadata_open_path(metadata, $0, nil) }
    guard isOpen != 0 else { return nil }

    func text(_ tag: String) -> String? {
      guard let text = exif_get_text(metadata, tag) else { return nil }
      defer { g_free(text) }
      return String(cString: text)
    }
    func words(_ tags: String...) -> String? {
      for tag in tags { if let words = ExifText.words(text(tag)) { return words } }
      return nil
    }
    func date(_ tags: String...) -> String? {
      for tag in tags { if let date = ExifText.date(text(tag)) { return date } }
      return nil
    }
    guard
      let coordinate = ExifText.coordinate(
        latitude: text("Exif.GPSInfo.GPSLatitude"), text("Exif.GPSInfo.GPSLatitudeRef"),
        longitude: text("Exif.GPSInfo.GPSLongitude"), text("Exif.GPSInfo.GPSLongitudeRef"))
        ?? ExifText.coordinate(
          xmpLatitude: text("Xmp.exif.GPSLatitude"), xmpLongitude: text("Xmp.exif.GPSLongitude"))
    else { return nil }
    var details = PictureDetails(coordinate: coordinate, size: file.size)
    details.taken = date(
      "Exif.Photo.DateTimeOriginal", "Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated",
      "Exif.Photo.DateTimeDigitized", "Iptc.Application2.DateCreated")
    details.title = words(
      "Xmp.dc.title", "Iptc.Application2.ObjectName", "Iptc.Application2.Headline",
      "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription")
    details.author = words("Xmp.dc.creator", "Iptc.Application2.Byline", "Exif.Image.Artist")
    details.license = words("Xmp.dc.rights", "Iptc.Application2.Copyright", "Exif.Image.Copyright")
    details.licenseAddress = text("Xmp.xmpRights.WebStatement").flatMap(WebAddress.page)
    return details
  }
}
