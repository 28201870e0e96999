import Files
import Foundation
import GLibBridge
import TestFiles
import TestSupport
import Testing
import TravelModel

@testable import Imaging

/// Pictures that other processes read.
///
/// Their program is `picture-attacker`, which reads pictures as the real one does, and tries attacks.
struct PictureReadersTests {
  private let scratch = TemporaryFolder()
  private let readers = PictureReaders(program: PictureReadersTests.program)

  private static let program = built("picture-attacker")

  private func file(_ bytes: [UInt8]) throws -> OpenFile {
    try bytes.withUnsafeBytes { bytes in try OpenFile(holding: bytes) }
  }

  /// Tries an attack, after which pictures are read as before.
  private func failure(of attack: String, by readers: PictureReaders) throws -> PictureFailure? {
    var failure: PictureFailure?
    do throws(PictureFailure) {
      _ = try readers.answer(try! file(Array("attack:\(attack)".utf8)), PictureQuestion())
    } catch {
      failure = error
    }
    let answer = try readers.answer(file(Samples.jpeg), PictureQuestion())
    #expect(answer.header.size == PixelSize(width: 160, height: 120))
    return failure
  }

  @Test(arguments: [
    "open", "list", "write", "socket", "connect", "start", "signal", "share", "allocate", "execute",
    "environment",
  ]) func `a picture that takes over its reader gets nothing`(attack: String) throws {
    #expect(try failure(of: attack, by: readers) == .notAPicture)
    #expect(readers.processes.count == 1)
  }

  @Test func `a picture that ends its reader is damaged`() throws {
    // It ends by itself, not by a limit.
    let patient = PictureReaders(program: Self.program, limit: 3600)
    #expect(try failure(of: "crash", by: patient) == .damaged)
  }

  @Test func `a picture that takes for ever is damaged`() throws {
    let hasty = PictureReaders(program: Self.program, limit: 5)
    #expect(try failure(of: "hang", by: hasty) == .damaged)
  }

  @Test func `a reader that is killed is replaced`() throws {
    _ = try readers.answer(file(Samples.png), PictureQuestion())
    let process = try #require(readers.processes.first)
    kill(process, SIGKILL)
    let answer = try readers.answer(file(Samples.png), PictureQuestion())
    #expect(answer.header.kind == .png)
    #expect(readers.processes.count == 1 && readers.processes != [process])
  }

  @Test func `readers end with the program`() throws {
    var few: PictureReaders? = PictureReaders(program: Self.program)
    _ = try few?.answer(file(Samples.png), PictureQuestion())
    let process = try #require(few?.processes.first)
    #expect(kill(process, 0) == 0)
    few = nil
    #expect(kill(process, 0) != 0)
  }

