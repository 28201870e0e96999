import GLibBridge
import TestSupport
import Testing
import TravelModel

@testable import Imaging

struct ThumbnailTests {
  let scratch = TemporaryFolder()

  private func picture(_ bytes: [UInt8]) throws -> PictureFile {
    try PictureFile(sniffing: scratch.file(bytes))
  }

  @Test(arguments: [
    (40, 30, 40, 30), (40, 10, 40, 30), (10, 30, 40, 30), (1000, 10, 160, 120), (80, 61, 82, 61),
    (0, 0, 2, 1),
  ]) func `the smallest size that covers is decoded`(
    width: Int, height: Int, expectedWidth: Int, expectedHeight: Int
  ) throws {
    let thumbnail = try DecodedPicture(
      of: picture(Samples.jpeg).path, covering: PixelSize(width: width, height: height))
    #expect(thumbnail.size == PixelSize(width: expectedWidth, height: expectedHeight))
    #expect(thumbnail.pixels.count >= thumbnail.stride * (expectedHeight - 1) + expectedWidth * 3)
    #expect(!thumbnail.hasAlpha)
  }

  @Test(arguments: Samples.all.indices) func `every kind has thumbnails`(index: Int) throws {
    let sample = Samples.all[index]
    let thumbnail = try DecodedPicture(
      of: picture(sample.bytes).path, covering: PixelSize(width: 6, height: 4))
    #expect(thumbnail.size.width >= 6 && thumbnail.size.width <= sample.size.width)
    #expect(thumbnail.size.height >= 4 && thumbnail.size.height <= sample.size.height)
  }

  @Test(arguments: [PictureKind.jpeg, .png, .gif])
  func `what a loader finds too large is too large`(kind: PictureKind) throws {
    func decode(width: Int) throws {
      let bytes =
        kind == .gif
        ? Samples.gif(width: width, height: 1, frames: 1)
        : Samples.made(kind.rawValue, width: width, height: 1)
      _ = try DecodedPicture(of: picture(bytes).path, covering: PixelSize(width: 1, height: 1))
    }
    #expect(throws: PictureFailure.tooLarge) { try decode(width: 20_001) }
    #expect(throws: Never.self) { try decode(width: 200) }
  }

  @Test func alphaIsKept() throws {
    let bytes = Samples.made("png", width: 9, height: 7, hasAlpha: true)
    #expect(
      try DecodedPicture(of: picture(bytes).path, covering: PixelSize(width: 99, height: 99))
        .hasAlpha)
  }

  /// Where the upper left quarter of the stored picture, which is red, has to come to lie.
  @Test(
    arguments: zip(
      1...8,
      [
        (left: true, top: true), (false, true), (false, false), (true, false), (true, true),
        (false, true), (false, false), (true, false),
      ])
  ) func thumbnailsStandUpright(orientation: Int, red: (left: Bool, top: Bool)) throws {
    let bytes = Samples.jpeg(turned: UInt8(orientation), of: Samples.jpeg)
    for cell in [40, 400] {
      let thumbnail = try DecodedPicture(
        of: picture(bytes).path, covering: PixelSize(width: cell, height: cell))
      #expect((thumbnail.size.width > thumbnail.size.height) == (orientation < 5))
      #expect(min(thumbnail.size.width, thumbnail.size.height) == min(cell, 120))
      for left in [true, false] {
        for top in [true, false] {
          let isRed = isRed(thumbnail, x: left ? 0.25 : 0.75, y: top ? 0.25 : 0.75)
          #expect(isRed == (left == red.left && top == red.top))
        }
      }
    }
  }

  /// Tells whether the pixels around a place, given as parts of the sides, are all red.
  private func isRed(_ thumbnail: DecodedPicture, x: Double, y: Double) -> Bool {
    let column = Int(Double(thumbnail.size.width) * x)
    let row = Int(Double(thumbnail.size.height) * y)
    return thumbnail.pixels.withUnsafeBytes { bytes in
      (-2...2).allSatisfy { offset in
        let start = (row + offset) * thumbnail.stride + (column + offset) * 3
        return bytes[start] > 200 && bytes[start + 1] < 60 && bytes[start + 2] < 60
      }
    }
  }

  @Test(arguments: Samples.all.indices)
  func `a damaged picture may have a thumbnail and ends nothing`(
    index: Int
  ) throws {
    let bytes = Samples.all[index].bytes
    var noise = SeededNumbers(seed: UInt64(index))
    var (thumbnails, checks) = (Readings(), Readings())
    for _ in 0..<100 {
      var changed = bytes
      changed[Int.random(in: 30..<bytes.count, using: &noise)] ^= 0x55
      let thumbnail = try thumbnails.attempt(or: PictureFailure.self) {
        try DecodedPicture(of: picture(changed).path, covering: PixelSize(width: 8, height: 8))
      }
      if let thumbnail { #expect(thumbnail.size.width > 0 && thumbnail.size.height > 0) }
      _ = try checks.attempt(or: PictureFailure.self) { try scratch.check(changed).get() }
    }
    // A kind with checksums shows nothing that is damaged; of the others there is something to see.
    #expect(thumbnails.read > 0 || checks.refused == 100)
  }
}
