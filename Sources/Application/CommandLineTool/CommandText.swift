import TextFormats
import TravelModel

/// What commands answer: lines for people and scripts, or JSON.
nonisolated enum CommandText {
  /// One line for each pin: number, latitude, longitude, number of photos and title, separated by
  /// tabs.
  ///
  /// In JSON, one object for each, in an array unless there is a single one.
  ///
  /// In JSON, pins name the trips that visit them.
  @concurrent
  static func list(
    _ pins: [Pin], of trips: [Trip] = [], isJSON: Bool, isSingle: Bool = false
  ) async -> String {
    guard isJSON else { return pins.map(line(of:)).joined() }
    var names: [Pin.ID: [String]] = [:]
    for trip in trips {
      for pin in Set(trip.stops) { names[pin, default: []].append(JSON.quoted(trip.details.name)) }
    }
    let objects = pins.map { pin in
      let trips = names[pin.id].map { [("trips", "[\($0.joined(separator: ", "))]")] } ?? []
      return object(
        [
          ("id", String(pin.id.number)), ("latitude", "\(pin.coordinate.latitude)"),
          ("longitude", "\(pin.coordinate.longitude)"), ("title", JSON.quoted(pin.title)),
          ("photos", String(pin.photoCount)),
        ] + trips)
    }
    guard !isSingle else { return "\(objects[0])\n" }
    return "[" + objects.map { "\n\($0)" }.joined(separator: ",") + "\n]\n"
  }

  private static func line(of pin: Pin) -> String {
    let (latitude, longitude) = pin.coordinate.decimalParts
    let title = pin.title.replacing("\n", with: " ").replacing("\t", with: " ")
    return "\(pin.id.number)\t\(latitude)\t\(longitude)\t\(pin.photoCount)\t\(title)\n"
  }

  /// A JSON object on one line; the values of `members` are JSON already.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }
}
