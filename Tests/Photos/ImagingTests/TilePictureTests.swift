import GLibBridge
import Imaging
import Testing

struct TilePictureTests {
  private func isSound(_ bytes: [UInt8]) -> Bool { TilePicture(Bytes(copying: bytes)) != nil }

  @Test(arguments: ["png", "jpeg"]) func `a tile of any usual size is sound`(type: String) {
    for side in [256, 512, 1024] {
      #expect(isSound(Samples.made(type, width: side, height: side)))
    }
  }

  @Test func `a WebP tile is sound`() {
    #expect(isSound(Samples.losslessWebP))
    #expect(isSound(Samples.lossyWebP))
  }

  @Test func `a tile beyond the longest side is none`() {
    #expect(!isSound(Samples.made("png", width: 1025, height: 16)))
    #expect(!isSound(Samples.made("jpeg", width: 16, height: 1025)))
    #expect(!isSound(Samples.pngHeader(width: 50_000, height: 50_000)))
  }

  @Test(arguments: [Samples.png, Samples.jpeg, Samples.losslessWebP])
  func `a tile that breaks off is none`(bytes: [UInt8]) {
    #expect(isSound(bytes))
    #expect(!isSound(Array(bytes.dropLast(bytes.count / 2))))
  }

  @Test func `what is no picture is no tile`() {
    #expect(!isSound([]))
    #expect(!isSound(Array("<html>Please log in</html>".utf8)))
    #expect(!isSound(Samples.gif(width: 256, height: 256, frames: 1)))
  }
}
