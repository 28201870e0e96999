import CExif
import CGLib
import Files
public import TravelModel

/// Writes a photo's credit into a picture and, if it has no place yet, where it was taken.
///
/// The file is changed, so pass a copy. Returns false if its kind cannot carry that, or it could
/// not be written; the picture itself is then unchanged. Call it off the main actor.
public func writeCredit(
  of photo: PhotoDetails, place: Coordinate? = nil, into path: String
) -> Bool {
  // Writing reads the metadata here, so another process has to have survived that before. Those of
  // GIF, HEIC and AVIF can be read but not written.
  let question = PictureQuestion(hasDetails: true)
  guard let answer = try? PictureAnswer(OpenFile(picture: path), question),
    answer.header.kind != .gif, !answer.header.kind.isDecodedAtEnd
  else { return false }
  let credit = PictureCredit(photo, place: place)
  guard !credit.isEmpty else { return true }
  return Gexiv2.use { credit.write(into: path) } ?? false
}

private struct PictureCredit {
  var tags: [(name: String, value: String)] = []

  let place: Coordinate?

  var isEmpty: Bool { tags.isEmpty && place == nil }

  init(_ photo: PhotoDetails, place: Coordinate?) {
    self.place = place
    let rights = [photo.author.map { "© \($0)" }, photo.license].compactMap { $0 }
      .joined(separator: ", ")
    add(["Xmp.dc.title"], photo.title)
    add(["Xmp.dc.creator", "Exif.Image.Artist", "Xmp.cc.attributionName"], photo.author)
    add(["Xmp.dc.rights", "Exif.Image.Copyright"], rights)
    add(["Xmp.xmpRights.UsageTerms"], photo.license)
    add(["Xmp.xmpRights.WebStatement"], photo.licenseAddress ?? photo.pageAddress)
    add(["Xmp.cc.license"], photo.licenseAddress)
    add(["Xmp.dc.source", "Xmp.cc.attributionURL"], photo.pageAddress)
  }

  private mutating func add(_ names: [String], _ value: String?) {
    guard let value, !value.isEmpty else { return }
    tags += names.map { ($0, value) }
  }

  func write(into path: String) -> Bool {
    // Registering a known namespace returns false.
    _ = exif_add_namespace("http://creativecommons.org/ns#", "cc")
    guard let metadata = gexiv2_metadata_new() else { return false }
    defer { g_object_unref(metadata) }
    guard gexiv2_metadata_open_path(metadata, path, nil) != 0 else { return false }
    for (name, value) in tags {
      // Cleared first, because the new value would be added to an old one of another type.
      _ = exif_clear(metadata, name)
      guard exif_set_text(metadata, name, value) != 0 else {
        return false
      }
    }
    writePlace(into: metadata)
    return gexiv2_metadata_save_file(metadata, path, nil) != 0
  }

  private func writePlace(into metadata: UnsafeMutablePointer<GExiv2Metadata>) {
    guard let place else { return }
    // The camera's own position is more exact.
    if let known = exif_get_text(metadata, "Exif.GPSInfo.GPSLatitude") { return g_free(known) }
    guard exif_set_place(metadata, place.longitude, place.latitude, 0) != 0 else { return }
    // The altitude is unknown.
    _ = exif_clear(metadata, "Exif.GPSInfo.GPSAltitude")
    _ = exif_clear(metadata, "Exif.GPSInfo.GPSAltitudeRef")
  }
}
