import TravelModel

/// GPX 1.0 and 1.1: waypoints are places; routes and tracks are paths.
final class GPXReader: XMLVisitor {
  private let walk: XMLWalk
  private let harvest: Harvest
  private var place: Draft?
  private var line: LineDraft?
  /// A point of a route of which the end has not come.
  private var stop: Draft?
  /// How deep the extensions are that have begun; nil outside of them.
  private var extensions: Int?

  /// A waypoint or point of which the end has not come.
  private struct Draft {
    let line: Int
    let coordinate: Coordinate?
    var name: String?
    /// The description and the comment, which many programs fill with the same.
    var note: String?
    var date: Moment?
    var color: PinColor?
    var mark: PinMark?

    init(line: Int, at coordinate: Coordinate?) {
      (self.line, self.coordinate) = (line, coordinate)
    }

    mutating func take(_ walk: XMLWalk, of element: String) {
      switch element {
      case "name": name = walk.text
      case "desc", "cmt":
        let text = walk.text.trimmed
        if let known = note, !known.isEmpty {
          if !text.isEmpty, text != known { note = "\(known)\n\(text)" }
        } else {
          note = text
        }
      case "time": date = Moment(walk.text)
      case "type": mark = PinMark(rawValue: walk.text.trimmed)
      default: break
      }
    }
  }

  /// A route or track of which the end has not come.
  private struct LineDraft {
    let line: Int
    var points: [Coordinate] = []
    /// The points of a route that have names.
    var stops: [PlaceList.Place] = []
    var name: String?
    var color: PinColor?
    var firstDay: CalendarDay?
    var lastDay: CalendarDay?

    mutating func takeExtension(_ text: String, of element: String) {
      switch element {
      // As OsmAnd has it, and as Garmin has it.
      case "color": color = ColorText.color(web: text)
      case "DisplayColor": color = ColorText.color(named: text)
      case "firstday": firstDay = CalendarDay.read(text)
      case "lastday": lastDay = CalendarDay.read(text)
      default: break
      }
    }
  }

  init(_ walk: XMLWalk, _ harvest: Harvest) {
    (self.walk, self.harvest) = (walk, harvest)
  }

  func meet(_ event: XMLWalk.Event) {
    guard let element = walk.path.last else { return }
    if extensions != nil || element == "extensions" {
      meetExtension(event, element)
    } else if event == .start {
      begin(element)
    } else {
      end(element)
    }
  }

  private func begin(_ element: String) {
    switch element {
    case "wpt": place = Draft(line: walk.currentLine, at: coordinate)
    case "rte", "trk": line = LineDraft(line: walk.currentLine)
    case "trkpt", "rtept":
      guard let coordinate else { break }
      line?.points.append(coordinate)
      if element == "rtept" { stop = Draft(line: walk.currentLine, at: coordinate) }
    default: break
    }
  }

  private func end(_ element: String) {
    switch element {
    case "wpt":
      if let place, let coordinate = place.coordinate {
        harvest.add(
          PlaceList.Place(
            name: place.name, at: coordinate, note: place.note, date: place.date,
            color: place.color, mark: place.mark), line: place.line)
      }
      place = nil
    case "rte", "trk":
      if let line {
        harvest.add(
          PlaceList.Path(
            name: line.name, points: line.points, isRoute: element == "rte", color: line.color,
            firstDay: line.firstDay, lastDay: line.lastDay), line: line.line)
        for stop in line.stops { harvest.addStop(stop, line: line.line) }
      }
      line = nil
    case "rtept":
      if let stop, let coordinate = stop.coordinate, stop.name?.trimmed.isEmpty == false {
        line?.stops.append(PlaceList.Place(name: stop.name, at: coordinate, note: stop.note))
      }
      stop = nil
    default: endDetail(element)
    }
  }

  /// Takes what is said of a waypoint, a route, a track or a point of a route.
  private func endDetail(_ element: String) {
    guard walk.path.count >= 3 else { return }
    switch (walk.path.count, walk.path[1]) {
    case (3, "wpt"): place?.take(walk, of: element)
    case (3, "rte"), (3, "trk"): if element == "name" { line?.name = walk.text }
    case (4, "rte") where walk.path[2] == "rtept": stop?.take(walk, of: element)
    default: break
    }
  }

  private func meetExtension(_ event: XMLWalk.Event, _ element: String) {
    let depth = walk.path.count
    if event == .start {
      if extensions == nil { extensions = depth }
    } else if extensions == depth {
      extensions = nil
    } else if depth == 4, walk.path[1] == "wpt" {
      // As OsmAnd has it.
      if element == "color" { place?.color = ColorText.color(web: walk.text) }
    } else if (4...5).contains(depth), walk.path[2] == "extensions" {
      line?.takeExtension(walk.text, of: element)
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
