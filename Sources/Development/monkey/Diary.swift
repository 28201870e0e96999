import Foundation
import TestDesk

/// A record of what the monkey did and found, in files for people to read.
final class Diary {
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

  /// Writes a line at once, because the next step may be the last.
  func note(_ line: String) {
    let time = String(format: "%7.2f", Date().timeIntervalSince(begin))
    file.write(Data("\(time) \(line)\n".utf8))
  }

  /// Records a problem, and prints it unless it was printed before.
  func complain(_ complaint: String) {
    note("WRONG: \(complaint)")
    guard !complaints.contains(complaint) else { return }
    complaints.append(complaint)
    say("wrong: \(complaint)")
  }

  /// Prints a line at once, even into a file.
  func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Saves another file in the folder.
  func keep(_ name: String, _ content: String) {
    try? content.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }
}
