import TravelModel

/// KML: the placemarks of all folders.
final class KMLReader {
  private let walk: XMLWalk
  private let harvest: Harvest
  private var placemark: Placemark?
  private var styles = KMLStyles()
  /// The places and paths that have a style, and get its colours at the end: the style may be
  /// defined behind them.
  private var waiting: [(style: KMLStyle, isArea: Bool, places: Range<Int>, paths: Range<Int>)] = []

  private struct Placemark {
    var draft: Draft
    /// How deep the placemark is among the elements, itself counted.
    let depth: Int
    var shapes: [Shape] = []
    /// The points of a track, each of which has an element of its own.
    var track: [Coordinate] = []
    var style = KMLStyle()
    /// The name of the `Data` element that is being read.
    var datum: String?
    var isReported = false
  }

  init(_ walk: XMLWalk, _ harvest: Harvest) { (self.walk, self.harvest) = (walk, harvest) }

  func meet(_ event: XMLWalk.Event) {
    let path = walk.path
    guard let element = path.last else { return paint() }
    if let own = styles.meet(event, walk), let shared = placemark?.style {
      placemark?.style = own.over(shared)
    }
    if event == .start {
      if element == "Placemark", placemark == nil {
        placemark = Placemark(draft: Draft(line: walk.currentLine), depth: path.count)
      }
      if element == "Data" { placemark?.datum = walk.attribute("name") }
    } else if let placemark {
      switch path.count - placemark.depth {
      case 0: end(placemark)
      case let depth: endDetail(element, isOwn: depth == 1)
      }
    }
  }

  /// Gives the places and paths that wait for it the colours of their styles.
  private func paint() {
    for (style, isArea, places, paths) in waiting {
      let style = styles.resolved(style)
      harvest.paint(places, style.placeColor(isArea: isArea), paths, style.line?.color)
    }
  }

  private func end(_ placemark: Placemark) {
    self.placemark = nil
    if placemark.shapes.isEmpty, !placemark.isReported {
      harvest.report(.noCoordinate, line: placemark.draft.line)
    }
    let (place, path) = (harvest.list.places.count, harvest.list.paths.count)
    harvest.add(placemark.draft, placemark.shapes)
    let (places, paths) = (place..<harvest.list.places.count, path..<harvest.list.paths.count)
    guard placemark.style != KMLStyle(), !(places.isEmpty && paths.isEmpty) else { return }
    let isArea = !placemark.shapes.contains { if case .point = $0 { true } else { false } }
    waiting.append((placemark.style, isArea, places, paths))
  }

  /// Reads an element within the placemark that has just ended; `isOwn` where it is a child of it.
  private func endDetail(_ element: String, isOwn: Bool) {
    let parent = walk.path[walk.path.count - 2]
    switch element {
    case "name" where isOwn: placemark?.draft.name = walk.text
    case "description" where isOwn: placemark?.draft.note = KMLNote.note(of: walk.text)
    case "styleUrl" where isOwn: placemark?.style.link = KMLStyles.name(in: walk.text)
    case "value" where placemark?.datum == "mark":
      placemark?.draft.mark = PinMark(rawValue: walk.text.trimmed)
    case "value" where placemark?.datum == "kind":
      placemark?.draft.isRoute = walk.text.trimmed == "route"
    case "begin" where parent == "TimeSpan":
      placemark?.draft.firstDay = CalendarDay.read(walk.text)
    case "end" where parent == "TimeSpan":
      placemark?.draft.lastDay = CalendarDay.read(walk.text)
    case "coordinates" where !walk.path.contains("innerBoundaryIs"):
      let points = coordinates(walk.text)
      guard let point = points.first else { break }
      switch parent {
      case "LineString": placemark?.shapes.append(.line(points))
      case "LinearRing": placemark?.shapes.append(.area(points))
      default: placemark?.shapes.append(.point(point))
      }
    case "coord":
      if let point = coordinate(walk.text.utf8.split { $0 <= 0x20 }) {
        placemark?.track.append(point)
      }
    case "Track":
      let track = placemark?.track ?? []
      placemark?.shapes.append(.line(track))
      placemark?.track = []
    default: break
    }
  }

  /// The points of `2.29,48.85,0 2.30,48.86,0`; some people put spaces behind the commas.
  private func coordinates(_ text: String) -> [Coordinate] {
    var points: [Coordinate] = []
    var numbers: [Substring.UTF8View] = []
    var isBehindComma = false
    for word in text.utf8.split(whereSeparator: { $0 <= 0x20 }) {
      if !numbers.isEmpty, !isBehindComma, word.first != UInt8(ascii: ",") {
        if let point = coordinate(numbers) { points.append(point) }
        numbers = []
      }
      numbers += word.split(separator: UInt8(ascii: ","))
      isBehindComma = word.last == UInt8(ascii: ",")
    }
    if !numbers.isEmpty, let point = coordinate(numbers) { points.append(point) }
    return points
  }

  /// The coordinate of a longitude and a latitude; reports the first bad one of a placemark.
  private func coordinate(_ words: [Substring.UTF8View]) -> Coordinate? {
    let numbers = words.prefix(2).map { number(Substring($0)) }
    let point =
      numbers.count == 2 ? Coordinate.read(latitude: numbers[1], longitude: numbers[0]) : nil
    if point == nil, placemark?.isReported == false {
      let flaw =
        numbers.count == 2
        ? Coordinate.flaw(latitude: numbers[1], longitude: numbers[0]) : .badCoordinate
      harvest.report(flaw, line: walk.currentLine)
      placemark?.isReported = true
    }
    return point
  }
}
