import CGLib
import Glibc

/// Converts the system's paths, which need not be UTF-8, to texts and back.
///
/// A byte that is not part of valid UTF-8 becomes a private-use character, and so do the bytes of
/// those characters themselves, so that each path has a unique text.
public enum SystemPath {
  /// The character for byte 0.
  private static let first: UInt32 = 0x10FF00

  public static func text(of path: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: path), !standsForBytes(text) { return text }
    let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path))
    var text = String.UnicodeScalarView()
    var place = 0
    while place < bytes.count {
      let character = (1...4).lazy.compactMap { length in
        place + length <= bytes.count
          ? String(validating: bytes[place..<place + length], as: UTF8.self) : nil
      }.first
      if let character, !standsForBytes(character) {
        text.append(contentsOf: character.unicodeScalars)
        place += character.utf8.count
      } else {
        text.append(Unicode.Scalar(first + UInt32(bytes[place]))!)
        place += 1
      }
    }
    return String(text)
  }

  /// Runs work on the path that a text stands for.
  public static func use<Value>(
    _ text: String, _ work: (UnsafePointer<CChar>) throws -> Value
  ) rethrows -> Value {
    guard standsForBytes(text) else { return try text.withCString(work) }
    var bytes: [CChar] = []
    for scalar in text.unicodeScalars {
      if scalar.value >= first {
        bytes.append(CChar(bitPattern: UInt8(scalar.value - first)))
      } else {
        bytes += scalar.utf8.map { CChar(bitPattern: $0) }
      }
    }
    return try (bytes + [0]).withUnsafeBufferPointer { try work($0.baseAddress!) }
  }

  /// A path's text in a form to display.
  public static func shown(_ text: String) -> String {
    guard standsForBytes(text) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < first ? $0 : "\u{FFFD}" }))
  }

  /// The address of the file at an absolute path.
  public static func address(of text: String) -> String? {
    guard let address = use(text, { g_filename_to_uri($0, nil, nil) }) else { return nil }
    defer { g_free(address) }
    return String(cString: address)
  }

  private static func standsForBytes(_ text: String) -> Bool {
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { $0.value >= first }
  }
}
