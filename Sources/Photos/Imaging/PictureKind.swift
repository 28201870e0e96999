/// The kinds of pictures that are shown; a file of any other is never decoded.
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
}

extension PictureKind {
  /// Tells the kind by how the content begins, whatever the file is called.
  init?(_ window: inout ByteWindow) {
    if window.begins(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if window.begins(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if window.begins(with: Array("GIF87a".utf8)) || window.begins(with: Array("GIF89a".utf8))
    {
      self = .gif
    } else if window.begins(with: Array("RIFF".utf8))
      && window.begins(with: Array("WEBP".utf8), at: 8)
    {
      self = .webp
    } else {
      return nil
    }
  }
}