  @Test func `without readers no picture is read`() throws {
    let none = PictureReaders(program: "/nowhere")
    for _ in 0..<5 {
      #expect(throws: PictureFailure.fileUnreadable) {
        try none.answer(file(Samples.png), PictureQuestion())
      }
    }
    // One that ends at once.
    #expect(throws: PictureFailure.fileUnreadable) {
      try PictureReaders(program: "/bin/true").answer(file(Samples.png), PictureQuestion())
    }
  }

  @Test func `at most two pictures are read at a time`() async throws {
    let (readers, file) = (readers, try file(Samples.jpeg))
    let question = PictureQuestion(cell: PixelSize(width: 400, height: 400), isChecked: true)
    let widths = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<6 {
        group.addTask { try? readers.answer(file, question).pixels?.size.width }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(widths == Array(repeating: 160, count: 6))
    #expect((1...2).contains(readers.processes.count))
  }

  @Test(arguments: Samples.all.indices)
  func `a reader says what reading here says`(index: Int) throws {
    let path = scratch.file(Samples.all[index].bytes)
    if [.jpeg, .png].contains(Samples.all[index].kind) {
      Metadata.write(
        [
          "Xmp.dc.title": "A title", "Exif.Image.Artist": "Ünal",
          "Xmp.GPano.ProjectionType": "equirectangular", "Xmp.GPano.PoseHeadingDegrees": "271.5",
        ],
        place: Coordinate(latitude: 48.25, longitude: -2.5), into: path)
    }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var variants = [bytes, Array(bytes.dropLast(bytes.count / 2)), []]
    var noise = SeededNumbers(seed: UInt64(index))
    for _ in 0..<20 {
      variants.append(bytes)
      variants[variants.count - 1][Int.random(in: 12..<bytes.count, using: &noise)] ^= 0x55
    }
    for bytes in variants {
      for question in [
        PictureQuestion(), PictureQuestion(hasDetails: true), PictureQuestion(hasSphere: true),
        PictureQuestion(cell: PixelSize(width: 8, height: 8)),
        PictureQuestion(cell: PixelSize(width: 1000, height: 1000), isChecked: true),
      ] {
        let file = try file(bytes)
        let here = Said { () throws(PictureFailure) in try PictureAnswer(reading: file, question) }
        let there = Said { () throws(PictureFailure) in try readers.answer(file, question) }
        #expect(here == there)
      }
    }
  }

  /// An answer as what can be compared.
  private struct Said: Equatable {
    var failure: PictureFailure?
    var header: PictureHeader?
    var details: PictureDetails?
    var sphere: [PictureSphere.Tag: String] = [:]
    var size: PixelSize?
    var rows: [[UInt8]] = []

    init(_ read: () throws(PictureFailure) -> PictureAnswer) {
      do throws(PictureFailure) {
        let answer = try read()
        header = answer.header
        details = answer.details
        sphere = answer.sphere
        guard let picture = answer.pixels else { return }
        size = picture.size
        let count = picture.size.width * (picture.hasAlpha ? 4 : 3)
        rows = picture.pixels.withUnsafeBytes { bytes in
          (0..<picture.size.height).map { Array(bytes[($0 * picture.stride)...].prefix(count)) }
        }
      } catch {
        failure = error
      }
    }
  }

  @Test(arguments: Samples.all.indices)
  func `a reader makes a copy with a credit of what can have one`(index: Int) throws {
    let (kind, bytes) = (Samples.all[index].kind, Samples.all[index].bytes)
    let path = scratch.file(bytes)
    if kind == .jpeg {
      // The copy becomes shorter than its original.
      Metadata.write(
        ["Exif.Image.Artist": String(repeating: "Ada ", count: 5000)], into: path)
    }
    let file = try OpenFile(path)
    var credit = PictureCredit()
    credit.author = "Zoë Müller & <Co>"
    credit.place = Coordinate(latitude: 48.25, longitude: -2.5)
    let answer = try readers.answer(file, PictureQuestion(credit: credit))
    #expect((answer.copy != nil) == kind.canHaveCredit)
    guard let copy = answer.copy else { return }
    let copied = scratch.file(copy.withUnsafeBytes { Array($0) }, named: "copy")
    #expect(Metadata.text("Exif.Image.Artist", of: copied) == credit.author)
    #expect(Metadata.text("Exif.GPSInfo.GPSLongitudeRef", of: copied) == "W")
    #expect(try PictureFile(checking: copied).header == answer.header)
    if kind == .jpeg { #expect(copy.count < file.size) }
  }

  @Test func `nonsense is no answer`() {
    var noise = SeededNumbers(seed: 11)
    let header = PictureHeader(
      kind: .png, storedSize: PixelSize(width: 3, height: 2), orientation: .upright)
    let whole = Packet(.success(PictureAnswer(header: header))).bytes
    for count in 0..<2000 {
      var bytes = whole
      if count < whole.count {
        bytes.removeLast(count + 1)
      } else {
        for _ in 0..<4 {
          bytes[Int.random(in: bytes.indices, using: &noise)] = .random(in: 0...255, using: &noise)
        }
      }
      var packet = Packet(bytes)
      guard let answer = try? packet.answer({ nil }) else { continue }
      // What can be read is a header.
      #expect(count >= whole.count)
      if case .success(let answer) = answer { #expect(answer.pixels == nil) }
    }
  }
}
