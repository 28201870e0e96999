import Foundation
import TestSupport
import Testing
import TravelModel

@testable import Imaging

struct CheckTests {
  let scratch = TemporaryFolder()

  @Test(arguments: Samples.all.indices) func `a whole picture is one whatever it is called`(
    index: Int
  ) {
    let sample = Samples.all[index]
    for name in ["picture", "picture.txt", "picture.png", "picture.jpg", "ä b%20.gif"] {
      let picture = scratch.check(sample.bytes, named: name).picture
      #expect(picture?.kind == sample.kind)
      #expect(picture?.size == sample.size)
    }
  }

  @Test(arguments: Samples.all.indices) func `a picture that breaks off is never whole`(index: Int)
  {
    let bytes = Samples.all[index].bytes
    let step = max(1, bytes.count / 400)
    let ends = Set(stride(from: 0, to: bytes.count, by: step)).union(
      max(0, bytes.count - 40)..<bytes.count)
    for end in ends {
      let failure = scratch.check(Array(bytes[..<end])).failure
      #expect(failure == .damaged || failure == .notAPicture, "cut at \(end) of \(bytes.count)")
    }
  }

  @Test(arguments: Samples.all.indices) func `a glance misses no file that is lost or cut short`(
    index: Int
  )
    throws
  {
    let bytes = Samples.all[index].bytes
    let file = scratch.path + "/glance"
    #expect(PictureFile.flaw(at: file) == .lost)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    #expect(PictureFile.flaw(at: file) == nil)
    for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 50)) {
      try Data(bytes[..<end]).write(to: URL(fileURLWithPath: file))
      #expect(PictureFile.flaw(at: file) == .damaged, "cut at \(end) of \(bytes.count)")
    }
    let longer = bytes + Array("more".utf8)
    try Data(longer).write(to: URL(fileURLWithPath: file))
    #expect((PictureFile.flaw(at: file) == nil) == (scratch.check(longer).picture != nil))
  }

  @Test(arguments: [
    "<!DOCTYPE html><title>Not found</title>", "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "<?xml version='1.0'?><svg/>", "II*\0\u{8}\0\0\0", "MM\0*\0\0\0\u{8}", "%PDF-1.7\n", "",
    "{\"error\": 404}", "RIFF\u{10}\0\0\0WAVEfmt ", "BM\u{46}\0\0\0", "GIF90a", "\0\0\u{1}\0",
  ]) func `what is no picture that is shown is none`(content: String) {
    #expect(scratch.check(Array(content.utf8), named: "a.jpg").failure == .notAPicture)
  }

  @Test func `noise is no picture`() {
    var noise = SeededNumbers(seed: 3)
    for _ in 0..<200 {
      let bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &noise) }
      #expect(scratch.check(bytes).failure == .notAPicture)
    }
  }

  @Test func `what is no file is no picture`() {
    #expect(throws: PictureFailure.lost) { try PictureFile(checking: scratch.path + "/missing") }
    #expect(throws: PictureFailure.notAPicture) { try PictureFile(checking: scratch.path) }
    let pipe = scratch.path + "/pipe"
    mkfifo(pipe, 0o600)
    #expect(throws: PictureFailure.notAPicture) { try PictureFile(checking: pipe) }
  }

  @Test func `only a file that is not there is gone`() {
    let file = scratch.file([])
    #expect(PictureFile.flaw(at: file + "/below") == .lost)
    let circle = scratch.path + "/circle"
    symlink(circle, circle)
    #expect(PictureFile.flaw(at: circle) == .fileUnreadable)
    #expect(throws: PictureFailure.fileUnreadable) { try PictureFile(checking: circle) }
  }

  @Test func `without free descriptors no picture is gone or damaged`() async {
    // The limit is one of the whole process.
    await #expect(processExitsWith: .success) {
      let scratch = TemporaryFolder()
      let path = scratch.file(Samples.jpeg)
      _ = try PictureFile(checking: path)
      let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var usual = rlimit()
      getrlimit(descriptors, &usual)
      var none = rlimit(rlim_cur: 0, rlim_max: usual.rlim_max)
      setrlimit(descriptors, &none)
      #expect(throws: PictureFailure.fileUnreadable) { try PictureFile(checking: path) }
      setrlimit(descriptors, &usual)
      #expect(throws: Never.self) { try PictureFile(checking: path) }
    }
  }

  @Test func `a JPEG whose middle is damaged is a picture up to its end`() {
    var noise = SeededNumbers(seed: 5)
    for _ in 0..<50 {
      var bytes = Samples.jpeg
      let start = Int.random(in: 2000..<bytes.count / 2, using: &noise)
      for index in start..<start + 2000 { bytes[index] = UInt8.random(in: 0...254, using: &noise) }
      #expect(scratch.check(bytes).picture?.size == PixelSize(width: 160, height: 120))
    }
  }

  @Test func `a JPEG with a hole is a picture where it still has its end`() {
    let count = Samples.jpeg.count
    for start in stride(from: 2000, to: count - 2, by: 500) {
      var bytes = Samples.jpeg
      for index in start..<min(count, start + 2500) { bytes[index] = 0 }
      let isClosed = start + 2500 < count - 1
      #expect((scratch.check(bytes).picture != nil) == isClosed, "\(start) of \(count)")
    }
  }

  @Test func `a GIF with a frame beyond all memory is none`() {
    for frames in 1...2 {
      var bytes = Samples.gif(width: 12, height: 11, frames: frames)
      #expect(scratch.check(bytes).picture != nil)
      // Before the last frame's size stands its introducer, and before that its four zeros.
      let introducer: [UInt8] = [0x2C, 0, 0, 0, 0, 12, 0, 11, 0]
      let frame = bytes.indices.last { bytes[$0...].starts(with: introducer) }!
      bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
      #expect(scratch.check(bytes).failure == .damaged)
    }
  }

  @Test func `a GIF without any codes ends nothing`() throws {
    let start = Array(Samples.gif(width: 12, height: 11, frames: 0).dropLast())
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 12, 0, 11, 0, 0, 2]
    for codes in [[], [2, 0x04, 0x05]] as [[UInt8]] {
      let path = scratch.file(start + frame + codes + [0, 0x3B])
      #expect(throws: Never.self) { try PictureFile(checking: path) }
      #expect(throws: Never.self) {
        try DecodedPicture(of: path, covering: PixelSize(width: 12, height: 11))
      }
    }
  }

  @Test func `a few bytes of nothing behind the pixels do not matter`() {
    let bytes =
      Samples.jpeg[..<(Samples.jpeg.count - 2)] + Array(repeating: 0, count: 20) + [0xFF, 0xD9]
    #expect(scratch.check(Array(bytes)).picture != nil)
  }

  @Test func `what follows a JPEG does not matter`() {
    #expect(scratch.check(Samples.jpeg + Array(repeating: 7, count: 9000)).picture != nil)
  }

  @Test func `a JPEG of endless scans is too large`() {
    // The scan with the last bits of the brightness can be repeated as often as one likes.
    let bytes = Samples.progressive
    let start = bytes.ranges(of: [0xFF, 0xDA, 0x00, 0x0C]).last!.lowerBound
    let end = bytes[start...].firstRange(of: [0xFF, 0xC4])!.lowerBound
    let scans = Array(repeating: bytes[start..<end], count: 5000).joined()
    let bomb = bytes[..<start] + scans + bytes[start...]
    #expect(scratch.check(Array(bomb)).failure == .tooLarge)
  }

  @Test func `a large JPEG of several scans is too large`() {
    let size = Samples.progressive.firstRange(of: [0xFF, 0xC2])!.lowerBound + 5
    var bytes = Samples.progressive
    bytes.replaceSubrange(size..<size + 4, with: Samples.big(8000, 2) + Samples.big(8000, 2))
    #expect(scratch.check(bytes).failure == .tooLarge)
  }

  @Test func `every byte of the header and the pixels of a PNG counts`() {
    let notes = 33..<Samples.png.firstRange(of: Array("IDAT".utf8))!.lowerBound
    for index in Samples.png.indices
    where (index % 7 == 0 || index < 100) && !notes.contains(index) {
      var bytes = Samples.png
      bytes[index] ^= 0x10
      let failure = scratch.check(bytes).failure
      #expect(failure != nil, "byte \(index)")
      #expect(failure == .damaged || index < 24, "byte \(index)")
    }
  }

  @Test func `a PNG with too few pixels is damaged`() {
    // Its checksums are right, and its rows are those of another picture.
    let header = Samples.pngHeader(width: 61, height: 40)
    #expect(scratch.check(header + Samples.png[header.count...]).failure == .damaged)
  }

  @Test func `huge pictures are too large before they are decoded`() {
    for (width, height) in [(50_000, 50_000), (20_001, 1)] {
      let header = Samples.pngHeader(width: width, height: height)
      let png = header + Samples.png[header.count...]
      #expect(scratch.check(png).failure == .tooLarge)
    }
    #expect(
      scratch.check(Samples.gif(width: 1, height: 1, frames: 1).settingSize(at: 6, to: 0xFFFF))
        .failure == .tooLarge)
    let size = Samples.jpeg.firstRange(of: [0xFF, 0xC0])!.lowerBound + 5
    #expect(scratch.check(Samples.jpeg.settingSize(at: size, to: 0x5050)).failure == .tooLarge)
  }

  @Test func `a huge animation is too large before it is decoded`() {
    // The sides are kept less one, in three bytes each.
    var bytes = Samples.extendedWebP
    bytes.replaceSubrange(24..<30, with: [0x0F, 0x27, 0, 0x0F, 0x27, 0])
    bytes[20] = 2
    #expect(scratch.check(bytes).failure == .tooLarge)
  }

  @Test func `pictures without pixels are none`() {
    #expect(scratch.check(Samples.pngHeader(width: 0, height: 9)).failure == .damaged)
    #expect(
      scratch.check(Samples.gif(width: 1, height: 1, frames: 1).settingSize(at: 6, to: 0)).failure
        == .damaged)
  }
}

extension [UInt8] {
  /// The same bytes with a width and a height of two bytes each in their midst.
  fileprivate func settingSize(at offset: Int, to side: Int) -> [UInt8] {
    var bytes = self
    bytes.replaceSubrange(
      offset..<offset + 4, with: Samples.little(side, 2) + Samples.little(side, 2))
    return bytes
  }
}
