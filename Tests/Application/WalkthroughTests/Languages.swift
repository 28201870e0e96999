import Foundation
import GLibBridge
import TestDesk
import TestSupport

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

  /// The environment of a program in a locale, which is made in a folder: few machines have it.
  ///
  /// Newer versions of gettext look up no language in the locale C.UTF-8, which all machines have.
  static func environment(of locale: String, madeIn folder: URL) throws -> [String: String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = "\(locale).UTF-8"
    _ = try output(
      of: "localedef", "-i", locale, "-f", "UTF-8", folder.appendingPathComponent(name).path)
    return ["LC_ALL": name, "LOCPATH": folder.path, "LANGUAGE": ""]
  }

  /// Has `tr` of this process find what the program says in a language.
  static func lookUp(in language: String, with environment: [String: String]) throws {
    guard FileManager.default.fileExists(atPath: file(of: language).path) else {
      throw DeskError("there is no translation into \(language)")
    }
    // Gettext asks for these at each start of a program, and for a language in any locale but C.
    for (name, value) in environment { setenv(name, value, 1) }
    setenv("LANGUAGE", language, 1)
    loadTranslations(domain: "virtual-tourist", localeDirectory: folder.path)
  }

  /// Has `tr` return English texts again.
  static func leave() {
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("LANGUAGE", "en", 1)
    loadTranslations(domain: "virtual-tourist", localeDirectory: folder.path)
  }
}
