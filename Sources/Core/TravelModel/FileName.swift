public enum FileName {
  /// A name without extension that is valid on all file systems; nil if nothing of the text is.
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

  /// A title without extensions of pictures, which are part of titles that were file names.
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

  /// A text without trailing full stops and spaces: the extension brings a full stop of its own.
  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, last.isWhitespace || ".,;-–—_".contains(last) { text.removeLast() }
    return text
  }

  /// The extension of a file name in lower case; nil if there is no dot but the one that hides the
  /// file.
  public static func ending(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The longest name, in bytes.
  private static let longest = 200

  private static func isForbidden(_ character: Character) -> Bool {
    character.isNewline || "/\\:*?\"<>|".contains(character)
      || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }
}
