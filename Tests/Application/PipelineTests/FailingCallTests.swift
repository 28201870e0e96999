import Foundation
import TestSupport
import XCTest

/// What users do with a library, where calls of the system fail or the power is cut.
final class FailingCallTests: XCTestCase {
  func testNothingIsLost() throws {
    guard ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_FAILURES"] == nil else {
      // Each in a process of its own, in which nothing is left of thousands before.
      for operation in try operate().split(separator: "\n") {
        print(try operate("0", "1000", String(operation)))
      }
      return
    }
    _ = try operate("8", "5")
  }

  /// Runs operations, or prints their names, and returns what is printed.
  private func operate(_ arguments: String..., line: UInt = #line) throws -> String {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: built("library-operations"))
    process.arguments =
      arguments.isEmpty
      ? [] : Array(arguments.prefix(2)) + [folder.path] + arguments.dropFirst(2)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LD_PRELOAD": built("failing-calls.so")]
    ) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0, output, line: line)
    return output
  }
}
