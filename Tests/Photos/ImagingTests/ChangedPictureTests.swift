import CGLib
import Files
import Foundation
import TestSupport
import TravelModel
import XCTest

@testable import Imaging

/// Pictures that were changed by chance, the same each time, read as strangers' pictures are.
///
/// `make test-long` reads 20,000 of each kind.
final class ChangedPictureTests: XCTestCase {
  private let folder = TemporaryFolder()
  private let readers = PictureReaders(program: built("picture-attacker"))

  /// All that the program asks about pictures.
  private static let questions: [PictureQuestion] = {
    var credit = PictureCredit()
    credit.author = "Ada"
    return [
      PictureQuestion(), PictureQuestion(hasDetails: true), PictureQuestion(credit: credit),
      PictureQuestion(cell: PixelSize(width: 8, height: 8)),
      PictureQuestion(cell: PixelSize(width: 1000, height: 1000), isChecked: true),
    ]
  }()

  func testWhateverAPictureIsItIsReadOrRefusedAndTheProgramStaysAsItIs() throws {
    let wanted = ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_PICTURES_CHANGED"]
    let count = wanted.flatMap { Int($0) } ?? 40
    let kinds = try seeds()
    for (_, contents) in kinds { try readWhole(contents) }
    let first = footprint()
    var (random, readings) = (SeededNumbers(seed: 1), (read: 0, refused: 0))
    let complaints = try complaints {
      for (kind, contents) in kinds {
        for number in 0..<count {
          let question = Self.questions[number % Self.questions.count]
          var bytes = random.changed(contents)
          // Its checksums alone would find most changes.
          if kind == .png, Bool.random(using: &random) { bytes = Samples.repaired(png: bytes) }
          switch try answer(to: question, about: bytes) {
          case .success: readings.read += 1
          case .failure(.fileUnreadable): XCTFail("no reader for number \(number) of \(kind)")
          case .failure: readings.refused += 1
          }
        }
        try readWhole(contents)
      }
    }
    XCTAssertEqual(complaints, "")
    // Where all are refused, or none, this says nothing.
    XCTAssertGreaterThan(readings.read, 0)
    XCTAssertGreaterThan(readings.refused, 0)
    let last = footprint()
    XCTAssertTrue(last.isWithin(first), "\(last), and at first \(first)")
  }

  /// Whole pictures of all kinds that can be read here.
  private func seeds() throws -> [(kind: PictureKind, contents: [[UInt8]])] {
    let all = Samples.all.map { ($0.kind, $0.bytes) } + PhoneSample.all.map { ($0.kind, $0.bytes) }
    return PictureKind.allCases.filter(PictureKind.readable.contains).map { kind in
      (kind, all.compactMap { $0.0 == kind ? $0.1 : nil })
    }
  }

  /// Asks all questions about pictures that are whole.
  private func readWhole(_ contents: [[UInt8]]) throws {
    for bytes in contents {
      for question in Self.questions {
        XCTAssertNoThrow(try answer(to: question, about: bytes).get())
      }
    }
  }

  private func answer(
    to question: PictureQuestion, about bytes: [UInt8]
  ) throws -> Result<PictureAnswer, PictureFailure> {
    let file = try bytes.withUnsafeBytes { bytes in try OpenFile(holding: bytes) }
    return Result { () throws(PictureFailure) in try readers.answer(file, question) }
  }

  private func footprint() -> Footprint {
    malloc_trim(0)
    return Footprint()
  }

  /// What this process writes to its standard error during some work, as GLib does where it is asked for
  /// what cannot be.
  private func complaints(during work: () throws -> Void) throws -> String {
    let path = folder.newPath()
    let (error, file) = (dup(STDERR_FILENO), creat(path, 0o600))
    dup2(file, STDERR_FILENO)
    close(file)
    defer {
      dup2(error, STDERR_FILENO)
      close(error)
    }
    try work()
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
