import TravelModel

/// Decodes the untrusted content of `outlines.atlas`.
struct OutlineDecoder: ~Copyable {
  private var reader: DataReader
  /// The most points in a line of a coast: long coasts are cut, so that their bounds are small.
  private static let longestCoast = 128

  init(_ content: [UInt8]) { reader = DataReader(content) }

  var isComplete: Bool { reader.isComplete }

  mutating func countries() -> [Country]? {
    let languages = (0..<reader.count()).map { _ in reader.text() }
    let count = reader.count()
    guard reader.isSound, languages.count <= 100, Set(languages).count == languages.count
    else { return nil }
    var countries: [Country] = []
    for _ in 0..<count {
      let code = reader.text()
      let label = WorldPoint(
        x: reader.part(of: OutlineFile.labelBits), y: reader.part(of: OutlineFile.labelBits))
      let (minimum, maximum) = (reader.number(below: 300), reader.number(below: 300))
      let rank = reader.number(below: 100)
      let names = reader.names(in: languages)
      let claimants = (0..<reader.count()).map { _ in reader.number(below: count) }
      guard reader.isSound, names["en"] != nil else { return nil }
      countries.append(
        Country(
          code: code, names: names, label: label, minimumZoom: Double(minimum) / 10,
          maximumZoom: Double(maximum) / 10, rank: rank,
          claimants: claimants))
    }
    return countries
  }

  mutating func shapes(countries: Int) -> MapShapes? {
    var pen = Pen(bits: reader.number(below: 25))
    let count = reader.count()
    var points: [MapPoint] = []
    points.reserveCapacity(count)
    var land: [LandRing] = []
    var lines: [MapLine] = []
    for _ in 0..<reader.count() {
      let country = reader.number(below: countries)
      guard start(&pen, &points) else { return nil }
      let first = points.count - 1
      for _ in 0..<reader.count() {
        guard stretch(&pen, &points, &lines) else { return nil }
      }
      guard points.count - first >= 4, points[first] == points[points.count - 1] else {
        return nil
      }
      let range = first..<points.count
      land.append(
        LandRing(bounds: MapBounds(around: points[range]), points: range, country: country))
    }
    for _ in 0..<reader.count() {
      guard start(&pen, &points), stretch(&pen, &points, &lines) else { return nil }
    }
    guard reader.isSound, points.count == count else { return nil }
    return MapShapes(points: points, land: land, lines: lines)
  }

  mutating func disputedAreas(countries: Int) -> [DisputedSpan]? {
    var spans: [DisputedSpan] = []
    let side = 1 << OutlineFile.areaBits
    var (row, end) = (0, 0)
    for _ in 0..<reader.count() {
      let step = reader.number(below: side - row)
      if step > 0 { end = 0 }
      row += step
      let (first, count) = (reader.number(below: side), reader.number(below: side + 1))
      let (one, other) = (reader.number(below: countries), reader.number(below: countries + 1))
      guard reader.isSound, first >= end, count > 0, first + count <= side else { return nil }
      end = first + count
      spans.append(
        DisputedSpan(
          first: Int32(row * side + first), count: Int32(count), one: Int32(one),
          other: Int32(other - 1)))
    }
    return reader.isSound ? spans : nil
  }
}

/// Decodes points, which are stored as differences.
private struct Pen {
  let limit: Int
  let scale: Float
  var x = 0
  var y = 0
  /// The first point of the last ring or line.
  var start = (x: 0, y: 0)

  init(bits: Int) {
    limit = 1 << bits
    scale = 1 / Float(limit)
  }

  /// Moves, and returns whether the new point is on the map.
  mutating func move(_ dx: Int, _ dy: Int) -> Bool {
    (x, y) = (x &+ dx, y &+ dy)
    return x >= 0 && x <= limit && y >= 0 && y <= limit
  }

  var point: MapPoint { MapPoint(x: Float(x) * scale, y: Float(y) * scale) }
}

extension OutlineDecoder {
  private mutating func start(_ pen: inout Pen, _ points: inout [MapPoint]) -> Bool {
    (pen.x, pen.y) = pen.start
    guard pen.move(reader.signed(), reader.signed()), reader.isSound else { return false }
    pen.start = (pen.x, pen.y)
    points.append(pen.point)
    return true
  }

  private mutating func stretch(
    _ pen: inout Pen, _ points: inout [MapPoint], _ lines: inout [MapLine]
  ) -> Bool {
    let kind = OutlineFile.Stretch(rawValue: UInt8(reader.number(below: 5)))!
    var first = points.count - 1
    let count = reader.count()
    guard count > 0 else { return false }
    for _ in 0..<count {
      guard pen.move(reader.signed(), reader.signed()) else { return false }
      points.append(pen.point)
    }
    guard reader.isSound else { return false }
    guard kind != .silent else { return true }
    while first < points.count - 1 {
      let longest = kind == .coast ? OutlineDecoder.longestCoast : count
      let range = first..<min(points.count, first + longest + 1)
      lines.append(
        MapLine(bounds: MapBounds(around: points[range]), points: range, kind: kind.border))
      first = range.upperBound - 1
    }
    return true
  }
}
