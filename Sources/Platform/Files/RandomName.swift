/// Random names of sixteen hexadecimal digits, which no file has.
public enum RandomName {
  public static func new() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

  /// Whether a name is `mark` followed by a random name.
  public static func isOne(_ name: String, behind mark: String) -> Bool {
    name.hasPrefix(mark) && isOne(name.dropFirst(mark.count))
  }

  public static func isOne(_ name: some StringProtocol) -> Bool {
    name.utf8.count == 16 && name.utf8.allSatisfy("0123456789abcdef".utf8.contains)
  }
}
