/// Names of files, made from titles.
public enum FileName {
  /// A name without its extension that all file systems take; nil where nothing of the text can be
  /// in one.
  public static func made(from text: String) -> String? {
    var name = ""
    for character in bare(text) {
      // Names have at most 255 bytes, including a number and the extensions.
      if name.utf8.count + character.utf8.count > longest { break }
      name.append(isForbidden(character) ? " " : character)
    }
    // A leading dot hides a file.
    let words = trimmed(
      name.split(separator: " ").joined(separator: " ").drop { ". ".contains($0) })
    return words.isEmpty ? nil : String(words)
  }

  /// A title without the extensions of pictures, which are titles' own where they were names of files.
  private static func bare(_ title: String) -> Substring {
    var rest = trimmed(title[...])
    while let ending = ending(of: String(rest)), pictureEndings.contains(ending) {
      rest = trimmed(rest.dropLast(ending.count + 1))
    }
    return rest
  }

  private static let pictureEndings: Set = [
    "avif", "bmp", "gif", "heic", "jpe", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp",
  ]

  /// A text without what leads nowhere at its end: a full stop would double that of the extension.
  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, last.isWhitespace || ".,;-–—_".contains(last) { text.removeLast() }
    return text
  }

  /// What a file's name ends with, behind its last dot and in small letters; nil where it has no dot
  /// but the one that hides it.
  public static func ending(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }

  /// In bytes.
  private static let longest = 200

  private static func isForbidden(_ character: Character) -> Bool {
    character.isNewline || "/\\:*?\"<>|".contains(character)
      || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }
}
