/// A day of the calendar.
public struct CalendarDay: Hashable, Comparable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Reads `2026-05-01`; nil for all else.
  public init?(_ text: String) {
    guard let date = TakenDate(text), let month = date.month, let day = date.day, date.time == nil
    else { return nil }
    (year, self.month, self.day) = (date.year, month, day)
  }

  /// Takes a day of the years 1 to 9999; nil where there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year) else { return nil }
    self.init([(year, 4), (month, 2), (day, 2)].map(CalendarDay.digits).joined(separator: "-"))
  }

  /// The day as `2026-05-01`.
  public var text: String {
    [(year, 4), (month, 2), (day, 2)].map(CalendarDay.digits).joined(separator: "-")
  }

  public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

/// What the user says of a trip.
public struct TripDetails: Hashable, Sendable {
  /// One line, bounded in length.
  public var name: String {
    didSet { name = BoundedText.bounded(name, to: BoundedText.title) }
  }
  /// Nil for the colour of every line.
  public var color: PinColor?
  public let firstDay: CalendarDay?
  public let lastDay: CalendarDay?

  /// Takes the days on which it begins and ends in whichever order.
  public init(
    name: String, color: PinColor? = nil, firstDay: CalendarDay? = nil, lastDay: CalendarDay? = nil
  ) {
    self.name = BoundedText.bounded(name, to: BoundedText.title)
    self.color = color
    let isReversed = firstDay.flatMap { first in lastDay.map { $0 < first } } ?? false
    (self.firstDay, self.lastDay) = isReversed ? (lastDay, firstDay) : (firstDay, lastDay)
  }
}

/// A trip that is to be made.
public struct NewTrip: Hashable, Sendable {
  public var details: TripDetails
  public var stops: [Pin.ID]

  public init(_ details: TripDetails, stops: [Pin.ID]) {
    (self.details, self.stops) = (details, stops)
  }
}

/// A trip that is to be made together with pins.
public struct NewRoute: Hashable, Sendable {
  public enum Stop: Hashable, Sendable {
    /// One of the pins that are to be made, by its place among them.
    case new(Int)
    case known(Pin.ID)
  }

  /// Without a name, it gets one made of those of its first and last stop.
  public let details: TripDetails
  public var stops: [Stop]

  public init(_ details: TripDetails, stops: [Stop]) {
    (self.details, self.stops) = (details, stops)
  }
}

/// Pins in an order of the user's own.
public struct Trip: Hashable, Identifiable, Sendable {
  public typealias ID = RowID<Trip>

  public let id: ID
  public var details: TripDetails
  /// The pins in their order; a trip may come back to one.
  ///
  /// Removed pins are among them as long as they can be restored.
  public var stops: [Pin.ID]

  public init(id: ID, _ details: TripDetails, stops: [Pin.ID] = []) {
    (self.id, self.details, self.stops) = (id, details, stops)
  }
}

extension Trip {
  /// The places among the stops of those whose pins are there.
  public func present(_ isThere: (Pin.ID) -> Bool) -> [Int] {
    stops.indices.filter { isThere(stops[$0]) }
  }

  /// Moves one of the stops that are there to the place that another of them has now.
  public mutating func move(_ stop: Int, to place: Int, among isThere: (Pin.ID) -> Bool) {
    let present = present(isThere)
    guard present.indices.contains(stop), present.indices.contains(place) else { return }
    let moved = stops.remove(at: present[stop])
    stops.insert(moved, at: present[place])
  }

  /// Takes out one of the stops that are there; its pin stays.
  public mutating func remove(_ stop: Int, among isThere: (Pin.ID) -> Bool) {
    let present = present(isThere)
    if present.indices.contains(stop) { stops.remove(at: present[stop]) }
  }
}
