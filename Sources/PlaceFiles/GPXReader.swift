import TravelModel

/// GPX 1.0 and 1.1: waypoints are places; routes and tracks are paths.
struct GPXReader {
  private let walk: XMLWalk
  private let harvest: Harvest
  private var place: Draft?
  private var line: Draft?
  /// A point of a route of which the end has not come.
  private var stop: Draft?

  /// A waypoint, route or track of which the end has not come.
  private struct Draft {
    let line: Int
    /// The points of a route that have names.
    var stops: [PlaceList.Place] = []
    var points: [Coordinate] = []
    var name: String?
    /// The description and the comment, which many programs fill with the same.
    var notes: [String] = []
    var date: Moment?
    var color: PinColor?
    var mark: PinMark?

    mutating func take(_ text: String, of element: String) {
      switch element {
      case "name": name = text
      case "desc", "cmt":
        let note = text.trimmed
        if !note.isEmpty, !notes.contains(note) { notes.append(note) }
      case "time": date = Moment(text)
      case "type": mark = PinMark(rawValue: text.trimmed)
      default: break
      }
    }
  }

  init(_ walk: XMLWalk, _ harvest: Harvest) {
    (self.walk, self.harvest) = (walk, harvest)
  }

  mutating func meet(_ event: XMLWalk.Event) {
    let path = walk.path
    guard let element = path.last else { return }
    if path.contains("extensions") {
      // As OsmAnd has it.
      if event == .end, element == "color", path.count == 4, path[1] == "wpt" {
        place?.color = ColorText.color(web: walk.text)
      }
      return
    }
    switch (event, element) {
    case (.start, "wpt"):
      place = Draft(line: walk.currentLine)
      if let coordinate { place?.points = [coordinate] }
    case (.start, "rte"), (.start, "trk"): line = Draft(line: walk.currentLine)
    case (.start, "rtept"), (.start, "trkpt"):
      guard let coordinate else { break }
      line?.points.append(coordinate)
      if element == "rtept" {
        stop = Draft(line: walk.currentLine)
        stop?.points = [coordinate]
      }
    case (.start, _): break
    case (.end, "wpt"):
      if let place, let coordinate = place.points.first {
        harvest.add(
          PlaceList.Place(
            name: place.name, at: coordinate, note: place.notes.joined(separator: "\n"),
            date: place.date, color: place.color, mark: place.mark), line: place.line)
      }
      place = nil
    case (.end, "rte"), (.end, "trk"):
      if let line {
        harvest.add(
          PlaceList.Path(name: line.name, points: line.points, isRoute: element == "rte"),
          line: line.line)
        for stop in line.stops { harvest.addStop(stop, line: line.line) }
      }
      line = nil
    case (.end, "rtept"):
      if let stop, stop.name?.trimmed.isEmpty == false {
        line?.stops.append(
          PlaceList.Place(
            name: stop.name, at: stop.points[0], note: stop.notes.joined(separator: "\n")))
      }
      stop = nil
    case (.end, _) where path.count == 4 && path[2] == "rtept": stop?.take(walk.text, of: element)
    case (.end, _) where path.count == 3:
      if path[1] == "wpt" { place?.take(walk.text, of: element) }
      if path[1] == "rte" || path[1] == "trk" { line?.take(walk.text, of: element) }
    case (.end, _): break
    }
  }

  /// The coordinate of the element that has just begun.
  private var coordinate: Coordinate? {
    let (latitude, longitude) = (walk.attribute("lat"), walk.attribute("lon"))
    if let latitude, let longitude,
      let coordinate = Coordinate.read(latitude: number(latitude), longitude: number(longitude))
    {
      return coordinate
    }
    harvest.report(
      latitude == nil || longitude == nil ? .noCoordinate : .badCoordinate, line: walk.currentLine)
    return nil
  }
}
