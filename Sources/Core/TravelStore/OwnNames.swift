import Files

/// The names that the program gives to its files in the photo folder.
///
/// Files with other names are never deleted or moved.
enum OwnNames {
  /// Whether a name is that of a pin's folder: its number.
  static func isFolder(_ name: some StringProtocol) -> Bool {
    guard let number = Int64(name), number > 0 else { return false }
    return String(number) == name
  }

  /// Whether a name is that of a photo's file: `0123456789abcdef.jpg`.
  static func isPhoto(_ name: some StringProtocol) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && RandomName.isOne(parts[0])
      && (1...longestEnding).contains(parts[1].utf8.count)
      && parts[1].utf8.allSatisfy("0123456789abcdefghijklmnopqrstuvwxyz".utf8.contains)
  }

  /// Whether a name is that of a download: `RUN-NAME`.
  static func isIncoming(_ name: some StringProtocol) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { RandomName.isOne($0) }
  }

  /// The folder and file in a photo's path; nil if the program has not made it.
  static func parts(of path: String) -> (folder: String, file: String)? {
    guard let slash = path.firstIndex(of: "/") else { return nil }
    let (folder, file) = (path[..<slash], path[path.index(after: slash)...])
    return isFolder(folder) && isPhoto(file) ? (String(folder), String(file)) : nil
  }

  /// The longest file name extension: longer than that of any kind of picture.
  private static let longestEnding = 8
}
