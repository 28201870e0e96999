/// What the user has written or chosen for a pin, except its title.
public struct PinDetails: Hashable, Sendable {
  /// A text of several lines; nil if there is none.
  public var note: String? {
    didSet { note = PinDetails.bounded(note) }
  }
  /// The colour; nil is the usual red.
  public var color: PinColor?
  public var mark: PinMark?

  /// The longest note, in characters: more than anybody writes.
  private static let longestNote = 10_000

  public init(note: String? = nil, color: PinColor? = nil, mark: PinMark? = nil) {
    self.note = PinDetails.bounded(note)
    (self.color, self.mark) = (color, mark)
  }

  /// The note in one line.
  public var shortNote: String? { note.map { BoundedText.bounded($0, to: BoundedText.title) } }

  private static func bounded(_ note: String?) -> String? {
    guard let note, note.contains(where: { !$0.isWhitespace }) else { return nil }
    guard note.utf8.count > longestNote else { return note }
    return String(note.prefix(longestNote))
  }
}

/// Whether the user has visited a place; the raw values are stored in the library.
public enum PinMark: String, CaseIterable, Sendable {
  case been
  /// The user wants to go there.
  case wanted
}

/// The colours that a pin can have besides red; the raw values are stored in the library.
public enum PinColor: String, CaseIterable, Sendable {
  case orange, yellow, green, blue, purple, brown, grey

  public static let usual: (red: UInt8, green: UInt8, blue: UInt8) = (0xE0, 0x1B, 0x24)

  /// The colour nearest to another program's; nil is the usual red.
  public static func nearest(red: UInt8, green: UInt8, blue: UInt8) -> PinColor? {
    func distance(_ other: (red: UInt8, green: UInt8, blue: UInt8)) -> Int {
      [(red, other.red), (green, other.green), (blue, other.blue)].reduce(0) {
        let difference = Int($1.0) - Int($1.1)
        return $0 + difference * difference
      }
    }
    let best = allCases.min { distance($0.bytes) < distance($1.bytes) }!
    return distance(usual) <= distance(best.bytes) ? nil : best
  }

  /// Red, green and blue, from 0 to 255: GNOME's colours, yellow so dark that it stands out from white.
  public var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
    switch self {
    case .orange: (0xE6, 0x61, 0x00)
    case .yellow: (0xB5, 0x7B, 0x00)
    case .green: (0x26, 0xA2, 0x69)
    case .blue: (0x1C, 0x71, 0xD8)
    case .purple: (0x81, 0x3D, 0x9C)
    case .brown: (0x86, 0x5E, 0x3C)
    case .grey: (0x5E, 0x5C, 0x64)
    }
  }
}
