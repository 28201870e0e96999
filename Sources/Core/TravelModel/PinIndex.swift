/// All pins, sorted so that pins near each other on the map are near each other in the array.
///
/// A pin's code interleaves the bits of its map coordinates (a Z-order curve), so that the pins of
/// a square cell, at any level, are a contiguous range. Prefix sums give the middle of a range
/// without visiting its pins, so that the cost of drawing the map does not grow with their number.
public struct PinIndex: Sendable {
  private var pins: [Pin.ID: Pin] = [:]
  private var codes: [UInt64] = []
  private var ids: [Pin.ID] = []
  private var sums: [WorldPoint] = [WorldPoint(x: 0, y: 0)]

  public init(_ pins: some Sequence<Pin> = EmptyCollection()) {
    var coded: [(code: UInt64, id: Pin.ID, point: WorldPoint)] = []
    coded.reserveCapacity(pins.underestimatedCount)
    self.pins.reserveCapacity(pins.underestimatedCount)
    for pin in pins {
      let point = Mercator.project(pin.coordinate)
      coded.append((PinIndex.code(of: point), pin.id, point))
      self.pins[pin.id] = pin
    }
    coded.sort { $0.code != $1.code ? $0.code < $1.code : $0.id < $1.id }
    codes = coded.map(\.code)
    ids = coded.map(\.id)
    sums.reserveCapacity(coded.count + 1)
    var sum = sums[0]
    for place in coded {
      sum.x += place.point.x
      sum.y += place.point.y
      sums.append(sum)
    }
  }

  public var count: Int { ids.count }

  /// All pins, in no order.
  public var all: some Collection<Pin> { pins.values }

  public subscript(id: Pin.ID) -> Pin? { pins[id] }

  /// Adds a pin, or replaces the one with the same id.
  public mutating func insert(_ pin: Pin) {
    if let known = pins[pin.id], known.coordinate == pin.coordinate {
      pins[pin.id] = pin
      return
    }
    remove(pin.id)
    let code = PinIndex.code(of: pin.coordinate)
    let place = firstPlace { (codes[$0], ids[$0]) >= (code, pin.id) }
    codes.insert(code, at: place)
    ids.insert(pin.id, at: place)
    pins[pin.id] = pin
    sumUp(from: place)
  }

  /// Removes a pin and returns it.
  @discardableResult
  public mutating func remove(_ id: Pin.ID) -> Pin? {
    guard let place = place(of: id), let pin = pins.removeValue(forKey: id) else { return nil }
    codes.remove(at: place)
    ids.remove(at: place)
    sumUp(from: place)
    return pin
  }
}

/// A square of the map at a level that contains at least one pin.
///
/// At level 0 the only cell is the world; each level halves a cell's side.
struct PinCell {
  /// The cell's column; outside 0..<2^level in other copies of the world.
  var column: Int
  var row: Int
  /// The range of its pins in the index.
  var places: Range<Int>
  /// The middle of its pins, in the same copy of the world as the column.
  var middle: WorldPoint
}

extension PinIndex {
  /// The place of a pin in the index.
  func place(of id: Pin.ID) -> Int? {
    guard let pin = pins[id] else { return nil }
    let code = PinIndex.code(of: pin.coordinate)
    return firstPlace { (codes[$0], ids[$0]) >= (code, id) }
  }

  func identities(at places: Range<Int>) -> ArraySlice<Pin.ID> { ids[places] }

  /// The cells of a level that contain pins and overlap a part of the map, in all copies of the
  /// world.
  func cells(level: Int, x: ClosedRange<Double>, y: ClosedRange<Double>) -> [PinCell] {
    precondition((0...31).contains(level))
    var cells: [PinCell] = []
    guard count > 0, x.upperBound - x.lowerBound < 1000 else { return cells }
    let width = 1 << level
    for copy in Int(x.lowerBound.rounded(.down))...Int(x.upperBound.rounded(.down)) {
      let columns = PinIndex.span(x.lowerBound - Double(copy), x.upperBound - Double(copy), width)
      let rows = PinIndex.span(y.lowerBound, y.upperBound, width)
      guard let columns, let rows else { continue }
      collect(
        Square(level: 0, column: 0, row: 0, places: 0..<count), down: level,
        columns: columns, rows: rows
      ) { square in
        cells.append(
          PinCell(
            column: square.column + copy * width, row: square.row, places: square.places,
            middle: middle(of: square.places, copy: copy)))
      }
    }
    return cells
  }

  private struct Square {
    var level: Int
    var column: Int
    var row: Int
    var places: Range<Int>
  }

  private static func span(_ low: Double, _ high: Double, _ width: Int) -> ClosedRange<Int>? {
    guard low < 1, high >= 0 else { return nil }
    let first = Int((max(0, low) * Double(width)).rounded(.down))
    let last = Int((min(1, high) * Double(width)).rounded(.down))
    return first...max(first, min(width - 1, last))
  }

