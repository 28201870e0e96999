/// The names that the program gives to its files in the photo folder.
///
/// Files with other names are never deleted or moved.
enum OwnNames {
  /// A random name that no file has.
  static func new() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: length - digits.count) + digits
  }

  /// Tells whether a name is that of a pin's folder: its number.
  static func isFolder(_ name: some StringProtocol) -> Bool {
    guard let number = Int64(name), number > 0 else { return false }
    return String(number) == name
  }

  /// Tells whether a name is that of a photo's file: `0123456789abcdef.jpg`.
  static func isPhoto(_ name: some StringProtocol) -> Bool {
    let name = name.utf8
    guard isNew(name.prefix(length)), name.dropFirst(length).first == UInt8(ascii: ".") else {
      return false
    }
    let ending = name.dropFirst(length + 1)
    return (1...longestEnding).contains(ending.count)
      && ending.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// Tells whether a name is that of a download, `RUN-NAME`, with `.part` while it is being written.
  static func isIncoming(_ name: some StringProtocol) -> Bool {
    var name = Substring(name).utf8
    if name.count == 2 * length + 1 + unfinished.count,
      name.suffix(unfinished.count).elementsEqual(unfinished)
    {
      name = name.dropLast(unfinished.count)
    }
    return name.count == 2 * length + 1 && isNew(name.prefix(length))
      && name.dropFirst(length).first == UInt8(ascii: "-") && isNew(name.suffix(length))
  }

  /// The folder and file of a photo's path; nil where it is not of our making.
  static func parts(of path: String) -> (folder: String, file: String)? {
    guard let slash = path.firstIndex(of: "/") else { return nil }
    let (folder, file) = (path[..<slash], path[path.index(after: slash)...])
    return isFolder(folder) && isPhoto(file) ? (String(folder), String(file)) : nil
  }

  /// The number of digits in `new()`.
  private static let length = 16
  /// Longer than the file name extension of any kind of picture.
  private static let longestEnding = 8
  private static let unfinished = Array(".part".utf8)

  /// Tells whether a name is one that `new()` makes.
  static func isNew(_ name: some StringProtocol) -> Bool { isNew(name.utf8) }

  private static func isNew(_ name: some Collection<UInt8>) -> Bool {
    name.count == length
      && name.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
