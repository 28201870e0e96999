import TravelModel

/// GPX 1.0 and 1.1: waypoints are places; routes and tracks are paths.
final class GPXReader {
  private let walk: XMLWalk
  private let harvest: Harvest
  /// The waypoint, route or track that is being read.
  private var draft: Draft?
  private var points: [Coordinate] = []
  /// How deep the extensions are that are being read.
  private var extensions: Int?
  /// The point of a route that is being read.
  private var stop: Draft?
  /// The points of the route that have names, which become places at the end of the route.
  private var stops: [(Draft, Coordinate)] = []

  init(_ walk: XMLWalk, _ harvest: Harvest) { (self.walk, self.harvest) = (walk, harvest) }

  func meet(_ event: XMLWalk.Event) {
    let path = walk.path
    guard let element = path.last else { return }
    if extensions == nil, path.count > 2, element == "extensions" { extensions = path.count }
    defer { if event == .end, path.count == extensions { extensions = nil } }
    if extensions != nil {
      if event == .end, path[2] == "extensions", (4...5).contains(path.count) {
        endExtension(element)
      }
    } else if event == .start {
      begin(element)
    } else {
      end(element)
    }
  }

  private func begin(_ element: String) {
    switch element {
    case "wpt", "rte", "trk":
      draft = Draft(line: walk.currentLine, isRoute: element == "rte")
      points = element == "wpt" ? [coordinate].compactMap { $0 } : []
    case "trkpt", "rtept":
      guard draft != nil, let coordinate else { break }
      points.append(coordinate)
      if element == "rtept" { stop = Draft(line: walk.currentLine) }
    default: break
    }
  }

  private func end(_ element: String) {
    switch element {
    case "wpt":
      if let draft, let point = points.first { harvest.add(draft, at: point) }
      draft = nil
    case "rte", "trk":
      if let draft { harvest.add(draft, along: points) }
      for (stop, point) in stops { harvest.addStop(stop, at: point) }
      (draft, stops) = (nil, [])
    case "rtept":
      if let stop, stop.name?.trimmed.isEmpty == false, let point = points.last {
        stops.append((stop, point))
      }
      stop = nil
    default:
      if walk.path.count == 3 {
        endDetail(element, of: &draft)
      } else if walk.path.count == 4 {
        endDetail(element, of: &stop)
      }
    }
  }

  private func endDetail(_ element: String, of draft: inout Draft?) {
    switch element {
    case "name": draft?.name = walk.text
    // A description and a comment make one note; many programs fill both with the same text.
    case "desc", "cmt":
      let (known, text) = (draft?.note ?? "", walk.text.trimmed)
      let isNew = !text.isEmpty && text != known
      if isNew { draft?.note = known.isEmpty ? text : "\(known)\n\(text)" }
    case "type": draft?.mark = PinMark(rawValue: walk.text.trimmed)
    default: break
    }
  }

  private func endExtension(_ element: String) {
    switch element {
    // OsmAnd writes `color`, and Garmin's programs write `DisplayColor`.
    case "color": setColor(ColorText.color(web: walk.text))
    case "DisplayColor": setColor(ColorText.color(named: walk.text))
    case "firstday": draft?.firstDay = CalendarDay.read(walk.text)
    case "lastday": draft?.lastDay = CalendarDay.read(walk.text)
    default: break
    }
  }

  private func setColor(_ color: PinColor?) {
    draft?.color = color
    draft?.lineColor = color
  }

  private var coordinate: Coordinate? {
    let texts = (latitude: walk.attribute("lat"), longitude: walk.attribute("lon"))
    let latitude = texts.latitude.flatMap { number($0) }
    let longitude = texts.longitude.flatMap { number($0) }
    let coordinate = Coordinate.read(latitude: latitude, longitude: longitude)
    if coordinate == nil {
      let isThere = texts.latitude != nil && texts.longitude != nil
      let flaw = Coordinate.flaw(latitude: latitude, longitude: longitude)
      harvest.report(isThere ? flaw : .noCoordinate, line: walk.currentLine)
    }
    return coordinate
  }
}
