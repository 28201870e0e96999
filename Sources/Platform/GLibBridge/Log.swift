import CGLib
import Synchronization

/// Writes a line to the debug log; `G_MESSAGES_DEBUG=virtual-tourist` in the environment shows it.
///
/// No line may contain a key, or the part after the `?` of an address, which may be one.
public func debugLog(_ line: LogLine) {
  recent.withLock { lines in
    if lines.last?.line == line.anonymous {
      lines[lines.count - 1].count += 1
    } else {
      lines.append((line.anonymous, 1))
      lines.removeFirst(max(0, lines.count - LogLine.mostRecent))
    }
  }
  g_log_default_handler("virtual-tourist", G_LOG_LEVEL_DEBUG, line.whole, nil)
}

/// The last lines of the debug log, without anything of the user's.
public var recentLog: [String] {
  recent.withLock { $0.map { $0.count == 1 ? $0.line : "\($0.line) (\($0.count) times)" } }
}

/// The last lines, and how often each came in a row.
private let recent = Mutex<[(line: String, count: Int)]>([])

public struct LogLine: ExpressibleByStringInterpolation, Sendable {
  let whole: String
  /// Its words without its values, which may be names, paths and places: of these only the kinds of
  /// errors and whole numbers stay.
  let anonymous: String

  static let mostRecent = 30

  public init(stringLiteral text: String) { (whole, anonymous) = (text, text) }

  public init(stringInterpolation parts: StringInterpolation) {
    (whole, anonymous) = (parts.whole, parts.anonymous)
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var whole = ""
    fileprivate var anonymous = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ text: String) {
      whole += text
      anonymous += text
    }

    public mutating func appendInterpolation(_ value: some Any) {
      whole += "\(value)"
      anonymous += LogLine.kind(of: value)
    }
  }

  /// The name of an enumeration's case, without the texts in it; a whole number; of all else,
  /// nothing.
  public static func kind(of value: Any) -> String {
    if let number = value as? Int { return String(number) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else {
      return value is any Error ? String(describing: type(of: value)) : "…"
    }
    // A case with nothing in it is called as it is described.
    guard let content = mirror.children.first else { return String(describing: value) }
    let inner = kind(of: content.value)
    return (content.label ?? "…") + (inner == "…" ? "" : "(\(inner))")
  }
}
