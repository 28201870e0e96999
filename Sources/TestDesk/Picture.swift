import CXTest

/// The pixels of a part of the screen at one moment.
public struct Picture: Equatable {
  public let width: Int
  public let height: Int
  private let pixels: [UInt32]

  /// The colour of a pixel as 0xRRGGBB.
  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] & 0xFF_FFFF }
}

extension Picture {
  fileprivate init?(_ image: UnsafeMutablePointer<XImage>) {
    guard image.pointee.bits_per_pixel == 32 else { return nil }
    (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
    let (row, height) = (Int(image.pointee.bytes_per_line) / 4, height)
    guard row == width else { return nil }
    pixels = image.pointee.data.withMemoryRebound(to: UInt32.self, capacity: row * height) {
      Array(UnsafeBufferPointer(start: $0, count: row * height))
    }
  }
}

extension Screen {
  /// Captures a part of the screen.
  public func look(x: Int, y: Int, width: Int, height: Int) throws -> Picture {
    let image = XGetImage(
      display, root, Int32(x), Int32(y), UInt32(width), UInt32(height), UInt(bitPattern: ~0),
      ZPixmap)
    defer { _ = image.map { $0.pointee.f.destroy_image($0) } }
    guard let picture = image.flatMap(Picture.init) else {
      throw DeskError("the screen cannot be read")
    }
    return picture
  }
}
