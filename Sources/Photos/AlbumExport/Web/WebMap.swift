import CCairo
import MapDrawing
import TravelModel

/// The map of a web page, as SVG whose colours are in the page's style.
enum WebMap {
  /// In pixels; the page makes it as wide as there is room.
  private static let (width, height) = (960.0, 420.0)
  /// Coordinates are whole numbers of such parts of a pixel.
  private static let parts = 10.0
  static let textSize = 13.0
  /// A usual letter's width, in sizes of the text: the reader's font is not known.
  private static let (letterWidth, boldLetterWidth) = (0.58, 0.64)
  static let smallTextSize = 20.0
  /// The least height, in sizes of the page's text: on a small screen the sides are cut off.
  static let leastHeight = 13.0
  /// The part of the width that the smallest screen shows: 320 pixels, without the page's margins.
  private static let leastShown = {
    let (letter, screen, margin) = (16.0, 320.0, 1.0)
    let half = (screen - 2 * margin * letter) / (leastHeight * letter) * height / 2
    return (width / 2 - half)...(width / 2 + half)
  }()

  static func svg(of album: ExportedAlbum, _ map: ExportMap, name: String) -> String {
    let place = PlaceMap(of: album, map, width: width, height: height) {
      (Double($0.count) * ($1 ? boldLetterWidth : letterWidth) * textSize, textSize * 1.2)
    }
    var svg =
      "<svg class=\"map\" role=\"img\" aria-label=\"\(HTML.text(name))\" viewBox=\"0 0 \(whole(width)) \(whole(height))\" preserveAspectRatio=\"xMidYMid slice\">\n"
    svg += "<rect class=\"water\" width=\"\(whole(width))\" height=\"\(whole(height))\"/>\n"
    for layer in MapSheet.Layer.allCases {
      let path = path(of: layer, place.sheet)
      if !path.isEmpty { svg += "<path class=\"\(layer.rawValue)\" d=\"\(path)\"/>\n" }
    }
    for label in place.labels {
      // What a small screen would show half of, it leaves out.
      let side = isAtSide(label) ? "side" : nil
      if let dot = label.dot {
        svg += circle("city\(side.map { " \($0)" } ?? "")", dot, radius: PlaceMap.cityRadius)
      }
      let kind = (label.dot == nil ? "place" : side).map { " class=\"\($0)\"" } ?? ""
      svg +=
        "<text\(kind) x=\"\(whole(label.start.x))\" y=\"\(whole(label.start.y + textSize * 0.35))\">\(HTML.text(label.name))</text>\n"
    }
    for dot in place.dots { svg += circle("photo", dot, radius: PlaceMap.dotRadius) }
    return svg + pin(at: place.pin) + "</svg>\n"
  }

  private static func isAtSide(_ label: PlaceMap.Label) -> Bool {
    guard label.dot != nil else { return false }
    let width = Double(label.name.count) * letterWidth * smallTextSize
    return label.start.x < leastShown.lowerBound || label.start.x + width > leastShown.upperBound
  }

  private static func circle(_ name: String, _ spot: PlaceMap.Spot, radius: Double) -> String {
    "<circle class=\"\(name)\" cx=\"\(whole(spot.x))\" cy=\"\(whole(spot.y))\" r=\"\(whole(radius))\"/>\n"
  }

  private static func pin(at tip: PlaceMap.Spot) -> String {
    let (radius, height) = (PlaceMap.headRadius, PlaceMap.headHeight)
    let bend = radius * 0.75
    let body =
      "M\(whole(tip.x)) \(whole(tip.y))"
      + "c0-\(whole(bend))-\(whole(radius))-\(whole(bend))-\(whole(radius))-\(whole(height))"
      + "a\(whole(radius)) \(whole(radius)) 0 0 1 \(whole(2 * radius)) 0"
      + "c0 \(whole(height - bend))-\(whole(radius)) \(whole(height - bend))-\(whole(radius)) \(whole(height))z"
    // On a small screen it grows from its tip.
    return "<g class=\"marker\" style=\"transform-origin:\(whole(tip.x))px \(whole(tip.y))px\">\n"
      + "<path class=\"pin\" d=\"\(body)\"/>\n"
      + circle("eye", (tip.x, tip.y - height), radius: radius * 0.4) + "</g>\n"
  }

  /// A length in the map's own unit.
  static func whole(_ value: Double) -> Int { Int((value * parts).rounded()) }

  private static func path(of layer: MapSheet.Layer, _ sheet: MapSheet) -> String {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)!
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    sheet.add(layer, to: cairo)
    let path = cairo_copy_path(cairo)!
    defer { cairo_path_destroy(path) }
    var text = ShortPath(isClosed: layer.isArea)
    var index = 0
    while index < Int(path.pointee.num_data) {
      let element = path.pointee.data + index
      let kind = element.pointee.header.type
      if kind == CAIRO_PATH_MOVE_TO || kind == CAIRO_PATH_LINE_TO {
        let point = element[1].point
        text.add(x: whole(point.x), y: whole(point.y), isStart: kind == CAIRO_PATH_MOVE_TO)
      }
      index += max(1, Int(element.pointee.header.length))
    }
    return text.finished()
  }
}

/// The lines of an SVG path in few letters.
struct ShortPath {
  private let isClosed: Bool
  private var text = ""
  private var line: [(x: Int, y: Int)] = []
  /// The last point of the line, which may have been left out.
  private var end: (x: Int, y: Int)?

  /// Nearer points are one, in parts of a pixel.
  private static let leastStep = 7

  init(isClosed: Bool) { self.isClosed = isClosed }

  mutating func add(x: Int, y: Int, isStart: Bool) {
    if isStart { endLine() }
    end = (x, y)
    if let last = line.last, max(abs(x - last.x), abs(y - last.y)) < ShortPath.leastStep { return }
    line.append((x, y))
  }

  mutating func finished() -> String {
    endLine()
    return text
  }

  private mutating func endLine() {
    defer { line = [] }
    if !isClosed, let end, let last = line.last, end != last { line.append(end) }
    guard line.count >= (isClosed ? 3 : 2) else { return }
    text += "M\(line[0].x) \(line[0].y)l"
    for (number, (from, to)) in zip(line, line.dropFirst()).enumerated() {
      let (x, y) = (to.x - from.x, to.y - from.y)
      text += "\(number == 0 || x < 0 ? "" : " ")\(x)\(y < 0 ? "" : " ")\(y)"
    }
    if isClosed { text += "z" }
  }
}
