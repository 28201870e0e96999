import TravelModel

/// Makes sure that a GIF is whole: all its blocks to its end, and all its frames on its screen.
///
/// The codes are not unpacked: gdk-pixbuf shows an incomplete frame as far as it goes. But it
/// allocates a frame of any size, so each must lie on the screen.
func verifyGIF(_ window: inout ByteWindow, screen: PixelSize) throws(PhotoFailure) {
  var reader = GIFReader(screen: screen)
  guard reader.readsToTheEnd(&window) else { throw .damaged }
}

private struct GIFReader {
  private let screen: PixelSize
  private var position = 13  // behind the header
  private var hasFrame = false

  init(screen: PixelSize) { self.screen = screen }

  mutating func readsToTheEnd(_ window: inout ByteWindow) -> Bool {
    guard let flags = window.byte(at: 10) else { return false }
    skipColors(flags)
    while let introducer = window.byte(at: position) {
      position += 1
      switch introducer {
      case 0x21:
        position += 1
        guard skipBlocks(&window) else { return false }
      case 0x2C:
        guard readsFrame(&window) else { return false }
      case 0x3B: return hasFrame
      default: return false
      }
    }
    return false
  }

  private mutating func skipColors(_ flags: UInt8) {
    if flags & 0x80 != 0 { position += 3 << (Int(flags & 7) + 1) }
  }

  private mutating func skipBlocks(_ window: inout ByteWindow) -> Bool {
    while let length = window.byte(at: position) {
      position += 1 + Int(length)
      if length == 0 { return true }
    }
    return false
  }

  private mutating func readsFrame(_ window: inout ByteWindow) -> Bool {
    guard let left = window.little(2, at: position), let top = window.little(2, at: position + 2),
      let width = window.little(2, at: position + 4),
      let height = window.little(2, at: position + 6), let flags = window.byte(at: position + 8)
    else { return false }
    // The screen's size is what was found small enough to decode; a decoder takes each frame's.
    guard left + width <= screen.width, top + height <= screen.height else { return false }
    position += 9
    skipColors(flags)
    guard let bits = window.byte(at: position), (1...11).contains(bits) else { return false }
    position += 1
    // Only the first frame is ever shown: that a later one has no pixels harms nobody.
    guard hasFrame || width * height > 0 && window.byte(at: position) != 0 else { return false }
    hasFrame = true
    return skipBlocks(&window)
  }
}
