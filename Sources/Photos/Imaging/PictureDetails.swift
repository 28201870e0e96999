import CExif
import CGLib
import Files
public import TravelModel

/// What the metadata of a picture say that has been taken at a known place.
public struct PictureDetails: Hashable, Sendable {
  public var coordinate: Coordinate
  public var size: PixelSize
  public var taken: String?
  public var title: String?
  public var author: String?
  public var license: String?
  public var licenseAddress: String?

  public init(coordinate: Coordinate, size: PixelSize) {
    self.coordinate = coordinate
    self.size = size
  }

  /// Reads the metadata with gexiv2; nil where they name no place.
  init?(of file: OpenFile, _ header: PictureHeader) {
    let details = Gexiv2.use { () -> PictureDetails? in
      guard let metadata = gexiv2_metadata_new() else { return nil }
      defer { g_object_unref(metadata) }
      // gexiv2 opens names alone: this is that of the open file.
      let name = "/proc/self/fd/\(file.descriptor)"
      guard gexiv2_metadata_open_path(metadata, name, nil) != 0 else { return nil }
      return PictureDetails(metadata, size: header.size)
    }
    guard let details else { return nil }
    self = details
  }

  private init?(_ metadata: UnsafeMutablePointer<GExiv2Metadata>, size: PixelSize) {
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
      let coordinate = PictureDetails.place(in: metadata)
        ?? ExifText.coordinate(
          xmpLatitude: text("Xmp.exif.GPSLatitude"), xmpLongitude: text("Xmp.exif.GPSLongitude"))
    else { return nil }
    self.init(coordinate: coordinate, size: size)
    taken = date(
      "Exif.Photo.DateTimeOriginal", "Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated",
      "Exif.Photo.DateTimeDigitized", "Iptc.Application2.DateCreated")
    title = words(
      "Xmp.dc.title", "Iptc.Application2.ObjectName", "Iptc.Application2.Headline",
      "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription")
    author = words("Xmp.dc.creator", "Iptc.Application2.Byline", "Exif.Image.Artist")
    license = words("Xmp.dc.rights", "Iptc.Application2.Copyright", "Exif.Image.Copyright")
    licenseAddress = text("Xmp.xmpRights.WebStatement").flatMap(WebAddress.page)
  }

  /// The place in EXIF; nil where there is none, or what cameras write that know none.
  private static func place(in metadata: UnsafeMutablePointer<GExiv2Metadata>) -> Coordinate? {
    var (latitude, longitude) = (0.0, 0.0)
    guard exif_get_place(metadata, &longitude, &latitude) != 0 else { return nil }
    return ExifText.coordinate(latitude, longitude)
  }
}
