/// The kinds of pictures that are shown, by the names of gdk-pixbuf's loaders; a file of any other
/// is never given to a loader.
public enum PictureKind: String, CaseIterable, Sendable {
  /// JPEG.
  case jpeg
  /// PNG.
  case png
  /// WebP, where its loader is installed.
  case webp
  /// GIF; only the first frame is shown.
  case gif

  /// How the name of such a file ends, without the point.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// Tells the kind by how the content begins, whatever the file is called.
  init?(beginning bytes: [UInt8]) {
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89]), begins("PNG\r\n\u{1A}\n", at: 1) {
      self = .png
    } else if begins("GIF87a") || begins("GIF89a") {
      self = .gif
    } else if begins("RIFF"), begins("WEBP", at: 8) {
      self = .webp
    } else {
      return nil
    }
  }
}
