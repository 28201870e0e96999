import CGLib
import CPixbuf
import Foundation
import Imaging
import TestFiles
import TestSupport
import TravelModel

extension TemporaryFolder {
  func file(_ bytes: [UInt8], named name: String = "picture") -> String {
    let path = "\(path)/\(name)"
    try! Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// What becomes of a file with these bytes: a picture, or the reason why there is none.
  func check(_ bytes: [UInt8], named name: String = "picture") -> Result<
    PictureFile, PictureFailure
  > {
    let path = file(bytes, named: name)
    return Result { () throws(PictureFailure) in try PictureFile(checking: path) }
  }
}

extension Result where Success == PictureFile, Failure == PictureFailure {
  var failure: PictureFailure? {
    switch self {
    case .success: nil
    case .failure(let failure): failure
    }
  }

  var picture: PictureFile? { try? get() }
}

/// Pictures of all kinds, made here.
enum Samples {
  /// A picture without a pattern, so that its file is large; its upper left quarter is red.
  static func made(
    _ type: String, width: Int, height: Int, hasAlpha: Bool = false
  ) -> [UInt8] {
    let pixbuf = gdk_pixbuf_new(
      GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(width), Int32(height))!
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let samples = hasAlpha ? 4 : 3
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    let pixels = gdk_pixbuf_get_pixels(pixbuf)!
    var noise = SeededNumbers(seed: 7)
    for y in 0..<height {
      for x in 0..<width {
        let isRed = x < width / 2 && y < height / 2
        for sample in 0..<samples {
          let value: UInt8 =
            isRed ? (sample == 0 ? 255 : 0) : UInt8.random(in: 0...255, using: &noise)
          pixels[y * stride + x * samples + sample] = sample == 3 ? 255 : value
        }
      }
    }
    return encoded(pixbuf, as: type)
  }

  static let jpeg = made("jpeg", width: 160, height: 120)
  static let png = made("png", width: 60, height: 40)

