import CGLib
import CPixbuf
import TestFiles
import TestSupport
import Testing
import TravelModel

@testable import Imaging

struct LookTests {
  private let scratch = TemporaryFolder()

  /// The look of a picture whose brightness is a pattern of the seed, encoded in some way.
  private func look(
    _ seed: UInt64, _ width: Int, _ height: Int, as type: String = "jpeg", quality: String? = nil
  ) throws -> PictureLook? {
    var numbers = SeededNumbers(seed: seed)
    let spots = (0..<80).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height))!
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let (stride, pixels) = (Int(gdk_pixbuf_get_rowstride(pixbuf)), gdk_pixbuf_get_pixels(pixbuf)!)
    for y in 0..<height {
      for x in 0..<width {
        let spot = spots[y * 8 / height * 10 + x * 10 / width]
        for sample in 0..<3 { pixels[y * stride + x * 3 + sample] = spot }
      }
    }
    let options = quality.map { ["quality": $0] } ?? [:]
    return try scratch.check(encoded(pixbuf, as: type, options)).get().look
  }

  @Test func `size quality and format do not make another picture`() throws {
    let first = try #require(try look(1, 500, 375))
    for (width, height, type, quality) in [
      (1000, 750, "jpeg", "95"), (330, 248, "jpeg", "30"), (500, 375, "png", nil),
      (90, 60, "png", nil),
    ] {
      let other = try #require(try look(1, width, height, as: type, quality: quality))
      #expect(first.isNear(other), "\(width) \(type)")
    }
  }

  @Test func `a picture on its side looks as it does upright`() throws {
    let upright = Samples.made("jpeg", width: 160, height: 120)
    func look(_ bytes: [UInt8]) throws -> PictureLook? {
      try PictureFile(checking: scratch.file(bytes)).look
    }
    let turned = try #require(try look(Samples.jpeg(turned: 3, of: upright)))
    #expect(try #require(try look(upright)).distance(to: turned) > 8)
    let same = try #require(try look(Samples.jpeg(turned: 1, of: upright)))
    #expect(try look(upright) == same)
  }

  @Test func `other pictures are not near`() throws {
    let looks = try (1...12).map { try #require(try look(UInt64($0), 200, 150)) }
    for (place, one) in looks.enumerated() {
      #expect(looks[(place + 1)...].allSatisfy { !one.isNear($0) })
    }
  }

  @Test func `small and translucent pictures are looked at too`() throws {
    for bytes in [
      Samples.made("png", width: 3, height: 2), Samples.made("png", width: 400, height: 3),
      Samples.made("png", width: 64, height: 64, hasAlpha: true), Samples.losslessWebP,
    ] {
      #expect(try PictureFile(checking: scratch.file(bytes)).look != nil)
    }
  }
}
