import GLibBridge
import TravelModel

package enum Credits {
  /// The text file with the author and licence of a picture.
  package static func text(of photo: ExportedPhoto) -> String {
    lines(of: photo).joined(separator: "\n") + "\n"
  }

  /// Pictures with their authors and licences as HTML, each with the address of its file.
  package static func html(of photos: [(photo: ExportedPhoto, address: String)]) -> String {
    photos.map { photo, address in
      let details = photo.details
      let credits = [
        HTML.link(photo.title, to: details.pageAddress), details.author.map(HTML.text),
        details.license.map { HTML.link($0, to: details.licenseAddress, rel: "license") },
      ].compactMap { $0 }.filter { !$0.isEmpty }
      let picture = "<img src=\"\(HTML.text(address))\" alt=\"\(HTML.text(photo.title))\">"
      let caption = "<figcaption>\(credits.joined(separator: " · "))</figcaption>"
      return "<figure>\(picture)\(caption)</figure>\n"
    }.joined()
  }

  /// A quotation as HTML, with its credit, which is HTML already.
  package static func html(ofText text: String, credit: String) -> String {
    let lines = text.split(separator: "\n").map { HTML.text(String($0)) }
    return "<blockquote>\(lines.joined(separator: "<br>"))</blockquote>\n<p>\(credit)</p>\n"
  }

  /// The text file with the credits of an album's pictures, each with the name of its file.
  static func file(of album: ExportedAlbum, _ pictures: [WrittenPicture]) -> String {
    var text = "\(album.title)\n\(album.place.readable)\n\(count(of: pictures.count))\n"
    for picture in pictures {
      let photo = picture.photo
      text += "\n\(picture.name)\n"
      for line in lines(of: photo) { text += "  \(line)\n" }
      if let place = photo.details.coordinate { text += "  \(place.readable)\n" }
    }
    if let missing = missing(album.missing(besides: pictures.count)) { text += "\n\(missing)\n" }
    return text
  }

  static func count(of photos: Int) -> String {
    tr("{count} photo", plural: "{count} photos", count: photos)
  }

  /// Says how many photos are left out; nil if none are.
  package static func missing(_ count: Int) -> String? {
    count == 0
      ? nil
      : tr(
        "A photo of the album is left out because it is not downloaded.",
        plural: "{count} photos of the album are left out because they are not downloaded.",
        count: count)
  }

  static var map: String { tr("Map: Natural Earth. Names: GeoNames, CC BY 4.0.") }

  static var program: String { tr("Made with Virtual Tourist.") }

  /// The accessible name of an album's map.
  static func name(ofMapOf album: ExportedAlbum) -> String {
    tr("Map of {place}", ["place": album.title])
  }

  private static func lines(of exported: ExportedPhoto) -> [String] {
    let photo = exported.details
    var lines = [exported.title]
    if let author = photo.author { lines.append(tr("Author: {author}", ["author": author])) }
    if let license = photo.license { lines.append(tr("Licence: {license}", ["license": license])) }
    return lines + [photo.licenseAddress, photo.pageAddress].compactMap { $0 }
  }
}

extension ExportedAlbum {
  /// How many photos are left out if this many are in.
  func missing(besides count: Int) -> Int { missing + photos.count - count }
}
