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
    var random = SeededNumbers(seed: 1)
    let complaints = try complaints {
      for (_, contents) in kinds { try readWhole(contents) }
      let first = footprint()
      for (kind, contents) in kinds {
        var (number, readings) = (0, (read: 0, refused: 0, lost: 0))
        // Where all are refused, or none, this says nothing: then some more are changed.
        while number < count || number < 10 * count && min(readings.read, readings.refused) == 0 {
          let question = Self.questions[number % Self.questions.count]
          var bytes = random.changed(contents)
          // Its checksums alone would find most changes.
          if kind == .png, Bool.random(using: &random) { bytes = Samples.repaired(png: bytes) }
          switch try answer(to: question, about: bytes) {
          case .success: readings.read += 1
          case .failure(.fileUnreadable): XCTFail("no reader for number \(number) of \(kind)")
          // It has cost its reader; once in a thousand times that was to be replaced anyway.
          case .failure(.damaged) where readers.processes.isEmpty: readings.lost += 1
          case .failure: readings.refused += 1
          }
          number += 1
        }
        XCTAssertGreaterThan(readings.read, 0, "\(kind): \(readings)")
        XCTAssertGreaterThan(readings.refused, 0, "\(kind): \(readings)")
        XCTAssertLessThanOrEqual(readings.lost, number / 10, "\(kind): \(readings)")
        try readWhole(contents)
      }
      let last = footprint()
      XCTAssertTrue(last.isWithin(first), "\(last), and at first \(first)")
    }
    XCTAssertEqual(complaints, "")
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
  ///
  /// It gets there all the same, also when this process crashes.
  private func complaints(during work: () throws -> Void) throws -> String {
    let (path, copier) = (folder.newPath(), Process())
    var ends: [Int32] = [-1, -1]
    XCTAssertEqual(pipe(&ends), 0)
    // No other process may hold it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    copier.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    copier.arguments = ["tee", path]
    copier.standardInput = FileHandle(fileDescriptor: ends[0])
    copier.standardOutput = FileHandle.standardError
    try copier.run()
    let error = dup(STDERR_FILENO)
    dup2(ends[1], STDERR_FILENO)
    for end in ends { close(end) }
    do {
      defer {
        dup2(error, STDERR_FILENO)
        close(error)
        copier.waitUntilExit()
      }
      try work()
    }
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
