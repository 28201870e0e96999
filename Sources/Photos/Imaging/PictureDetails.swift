import CExif
import CGLib
import Files
import GLibBridge
public import TravelModel

/// The metadata of a picture whose place is known.
public struct PictureDetails: Hashable, Sendable {
  public var coordinate: Coordinate
  public var size: PixelSize
  /// The direction in which it looks, in degrees clockwise from north.
  public var heading: Double?
  public var taken: String?
  public var title: String?
  public var author: String?
  public var license: String?
  public var licenseAddress: String?

  public init(coordinate: Coordinate, size: PixelSize) {
    self.coordinate = coordinate
    self.size = size
  }

  /// Reads the metadata with gexiv2; nil if they contain no place.
  static func read(from file: OpenFile, _ header: PictureHeader) -> PictureDetails? {
    Gexiv2.read(file) { metadata, _ in PictureDetails(metadata, size: header.size) }
  }

  private init?(_ metadata: UnsafeMutablePointer<GExiv2Metadata>, size: PixelSize) {
    func text(_ tag: String) -> String? {
      exif_get_text(metadata, tag).map { String(adopting: $0) }
    }
    func line(_ tags: String...) -> String? {
      for tag in tags { if let line = ExifText.oneLine(text(tag)) { return line } }
      return nil
    }
    func date(_ tags: String...) -> String? {
      for tag in tags { if let date = ExifText.date(text(tag)) { return date } }
      return nil
    }
    var (latitude, longitude) = (0.0, 0.0)
    let hasPlace = exif_get_place(metadata, &longitude, &latitude) != 0
    let place =
      (hasPlace ? ExifText.coordinate(latitude, longitude) : nil)
      ?? ExifText.coordinate(
        xmpLatitude: text("Xmp.exif.GPSLatitude"), xmpLongitude: text("Xmp.exif.GPSLongitude"))
    guard let coordinate = place else { return nil }
    self.init(coordinate: coordinate, size: size)
    // Magnetic north is near enough to show where a photo looks.
    heading = ExifText.direction(text("Exif.GPSInfo.GPSImgDirection"))
    taken = date(
      "Exif.Photo.DateTimeOriginal", "Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated",
      "Exif.Photo.DateTimeDigitized", "Iptc.Application2.DateCreated")
    title = line(
      "Xmp.dc.title", "Iptc.Application2.ObjectName", "Iptc.Application2.Headline",
      "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription")
    author = line("Xmp.dc.creator", "Iptc.Application2.Byline", "Exif.Image.Artist")
    license = line("Xmp.dc.rights", "Iptc.Application2.Copyright", "Exif.Image.Copyright")
    licenseAddress = text("Xmp.xmpRights.WebStatement").flatMap(WebAddress.page)
  }
}
