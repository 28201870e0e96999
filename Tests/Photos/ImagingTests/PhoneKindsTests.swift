import CGLib
import CPixbuf
import Files
import Foundation
import GLibBridge
import TestSupport
import Testing
import TravelModel

@testable import Imaging

/// Pictures as phones take them, whose loaders are packages of their own.
struct PhoneKindsTests {
  private let scratch = TemporaryFolder()

  @Test(whereLoadersAre, arguments: PhoneSample.all) func `a whole picture is one`(
    sample: PhoneSample
  ) throws {
    let picture = try #require(scratch.check(sample.bytes).picture)
    #expect(picture.kind == sample.kind)
    #expect(picture.size == sample.size)
    #expect(try PictureFile(sniffing: picture.path).header == picture.header)
    #expect(PictureFile.flaw(at: picture.path) == nil)
  }

  @Test(whereLoadersAre, arguments: PhoneSample.all) func `a picture that breaks off is damaged`(
    sample: PhoneSample
  ) {
    for end in stride(from: 16, to: sample.bytes.count, by: 9) {
      #expect(scratch.check(Array(sample.bytes[..<end])).failure == .damaged, "cut at \(end)")
      #expect(PictureFile.flaw(at: "\(scratch.path)/picture") == .damaged, "cut at \(end)")
    }
  }

  @Test(whereLoadersAre, arguments: PhoneSample.all)
  func `the loader rotates, and nobody once more`(sample: PhoneSample) throws {
    let pixels = try DecodedPicture(of: scratch.file(sample.bytes), covering: sample.size)
    #expect(pixels.size == sample.size)
    // The red quarter is on the left, and after the rotation below.
    let y = sample.kind == .avif ? sample.size.height - 9 : 8
    pixels.pixels.withUnsafeBytes { bytes in
      let start = y * pixels.stride + 8 * (pixels.hasAlpha ? 4 : 3)
      #expect(bytes[start] > 200 && bytes[start + 1] < 80 && bytes[start + 2] < 80)
    }
  }

  @Test(whereLoadersAre, arguments: PhoneSample.all) func `a confined reader decodes it`(
    sample: PhoneSample
  ) throws {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("picture-attacker").path
    let readers = PictureReaders(program: program)
    for _ in 0..<2 {
      let file = try sample.bytes.withUnsafeBytes { bytes in try OpenFile(holding: bytes) }
      let answer = try readers.answer(
        file, PictureQuestion(cell: sample.size, isChecked: true, hasDetails: true))
      #expect(answer.header.size == sample.size)
      #expect(answer.pixels?.size == sample.size)
      #expect((answer.details != nil) == (sample.kind == .avif))
    }
  }

  @Test(whereLoadersAre) func `gexiv2 finds the place`() throws {
    let avif = PhoneSample.all[1]
    let details = try PictureFile.details(at: scratch.file(avif.bytes))
    let coordinate = try #require(details?.coordinate)
    #expect(abs(coordinate.latitude - 48.858_333) < 0.000_01)
    #expect(abs(coordinate.longitude - 2.294_444) < 0.000_01)
    #expect(details?.size == avif.size)
  }
}

private let whereLoadersAre = ConditionTrait.enabled(
  if: [PictureKind.heic, .avif].allSatisfy(hasLoader),
  "heif-gdk-pixbuf and libavif-gdk-pixbuf are not both installed")

private func hasLoader(for kind: PictureKind) -> Bool {
  guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, nil) else { return false }
  gdk_pixbuf_loader_close(loader, nil)
  g_object_unref(loader)
  return true
}

struct PhoneSample: Sendable, CustomTestStringConvertible {
  let kind: PictureKind
  let bytes: [UInt8]
  let size: PixelSize

  init(_ kind: PictureKind, _ size: PixelSize, _ text: String) {
    (self.kind, self.size, bytes) = (kind, size, Array(Data(base64Encoded: text)!))
  }

  var testDescription: String { kind.rawValue }
}

extension PhoneSample {
  /// 96 x 64 pixels whose upper left quarter is red; the second is rotated to the left, and has a place.
  static let all = [
    PhoneSample(
      .heic, PixelSize(width: 96, height: 64),
      """
      AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAA\
      AAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAMgAAACNpaW5mAAAAAAAB\
      AAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADw\
      MgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgA\
      AAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAA\
      AAAAAAAAEAAQOBAoMAAAA6bWRhdAAAAC4oAa8ZgPd8hTf/+KGH/mta/6/gu0//ivHeRmH+uKiAMOf/BjseOQ1/WnQE\
      31hM
      """),
    PhoneSample(
      .avif, PixelSize(width: 64, height: 96),
      """
      AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAE9bWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAA\
      AAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAAB6QAAAFgAAgAAAAEA\
      AAFlAAAAhAAAAEFpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAZaW5mZQIAAAAAAgAARXhpZk\
      V4aWYAAAAAGmlyZWYAAAAAAAAADmNkc2MAAgABAAEAAAB0aXBycAAAAFRpcGNvAAAAFGlzcGUAAAAAAAAAYAAAAEAA\
      AAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAAAlpcm90AQAAABhpcG1hAAAAAA\
      AAAAEAAQUBAoMEhQAAAORtZGF0AAAAAE1NACoAAAAIAAGIJQAEAAAAAQAAABoAAAAAAAQAAQACAAAAAk4AAAAAAgAF\
      AAAAAwAAAFAAAwACAAAAAkUAAAAABAAFAAAAAwAAAGgAAAAAAAAAMAAAAAEAAAAzAAAAAQAAAB4AAAABAAAAAgAAAA\
      EAAAARAAAAAQAAACgAAAABEgAKCTgZb/7CAhoNIDJJFaAOOOOCALTbe27sq1abGlDSkNo3Lfc7dc9b57mN0wWB3EPk\
      vv3tfl+Vkjuv4k42NjDPh+hNnAwrUPsEQTMew6aEQWcVBynShg==
      """),
  ]
}
