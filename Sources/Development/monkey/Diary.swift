import Foundation
import TestDesk

/// What a monkey did, and what became of it, in files for people to follow.
final class Diary {
  /// The folder of the files.
  let folder: URL
  private let file: FileHandle
  private let begin = Date()
  private(set) var complaints: [String] = []

  init(folder: URL) throws {
    self.folder = folder
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("steps.log").path
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// Writes a line, at once: the next step may be the last.
  func note(_ line: String) {
    let time = String(format: "%7.2f", Date().timeIntervalSince(begin))
    file.write(Data("\(time) \(line)\n".utf8))
  }

  /// Writes down what should not be, and says it; what was said before is not said again.
  func complain(_ complaint: String) {
    note("WRONG: \(complaint)")
    guard !complaints.contains(complaint) else { return }
    complaints.append(complaint)
    say("wrong: \(complaint)")
  }

  /// Says something to whoever waits, at once even where that is a file.
  func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Keeps a file beside the lines.
  func keep(_ name: String, _ content: String) {
    try? content.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }
}
