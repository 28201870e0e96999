public struct CalendarDay: Hashable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Reads `2026-05-01`; nil for anything else.
  public init?(_ text: String) {
    guard let date = TakenDate(text), let month = date.month, let day = date.day, date.time == nil
    else { return nil }
    (year, self.month, self.day) = (date.year, month, day)
  }

  /// Makes a day in the years 1 to 9999; nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year) else { return nil }
    self.init([(year, 4), (month, 2), (day, 2)].map(CalendarDay.digits).joined(separator: "-"))
  }

  /// The day as `2026-05-01`.
  public var text: String {
    [(year, 4), (month, 2), (day, 2)].map(CalendarDay.digits).joined(separator: "-")
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

public struct TripDetails: Hashable, Sendable {
  /// The name: one line, bounded in length.
  public var name: String {
    didSet { name = BoundedText.bounded(name, to: BoundedText.title) }
  }
  /// The colour; nil is the usual one.
  public var color: PinColor?
  public let firstDay: CalendarDay?
  public let lastDay: CalendarDay?

  /// Makes details; the first and last day may be given in either order.
  public init(
    name: String, color: PinColor? = nil, firstDay: CalendarDay? = nil, lastDay: CalendarDay? = nil
  ) {
    self.name = BoundedText.bounded(name, to: BoundedText.title)
    self.color = color
    let isReversed = firstDay.flatMap { first in lastDay.map { $0.text < first.text } } ?? false
    (self.firstDay, self.lastDay) = isReversed ? (lastDay, firstDay) : (firstDay, lastDay)
  }
}

/// A trip to be made together with its pins.
public struct NewRoute: Hashable, Sendable {
  public enum Stop: Hashable, Sendable {
    /// A new pin, by its index among them.
    case new(Int)
    case known(Pin.ID)
  }

  /// The details; a trip without a name is named after its first and last stop.
  public let details: TripDetails
  public var stops: [Stop]

  public init(_ details: TripDetails, stops: [Stop]) {
    (self.details, self.stops) = (details, stops)
  }
}

/// A trip: pins in the user's order.
public struct Trip: Hashable, Identifiable, Sendable {
  public typealias ID = RowID<Trip>

  public let id: ID
  public var details: TripDetails
  /// The pins in their order; a trip may visit one several times.
  ///
  /// Removed pins stay among them as long as they can be restored.
  public var stops: [Pin.ID]

  public init(id: ID, _ details: TripDetails, stops: [Pin.ID] = []) {
    (self.id, self.details, self.stops) = (id, details, stops)
  }

  /// The indices of the stops whose pins exist.
  public func present(_ isThere: (Pin.ID) -> Bool) -> [Int] {
    stops.indices.filter { isThere(stops[$0]) }
  }

  /// Moves a stop to the place of another; both are counted among the stops whose pins exist.
  public mutating func move(_ stop: Int, to place: Int, among isThere: (Pin.ID) -> Bool) {
    let present = present(isThere)
    guard present.indices.contains(stop), present.indices.contains(place) else { return }
    let moved = stops.remove(at: present[stop])
    stops.insert(moved, at: present[place])
  }

  /// Removes a stop, counted among those whose pins exist; the pin stays.
  public mutating func remove(_ stop: Int, among isThere: (Pin.ID) -> Bool) {
    let present = present(isThere)
    if present.indices.contains(stop) { stops.remove(at: present[stop]) }
  }
}
