public import TravelModel

/// The places and paths of a file, and what is wrong in it.
public struct PlaceList: Equatable, Sendable {
  /// A place, as other programs keep it.
  public struct Place: Equatable, Sendable {
    public let name: String?
    public let coordinate: Coordinate
    public let note: String?
    public internal(set) var color: PinColor?
    public let mark: PinMark?

    /// Makes a place; a text without content is none.
    public init(
      name: String? = nil, at coordinate: Coordinate, note: String? = nil,
      color: PinColor? = nil, mark: PinMark? = nil
    ) {
      (self.name, self.note) = (content(of: name), content(of: note))
      (self.coordinate, self.color, self.mark) = (coordinate, color, mark)
    }
  }

  /// A track, a route, or another line.
  public struct Path: Equatable, Sendable {
    public let name: String?
    public let points: [Coordinate]
    /// Whether its points are stops that somebody has put in order, and not the course of a track.
    public let isRoute: Bool
    public internal(set) var color: PinColor?
    /// When it begins and ends.
    public let firstDay: CalendarDay?
    public let lastDay: CalendarDay?

    public init(
      name: String? = nil, points: [Coordinate], isRoute: Bool = false, color: PinColor? = nil,
      firstDay: CalendarDay? = nil, lastDay: CalendarDay? = nil
    ) {
      self.name = content(of: name)
      (self.points, self.isRoute, self.color) = (points, isRoute, color)
      (self.firstDay, self.lastDay) = (firstDay, lastDay)
    }
  }

  /// Something in a file that was not read, or not as it stands there.
  public struct Problem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable {
      /// A place without a coordinate; links often have none.
      case noCoordinate
      /// A coordinate that is no number, or not on the Earth.
      case badCoordinate
      /// A latitude, or a longitude, that is no number, or not on the Earth, beside a good one.
      case badLatitude, badLongitude
      /// Characters that the format does not allow; what they probably stand for was read.
      case badCharacters
      /// The file is broken here, and what follows was not read.
      case brokenOff
      /// A quotation mark that nothing closes; its line was read without it.
      case unclosedQuote
      /// A line that is longer than anything a person writes; it was not read.
      case longLine
      /// The file has more places or points than are read; what follows was not read.
      case tooMany
    }

    public let kind: Kind
    /// The line, from 1.
    public let line: Int
    /// The file within a packed file.
    public let entry: String?
  }

  public var places: [Place] = []
  public var paths: [Path] = []
  /// The first problems of the file, in their order.
  public internal(set) var problems: [Problem] = []
  /// How many problems there are in all.
  public internal(set) var problemCount = 0

  public init(places: [Place] = [], paths: [Path] = []) {
    (self.places, self.paths) = (places, paths)
  }
}

extension CalendarDay {
  /// Reads a day at the beginning of a text, which may have a time behind it.
  static func read(_ text: String) -> CalendarDay? { CalendarDay(String(text.trimmed.prefix(10))) }
}

/// The text without space around it, and without NUL, which ends the texts of C; nil where nothing
/// is left.
private func content(of text: String?) -> String? {
  guard let text = text?.trimmed, !text.isEmpty else { return nil }
  return text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
}
