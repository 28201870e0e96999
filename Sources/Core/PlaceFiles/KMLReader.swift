import TravelModel

/// KML: the placemarks of all folders.
final class KMLReader: XMLVisitor {
  private let walk: XMLWalk
  private let harvest: Harvest
  private var draft: Draft?
  private var styles = KMLStyles()

  /// A placemark of which the end has not come.
  private struct Draft {
    let line: Int
    /// How many elements it is within, itself among them.
    let depth: Int
    var shapes: [Shape] = []
    /// The points of a track, each of which has an element of its own.
    var track: [Coordinate] = []
    var name: String?
    var note: String?
    var date: Moment?
    var style = KMLStyle()
    var mark: PinMark?
    var isRoute = false
    var firstDay: CalendarDay?
    var lastDay: CalendarDay?
    /// What a datum that has begun is called.
    var datum: String?
    var isReported = false
  }

  init(_ walk: XMLWalk, _ harvest: Harvest) {
    (self.walk, self.harvest) = (walk, harvest)
  }

  func meet(_ event: XMLWalk.Event) {
    let path = walk.path
    guard let element = path.last else { return }
    if let own = styles.meet(event, walk), let shared = draft?.style {
      draft?.style = own.over(shared)
    }
    if event == .start {
      if element == "Placemark", draft == nil {
        draft = Draft(line: walk.currentLine, depth: path.count)
      }
      if element == "Data" { draft?.datum = walk.attribute("name") }
      return
    }
    guard let draft else { return }
    let parent = path.dropLast().last
    switch element {
    case "Placemark" where path.count == draft.depth:
      keep(draft)
      self.draft = nil
    case "name" where path.count == draft.depth + 1: self.draft?.name = walk.text
    case "description" where path.count == draft.depth + 1:
      self.draft?.note = KMLNote.note(of: walk.text)
    case "styleUrl" where path.count == draft.depth + 1:
      self.draft?.style.link = styles.number(of: walk.text)
    case "value" where draft.datum == "mark":
      self.draft?.mark = PinMark(rawValue: walk.text.trimmed)
    case "value" where draft.datum == "kind": self.draft?.isRoute = walk.text.trimmed == "route"
    case "when" where parent == "TimeStamp": self.draft?.date = Moment(walk.text)
    case "begin" where parent == "TimeSpan":
      self.draft?.date = Moment(walk.text)
      self.draft?.firstDay = CalendarDay.read(walk.text)
    case "end" where parent == "TimeSpan":
      self.draft?.lastDay = CalendarDay.read(walk.text)
    case "coordinates" where !path.contains("innerBoundaryIs"):
      let points = coordinates(walk.text)
      guard let point = points.first else { break }
      switch parent {
      case "LineString": self.draft?.shapes.append(.line(points))
      case "LinearRing": self.draft?.shapes.append(.area(points))
      default: self.draft?.shapes.append(.point(point))
      }
    case "coord":
      let numbers = walk.text.split { $0.isWhitespace }.map { number($0) }
      if numbers.count >= 2,
        let point = Coordinate.read(latitude: numbers[1], longitude: numbers[0])
      {
        self.draft?.track.append(point)
      } else {
        report()
      }
    case "Track":
      self.draft?.shapes.append(.line(draft.track))
      self.draft?.track = []
    default: break
    }
  }

  func end() { styles.paint(harvest) }

  private func keep(_ draft: Draft) {
    if draft.shapes.isEmpty, !draft.isReported { harvest.report(.noCoordinate, line: draft.line) }
    let (places, paths) = (harvest.list.places.count, harvest.list.paths.count)
    let isArea = !draft.shapes.contains { if case .point = $0 { true } else { false } }
    harvest.add(
      draft.shapes,
      as: {
        PlaceList.Place(
          name: draft.name, at: $0, note: draft.note, date: draft.date,
          color: draft.style.placeColor(isArea: isArea), mark: draft.mark)
      },
      along: {
        PlaceList.Path(
          name: draft.name, points: $0, isRoute: draft.isRoute, color: draft.style.line?.color,
          firstDay: draft.firstDay, lastDay: draft.lastDay)
      },
      line: draft.line)
    styles.lend(
      draft.style, to: places..<harvest.list.places.count, paths..<harvest.list.paths.count,
      isArea: isArea)
  }

  /// Says once for a placemark that a coordinate is none.
  private func report() {
    if draft?.isReported == false { harvest.report(.badCoordinate, line: walk.currentLine) }
    draft?.isReported = true
  }

  /// The points of `2.29,48.85,0 2.30,48.86,0`; some people put spaces behind the commas.
  private func coordinates(_ text: String) -> [Coordinate] {
    var points: [Coordinate] = []
    var numbers: [Double?] = []
    var isBehindComma = false
    var isGood = true
    func end() {
      guard !numbers.isEmpty else { return }
      if numbers.count >= 2,
        let point = Coordinate.read(latitude: numbers[1], longitude: numbers[0])
      {
        points.append(point)
      } else {
        isGood = false
      }
      numbers = []
    }
    var rest = text.utf8[...]
    while let byte = rest.first {
      if byte <= 0x20 || byte == UInt8(ascii: ",") {
        isBehindComma = isBehindComma || byte == UInt8(ascii: ",")
        rest.removeFirst()
        continue
      }
      if !isBehindComma { end() }
      let word = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") }
      numbers.append(number(Substring(word)))
      rest = rest[word.endIndex...]
      isBehindComma = false
    }
    end()
    if !isGood { report() }
    return points
  }
}
