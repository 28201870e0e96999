package import GLibBridge
package import Tourist
package import Travels

/// The pixels of a picture as they are shown: three bytes each, or four with alpha.
package nonisolated struct DecodedPicture: Sendable {
  /// The rows from the top.
  package let pixels: Bytes
  /// How many pixels wide and high they are.
  package let size: PixelSize
  /// How many bytes lie between the beginnings of two rows.
  package let stride: Int
  /// Tells whether each pixel has a fourth byte, its alpha.
  package let hasAlpha: Bool
  /// How many pixels the whole file has.
  package let fileSize: PixelSize

  /// Puts a decoded picture together.
  package init(pixels: Bytes, size: PixelSize, stride: Int, hasAlpha: Bool, fileSize: PixelSize) {
    self.pixels = pixels
    self.size = size
    self.stride = stride
    self.hasAlpha = hasAlpha
    self.fileSize = fileSize
  }
}

/// Decodes the picture in a file, upright, in the size that `wanted` makes of the file's own.
///
/// It throws a `PhotoFailure`, or `CancellationError` where the task was cancelled.
package typealias PictureDecoder =
  @Sendable (_ path: String, _ wanted: @escaping @Sendable (PixelSize) -> PixelSize) async throws ->
  DecodedPicture

/// Writes into a copy of a picture whose it is; false where the file cannot carry that.
package typealias CreditWriter = @Sendable (_ photo: PhotoDetails, _ path: String) async -> Bool

/// What the viewer works with.
package struct ViewerTools {
  let largeImages: LargeImages
  let decode: PictureDecoder
  let writeCredit: CreditWriter

  /// Puts it together.
  package init(
    largeImages: LargeImages, decode: @escaping PictureDecoder,
    writeCredit: @escaping CreditWriter
  ) {
    self.largeImages = largeImages
    self.decode = decode
    self.writeCredit = writeCredit
  }
}
