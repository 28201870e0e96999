import CPixbuf
public import GLibBridge
public import TravelModel

/// The pixels of a picture, decoded no larger than they are needed.
public struct DecodedPicture: Sendable {
  /// The rows from the top: three bytes a pixel (red, green, blue), or four with alpha, which the
  /// others are not multiplied with.
  public let pixels: Bytes
  /// How many pixels wide and high it is.
  public let size: PixelSize
  /// How many bytes lie between the beginnings of two rows.
  public let stride: Int
  /// Tells whether each pixel has a fourth byte, its alpha.
  public let hasAlpha: Bool
  /// How many pixels wide and high the picture in the decoded file is, standing upright; a kept
  /// thumbnail is a file of its own.
  public let fileSize: PixelSize
}

extension DecodedPicture {
  /// A picture that was painted: its rows from the top, three bytes a pixel, with no room between.
  public init(painted pixels: Bytes, size: PixelSize) {
    self.init(
      pixels: pixels, size: size, stride: size.width * 3, hasAlpha: false, fileSize: size)
  }
}

extension PictureFile {
  /// Decodes the picture, upright, to the smallest size that covers so many pixels.
  ///
  /// It keeps its proportions, and is never enlarged.
  public func decoded(covering cell: PixelSize) throws(PhotoFailure) -> DecodedPicture {
    guard !header.isTooLarge else { throw .tooLarge }
    let swaps = header.orientation.swapsSides
    let target = header.storedSize.scaled(
      toCoverWidth: swaps ? cell.height : cell.width, height: swaps ? cell.width : cell.height)
    let decoded = upright(try decode(RegularFile(path), kind, to: target), header.orientation)
    let pixbuf = decoded.pointer
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8,
      let bytes = gdk_pixbuf_read_pixel_bytes(pixbuf)
    else { throw .damaged }
    return DecodedPicture(
      pixels: Bytes(adopting: bytes),
      size: PixelSize(
        width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf))),
      stride: Int(gdk_pixbuf_get_rowstride(pixbuf)),
      hasAlpha: gdk_pixbuf_get_has_alpha(pixbuf) != 0, fileSize: size)
  }
}

extension PixelSize {
  /// The smallest size of the same proportions that covers a cell, and no larger than this.
  func scaled(toCoverWidth cellWidth: Int, height cellHeight: Int) -> PixelSize {
    let scale = max(
      Double(max(1, cellWidth)) / Double(width), Double(max(1, cellHeight)) / Double(height))
    guard scale < 1 else { return self }
    return PixelSize(
      width: min(width, Int((Double(width) * scale).rounded(.up))),
      height: min(height, Int((Double(height) * scale).rounded(.up))))
  }
}

/// Takes over a picture as it is stored, and answers it standing upright.
private func upright(_ stored: consuming Pixbuf, _ orientation: Orientation) -> Pixbuf {
  guard orientation != .upright else { return stored }
  // Loaders that scale drop the orientation.
  gdk_pixbuf_set_option(stored.pointer, "orientation", String(orientation.rawValue))
  // Without the memory for another one, a picture on its side is better than none.
  guard let turned = gdk_pixbuf_apply_embedded_orientation(stored.pointer) else { return stored }
  return Pixbuf(adopting: turned)
}
