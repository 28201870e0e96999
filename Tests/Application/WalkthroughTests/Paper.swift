import Foundation
import TestDesk
import TestSupport

/// What comes out of a printer, and of exports for one.
extension ViewerWalkthrough {
  /// Prints, as the toolkit's dialog asks where the desktop has no portal: into the home folder.
  func printToFile() throws {
    _ = try app.waitFor("Print to File")
    try screen.focus(watch(for: "the dialog") { screen.topWindow })
    try press("Print to File")
    try press("the button that prints") {
      try $0.name.hasSuffix("Print") && $0.role == "button" && $0.has(.sensitive)
    }
  }

  /// The text of a PDF, whose lines are as long as its columns are wide, as one line.
  func text(of pdf: URL) throws -> String {
    try output(of: "pdftotext", "-raw", pdf.path, "-").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// What `pdfinfo` says of a PDF, by the names of its lines.
  func properties(of pdf: URL) throws -> [String: String] {
    let lines = try output(of: "pdfinfo", pdf.path).split(separator: "\n")
    return lines.reduce(into: [:]) { properties, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return }
      properties[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
    }
  }
}
