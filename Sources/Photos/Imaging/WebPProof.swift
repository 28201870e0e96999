import TravelModel

/// The most pixels an animated WebP may have, which is decoded into two canvases of its whole size.
private let animationLimit = 16_000_000

/// Makes sure that a WebP is whole: its chunks to their end, and its pixels by decoding them.
func verifyWebP(_ file: RegularFile, _ header: PictureHeader) throws(PhotoFailure) {
  var window = file.window()
  guard let length = window.little(4, at: 4), length + 8 <= file.count else { throw .damaged }
  var position = 12
  while position + 8 <= length + 8 {
    guard let chunk = window.little(4, at: position + 4) else { throw .damaged }
    position += 8 + chunk
    guard position <= length + 8 else { throw .damaged }
    position += chunk & 1
  }
  let isAnimated =
    window.begins(with: Array("VP8X".utf8), at: 12) && (window.byte(at: 20) ?? 0) & 0x02 != 0
  let size = header.storedSize
  guard !isAnimated || size.width * size.height <= animationLimit else { throw .tooLarge }
  // Decoding reads every code, and an eighth of the size is all it has to hold.
  _ = try decode(
    file, .webp, to: PixelSize(width: max(1, size.width / 8), height: max(1, size.height / 8)))
}