  /// Adds the cells within a square that contain pins and lie in the given columns and rows.
  private func collect(
    _ square: Square, down level: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>,
    into visit: (Square) -> Void
  ) {
    guard !square.places.isEmpty else { return }
    let shift = level - square.level
    guard (square.column << shift) <= columns.upperBound,
      ((square.column + 1) << shift) > columns.lowerBound,
      (square.row << shift) <= rows.upperBound,
      ((square.row + 1) << shift) > rows.lowerBound
    else { return }
    guard shift > 0 else { return visit(square) }

    let prefix = PinIndex.interleaved(UInt32(square.column), UInt32(square.row))
    let bitsBelow = UInt64(2 * (31 - square.level))
    var start = square.places.lowerBound
    for quarter in 0..<4 {
      let end: Int
      if quarter == 3 {
        end = square.places.upperBound
      } else {
        let limit = (prefix * 4 + UInt64(quarter) + 1) << bitsBelow
        end = firstPlace(in: start..<square.places.upperBound) { codes[$0] >= limit }
      }
      collect(
        Square(
          level: square.level + 1, column: square.column * 2 + (quarter & 1),
          row: square.row * 2 + (quarter >> 1), places: start..<end),
        down: level, columns: columns, rows: rows, into: visit)
      start = end
    }
  }

  private func middle(of places: Range<Int>, copy: Int) -> WorldPoint {
    if places.count == 1, let pin = pins[ids[places.lowerBound]] {
      // A single pin stands exactly at its place; a difference of sums would be slightly off.
      let point = Mercator.project(pin.coordinate)
      return WorldPoint(x: point.x + Double(copy), y: point.y)
    }
    let number = Double(places.count)
    return WorldPoint(
      x: (sums[places.upperBound].x - sums[places.lowerBound].x) / number + Double(copy),
      y: (sums[places.upperBound].y - sums[places.lowerBound].y) / number)
  }
}

extension PinIndex {
  /// The first index for which `isAtOrAfter` holds; it must hold for all later ones too.
  private func firstPlace(
    in places: Range<Int>? = nil, where isAtOrAfter: (Int) -> Bool
  ) -> Int {
    var low = places?.lowerBound ?? 0
    var high = places?.upperBound ?? count
    while low < high {
      let middle = (low + high) / 2
      if isAtOrAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func sumUp(from place: Int) {
    sums.removeSubrange((place + 1)...)
    sums.reserveCapacity(count + 1)
    var sum = sums[place]
    for place in place..<count {
      let point = Mercator.project(pins[ids[place]]!.coordinate)
      sum.x += point.x
      sum.y += point.y
      sums.append(sum)
    }
  }

  private static func code(of coordinate: Coordinate) -> UInt64 {
    code(of: Mercator.project(coordinate))
  }

  private static func code(of point: WorldPoint) -> UInt64 {
    let side = 4_294_967_296.0
    return interleaved(
      UInt32(min(point.x * side, side - 1)), UInt32(min(point.y * side, side - 1)))
  }

  /// Puts the bits of `x` at the even positions and those of `y` at the odd ones.
  private static func interleaved(_ x: UInt32, _ y: UInt32) -> UInt64 {
    func spread(_ value: UInt32) -> UInt64 {
      var bits = UInt64(value)
      bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
      bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
      bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
      bits = (bits | bits << 2) & 0x3333_3333_3333_3333
      return (bits | bits << 1) & 0x5555_5555_5555_5555
    }
    return spread(x) | spread(y) << 1
  }
}

extension PinIndex {
  /// The level of the cells that are searched for pins near a place: some 38 metres.
  private static let nearLevel = 20

  /// The pins within a radius of a place, in metres.
  public func pins(within radius: Double, of place: Coordinate) -> [Pin] {
    let bounds = place.bounds(within: radius)
    let rows = [bounds.latitudes.upperBound, bounds.latitudes.lowerBound].map {
      Mercator.project(Coordinate(clampedLatitude: $0, wrappedLongitude: 0)).y
    }
    return bounds.longitudes.flatMap { longitudes in
      let columns = (longitudes.lowerBound / 360 + 0.5)...(longitudes.upperBound / 360 + 0.5)
      return cells(level: PinIndex.nearLevel, x: columns, y: rows[0]...rows[1])
        .flatMap { identities(at: $0.places) }.compactMap { self[$0] }
        .filter { $0.coordinate.distance(to: place) <= radius }
    }
  }
}

extension PinIndex {
  /// The pins whose titles contain all words of a text; those that begin with its first word come
  /// first.
  ///
  /// `folded` removes insignificant differences, such as case and accents.
  public func titled(
    like text: String, limit: Int, folded: (String) -> String = { $0.lowercased() }
  ) -> [Pin] {
    let words = folded(text).split { $0.isWhitespace || $0 == "," }
    guard !words.isEmpty else { return [] }
    var found: [(rank: Int, pin: Pin)] = []
    for pin in pins.values {
      let title = folded(pin.title)
      guard words.allSatisfy({ title.contains($0) }) else { continue }
      found.append((title.hasPrefix(words[0]) ? 0 : 1, pin))
    }
    // Newest first: the most likely to be looked for.
    return found.sorted { ($0.rank, $1.pin.id) < ($1.rank, $0.pin.id) }.prefix(limit).map(\.pin)
  }
}
