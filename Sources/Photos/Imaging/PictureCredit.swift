import CExif
import CGLib
import Files
import GLibBridge
import Glibc
public import TravelModel

/// Writes a photo's credit into a picture and, if it has no place yet, where it was taken.
///
/// The file is changed, so pass a copy. Returns false if its kind cannot carry that, or it could
/// not be written; where there was no room, the picture is unchanged. Call it off the main actor.
public func writeCredit(
  of photo: PhotoDetails, place: Coordinate? = nil, into path: String
) -> Bool {
  guard let file = try? OpenFile(picture: path), let kind = file.pictureKind, kind.canHaveCredit
  else { return false }
  let credit = PictureCredit(photo, place: place)
  guard !credit.isEmpty else { return true }
  var question = PictureQuestion()
  question.credit = credit
  guard let copy = try? PictureAnswer(file, question).copy,
    PictureKind(beginning: copy.withUnsafeBytes { Array($0.prefix(16)) }) == kind
  else { return false }
  return copy.replaceContent(of: path)
}

struct PictureCredit: Hashable, Sendable {
  var title: String?
  var author: String?
  var license: String?
  var licenseAddress: String?
  var pageAddress: String?
  var place: Coordinate?

  init() {}

  init(_ photo: PhotoDetails, place: Coordinate?) {
    title = photo.title
    author = photo.author
    license = photo.license
    licenseAddress = photo.licenseAddress
    pageAddress = photo.pageAddress
    self.place = place
  }

  var isEmpty: Bool { tags.isEmpty && place == nil }

  /// The picture in a file with this credit; nil if it cannot have one.
  func copy(of file: OpenFile) -> Bytes? {
    Gexiv2.read(file) { metadata, bytes in
      guard add(to: metadata) else { return nil }
      return exif_copy_picture(metadata, bytes.baseAddress, gsize(bytes.count)).map {
        Bytes(adopting: $0)
      }
    }
  }
}

extension PictureKind {
  /// Whether a credit can be written; the metadata of the others can only be read.
  var canHaveCredit: Bool { self != .gif && !isDecodedAtEnd }
}

extension PictureCredit {
  private var tags: [(name: String, value: String)] {
    let rights = [author.map { "© \($0)" }, license].compactMap { $0 }.joined(separator: ", ")
    let values: [(names: [String], value: String?)] = [
      (["Xmp.dc.title"], title),
      (["Xmp.dc.creator", "Exif.Image.Artist", "Xmp.cc.attributionName"], author),
      (["Xmp.dc.rights", "Exif.Image.Copyright"], rights),
      (["Xmp.xmpRights.UsageTerms"], license),
      (["Xmp.xmpRights.WebStatement"], licenseAddress ?? pageAddress),
      (["Xmp.cc.license"], licenseAddress),
      (["Xmp.dc.source", "Xmp.cc.attributionURL"], pageAddress),
    ]
    var tags: [(name: String, value: String)] = []
    for case (let names, let value?) in values where !value.isEmpty {
      tags += names.map { (name: $0, value: value) }
    }
    return tags
  }

  private func add(to metadata: UnsafeMutablePointer<GExiv2Metadata>) -> Bool {
    // Registering a known namespace returns false.
    _ = exif_add_namespace("http://creativecommons.org/ns#", "cc")
    for (name, value) in tags {
      // Cleared first, because the new value would be added to an old one of another type.
      _ = exif_clear(metadata, name)
      guard exif_set_text(metadata, name, value) != 0 else { return false }
    }
    addPlace(to: metadata)
    return true
  }

  private func addPlace(to metadata: UnsafeMutablePointer<GExiv2Metadata>) {
    guard let place else { return }
    // The camera's own position is more exact.
    if let known = exif_get_text(metadata, "Exif.GPSInfo.GPSLatitude") { return g_free(known) }
    guard exif_set_place(metadata, place.longitude, place.latitude, 0) != 0 else { return }
    // The altitude is unknown.
    _ = exif_clear(metadata, "Exif.GPSInfo.GPSAltitude")
    _ = exif_clear(metadata, "Exif.GPSInfo.GPSAltitudeRef")
  }
}

extension Bytes {
  /// Writes the bytes into a file in place of what it has; false if that fails.
  fileprivate func replaceContent(of path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return false }
    // A full disk is to be found out before anything is written over.
    let excess = off_t(count) - status.st_size
    if excess > 0, posix_fallocate(file, status.st_size, excess) != 0 {
      ftruncate(file, status.st_size)
      return false
    }
    return write(to: file) && ftruncate(file, off_t(count)) == 0
  }
}
