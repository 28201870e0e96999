import CGLib
import CPixbuf
import GLibBridge

/// The supported kinds of pictures, by the names of gdk-pixbuf's loaders; files of other kinds are
/// never passed to a loader.
public enum PictureKind: String, CaseIterable, Sendable {
  case jpeg
  case png
  /// WebP, if its loader is installed.
  case webp
  /// GIF; only the first frame is shown.
  case gif
  /// HEIC, if its loader is installed.
  case heic = "heif/avif"
  /// AVIF, if its loader is installed.
  case avif

  public static var readable: Set<PictureKind> {
    var kinds: Set<PictureKind> = []
    let formats = gdk_pixbuf_get_formats()
    defer { g_slist_free(formats) }
    var next = formats
    while let format = next?.pointee {
      let name = gdk_pixbuf_format_get_name(OpaquePointer(format.data)).map { String(adopting: $0) }
      if let kind = name.flatMap(PictureKind.init) { kinds.insert(kind) }
      next = format.next
    }
    return kinds
  }

  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .heic: "heic"
    case .png, .webp, .gif, .avif: rawValue
    }
  }

  /// Whether the loader decodes nothing before it has the whole file; it rotates the pixels, too.
  var isDecodedAtEnd: Bool { self == .heic || self == .avif }

  /// Recognises the kind by the first bytes, whatever the file is called.
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
    } else if begins("ftypavif", at: 4) {
      self = .avif
    } else if ["heic", "heix", "heim", "heis", "mif1"].contains(where: {
      begins("ftyp\($0)", at: 4)
    }) {
      self = .heic
    } else {
      return nil
    }
  }
}