  private static func decoded(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text)!) }

  /// 24 x 16 pixels, in several scans.
  static let progressive = decoded(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L\
    2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4\
    +Pj4+Pj4+Pj4+Pj4+Pj/wgARCAAQABgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAwACBP/EABUBAQEAAAAAAAAA\
    AAAAAAAAAAID/9oADAMBAAIQAxAAAAHnc3RSxSf/xAAWEAEBAQAAAAAAAAAAAAAAAAABABH/2gAIAQEAAQUCIiIlw//EABcR\
    AAMBAAAAAAAAAAAAAAAAAAABEQL/2gAIAQMBAT8Bos0//8QAFxEAAwEAAAAAAAAAAAAAAAAAAAERMf/aAAgBAgEBPwGFbw//\
    xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Al//xAAYEAEAAwEAAAAAAAAAAAAAAAABABAxcf/aAAgBAQABPyEw0NO0\
    5P/aAAwDAQACAAMAAAAQIP8A/8QAFhEBAQEAAAAAAAAAAAAAAAAAAAER/9oACAEDAQE/EC06/8QAFxEBAQEBAAAAAAAAAAAA\
    AAAAAQAxEf/aAAgBAgEBPxBAdbVi/8QAGRABAAMBAQAAAAAAAAAAAAAAAQAQETFB/9oACAEBAAE/EKAh2gYRdR8o/9k=
    """)

  /// 24 x 16 pixels.
  static let losslessWebP = decoded(
    "UklGRjYAAABXRUJQVlA4TCoAAAAvF8ADAAmASNofe4mI/qcWoSBtAxZlpxD9j3MgJCBk/0eL4uBFTABUczM=")
  /// 24 x 16 pixels.
  static let lossyWebP = decoded(
    """
    UklGRooAAABXRUJQVlA4IH4AAABwBACdASoYABAAPxFwsFAsJiSisAgBgCIJbACdMoR4PoBXgClCaJitXNwZgAD+3OEpgJlX\
    jbRoVAGatgBDqlsgcVhasg5KtVJh58MBvMLifAo/NFfMdyVJzfNVtF2byVcM/xx7wPIsCUv48KQx9N5A3Fd2VnmA6V5k+RnG\
    4AA=
    """)
  /// The same picture in a file with an announced size and a chunk behind the pixels.
  static let extendedWebP: [UInt8] = {
    let chunks =
      chunk("VP8X", [8, 0, 0, 0, 23, 0, 0, 15, 0, 0]) + lossyWebP[12...]
      + chunk("EXIF", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0])
    return webP(chunks)
  }()
  /// The same picture in a file of two frames, which has other things behind them.
  static let animatedWebP: [UInt8] = {
    let place: [UInt8] = [0, 0, 0, 0, 0, 0, 23, 0, 0, 15, 0, 0, 9, 0, 0, 0]
    let frame = chunk("ANMF", place + lossyWebP[12...])
    return webP(
      chunk("VP8X", [2, 0, 0, 0, 23, 0, 0, 15, 0, 0]) + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + frame
        + frame + chunk("VTXX", Array(repeating: 7, count: 40_000)))
  }()

  private static func webP(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(data.count, 4) + data
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
  }

  static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  /// A GIF of so many frames, in four colours; each code is followed by one that clears the table.
  static func gif(width: Int, height: Int, frames: Int) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x81, 0, 0]
    bytes += [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]
    for frame in 0..<frames {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
      bytes += [0x2C, 0, 0, 0, 0] + little(width, 2) + little(height, 2) + [0, 2]
      let codes = (0..<width * height).flatMap { [4, ($0 + frame) % 4] } + [5]
      var bits: [Int] = codes.flatMap { code in (0..<3).map { code >> $0 & 1 } }
      while bits.count % 8 != 0 { bits.append(0) }
      let packed = stride(from: 0, to: bits.count, by: 8).map { start in
        UInt8((0..<8).reduce(0) { $0 | bits[start + $1] << $1 })
      }
      for start in stride(from: 0, to: packed.count, by: 255) {
        let block = packed[start..<min(start + 255, packed.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    return bytes + [0x3B]
  }

  /// A PNG's chunk with its checksum.
  static func pngChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return big(data.count, 4) + content + big(checksum(of: content), 4)
  }

  /// A PNG with the checksums of what its chunks have become.
  static func repaired(png: [UInt8]) -> [UInt8] {
    var (repaired, rest) = (Array(png.prefix(8)), png.dropFirst(8))
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= rest.count - 12 else { break }
      let content = rest.dropFirst(4).prefix(4 + length)
      repaired += big(length, 4) + content + big(checksum(of: content), 4)
      rest = rest.dropFirst(12 + length)
    }
    return repaired + rest
  }

  private static func checksum(of bytes: some Sequence<UInt8>) -> Int {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }

  /// The beginning of a PNG of so many pixels.
  static func pngHeader(width: Int, height: Int) -> [UInt8] {
    Array(png[..<8]) + pngChunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0])
  }

  /// A JPEG with EXIF that says how it has to be turned.
  static func jpeg(turned orientation: UInt8, of jpeg: [UInt8]) -> [UInt8] {
    let exif =
      Array("Exif\0\0MM\0*".utf8) + big(8, 4) + big(1, 2)
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + big(0, 4)
    return jpeg[..<2] + [0xFF, 0xE1] + big(exif.count + 2, 2) + exif + jpeg[2...]
  }

  /// All pictures, with their sizes.
  static let all: [(kind: PictureKind, bytes: [UInt8], size: PixelSize)] = [
    (.jpeg, jpeg, PixelSize(width: 160, height: 120)),
    (.jpeg, progressive, PixelSize(width: 24, height: 16)),
    (.png, png, PixelSize(width: 60, height: 40)),
    (.png, made("png", width: 9, height: 7, hasAlpha: true), PixelSize(width: 9, height: 7)),
    (.gif, gif(width: 12, height: 11, frames: 1), PixelSize(width: 12, height: 11)),
    (.gif, gif(width: 12, height: 11, frames: 3), PixelSize(width: 12, height: 11)),
    (.webp, losslessWebP, PixelSize(width: 24, height: 16)),
    (.webp, lossyWebP, PixelSize(width: 24, height: 16)),
    (.webp, extendedWebP, PixelSize(width: 24, height: 16)),
    (.webp, animatedWebP, PixelSize(width: 24, height: 16)),
  ]
}
