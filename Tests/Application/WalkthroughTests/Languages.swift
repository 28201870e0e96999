import Foundation
import GLibBridge
import TestDesk

/// The languages into which the staged program is translated.
enum Languages {
  private static var folder: URL {
    TouristAtDesk.stagedData.deletingLastPathComponent().appendingPathComponent("locale")
  }

  /// Their codes.
  static var all: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// Where the texts of one are.
  static func file(of language: String) -> URL {
    folder.appendingPathComponent("\(language)/LC_MESSAGES/virtual-tourist.mo")
  }

  /// Has `tr` of this process find what the program says in a language.
  static func lookUp(in language: String) throws {
    guard FileManager.default.fileExists(atPath: file(of: language).path) else {
      throw DeskError("there is no translation into \(language)")
    }
    // Gettext asks for these at each start of a program, and for a language in any locale but C.
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("LANGUAGE", language, 1)
    loadTranslations(domain: "virtual-tourist", localeDirectory: folder.path)
  }

  /// Has `tr` return English texts again.
  static func leave() {
    setenv("LANGUAGE", "en", 1)
    loadTranslations(domain: "virtual-tourist", localeDirectory: folder.path)
  }
}
