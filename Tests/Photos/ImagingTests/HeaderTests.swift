import Files
import GLibBridge
import TestSupport
import Testing
import TravelModel

@testable import Imaging

struct HeaderTests {
  private func header(_ bytes: [UInt8]) throws -> PictureHeader {
    let file = try bytes.withUnsafeBytes { bytes in try OpenFile(holding: bytes) }
    return try PictureAnswer(file, PictureQuestion()).header
  }

  @Test(arguments: Samples.all.indices) func `the header tells kind and size`(index: Int) throws {
    let sample = Samples.all[index]
    let header = try header(sample.bytes)
    #expect(header.kind == sample.kind)
    #expect(header.size == sample.size)
    #expect(header.orientation == .upright)
  }

  @Test(arguments: Samples.all.indices) func `anything can be asked for its header`(index: Int)
    throws
  {
    let bytes = Samples.jpeg(turned: 3, of: Samples.all[index].bytes)
    let variants = [Samples.all[index].bytes, bytes]
    var noise = SeededNumbers(seed: UInt64(index + 11))
    var (cuts, changes) = (Readings(), Readings())
    for bytes in variants {
      for end in stride(from: 0, to: min(bytes.count, 1500), by: 5) {
        _ = try cuts.attempt(or: PictureFailure.self) { try header(Array(bytes[..<end])) }
      }
      for _ in 0..<300 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...6, using: &noise) {
          let place = Int.random(in: 0..<min(bytes.count, 700), using: &noise)
          changed[place] = [0, 0xFF, UInt8.random(in: 0...255, using: &noise)].randomElement(
            using: &noise)!
        }
        _ = try changes.attempt(or: PictureFailure.self) { try header(changed) }
      }
    }
    #expect(cuts.refused > 20)
    #expect(cuts.read > 0)
    #expect(changes.refused > 20)
    #expect(changes.read > 100)
  }

  @Test func `a large profile before the size is passed over`() throws {
    let profile = [0xFF, 0xE2, 0xFF, 0xFF] + Array(repeating: UInt8(0xC0), count: 65_533)
    let profiles = Array(Array(repeating: profile, count: 20).joined())
    let header = try header(Array(Samples.jpeg[..<2]) + profiles + Samples.jpeg[2...])
    #expect(header.size == PixelSize(width: 160, height: 120))
  }

  @Test func `fill bytes and restart markers before the size are passed over`() throws {
    let stray: [UInt8] = [0xFF, 0xFF, 0xFF, 0xD3, 0x11, 0xFF, 0x00, 0xFF, 0xFF]
    let header = try header(Array(Samples.jpeg[..<2]) + stray + Samples.jpeg[3...])
    #expect(header.size == PixelSize(width: 160, height: 120))
  }

  @Test(arguments: 1...8) func `a picture on its side tells its upright size`(orientation: Int)
    throws
  {
    let header = try header(Samples.jpeg(turned: UInt8(orientation), of: Samples.jpeg))
    #expect(header.orientation.rawValue == orientation)
    #expect(header.storedSize == PixelSize(width: 160, height: 120))
    #expect(header.size.width == (orientation < 5 ? 160 : 120))
  }

  @Test func `an orientation that there is not is upright`() throws {
    #expect(try header(Samples.jpeg(turned: 9, of: Samples.jpeg)).orientation == .upright)
    #expect(try header(Samples.jpeg(turned: 0, of: Samples.jpeg)).orientation == .upright)
  }
}
