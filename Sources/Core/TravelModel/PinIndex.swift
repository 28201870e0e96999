/// All pins, sorted so that pins near each other on the map are near each other in the array.
///
/// A pin's code interleaves the bits of its map coordinates (a Z-order curve), so that the pins of
/// a square cell, at any level, are a contiguous range. Prefix sums give the middle of a range
/// without visiting its pins, so that the cost of drawing the map does not grow with their number.
public struct PinIndex: Sendable {
  private var pins: [Pin.ID: Pin] = [:]
  private var codes: [UInt64] = []
  private var ids: [Pin.ID] = []
  private var sums: [WorldPoint] = [.zero]

  public init(_ pins: some Collection<Pin> = EmptyCollection()) {
    self.pins.reserveCapacity(pins.count)
    for pin in pins { self.pins[pin.id] = pin }
    let coded = pins.map { (code: PinIndex.code(of: $0.coordinate), id: $0.id) }.sorted { $0 < $1 }
    codes = coded.map(\.code)
    ids = coded.map(\.id)
    sumUp(from: 0)
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
  var level: Int
  /// The cell's column; outside 0..<2^level in other copies of the world.
  var column: Int
  var row: Int
  /// The range of its pins in the index.
  var places: Range<Int>
  /// The middle of its pins, in the same copy of the world as the column.
  var middle = WorldPoint.zero
}

extension PinIndex {
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
    for copy in x.copies(of: 0...1) {
      let columns = PinIndex.span(x.lowerBound - Double(copy), x.upperBound - Double(copy), width)
      let rows = PinIndex.span(y.lowerBound, y.upperBound, width)
      guard let columns, let rows else { continue }
      collect(
        PinCell(level: 0, column: 0, row: 0, places: 0..<count), down: level,
        columns: columns, rows: rows
      ) { cell in
        var cell = cell
        cell.column += copy * width
        cell.middle = middle(of: cell.places, copy: copy)
        cells.append(cell)
      }
    }
    return cells
  }

  private static func span(_ low: Double, _ high: Double, _ width: Int) -> ClosedRange<Int>? {
    guard low < 1, high >= 0 else { return nil }
    let first = Int((max(0, low) * Double(width)).rounded(.down))
    let last = Int((min(1, high) * Double(width)).rounded(.down))
    return first...max(first, min(width - 1, last))
  }

  /// Adds the cells within another that contain pins and lie in the given columns and rows.
  private func collect(
    _ cell: PinCell, down level: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>,
    into visit: (PinCell) -> Void
  ) {
    guard !cell.places.isEmpty else { return }
    let shift = level - cell.level
    guard (cell.column << shift) <= columns.upperBound,
      ((cell.column + 1) << shift) > columns.lowerBound,
      (cell.row << shift) <= rows.upperBound,
      ((cell.row + 1) << shift) > rows.lowerBound
    else { return }
    guard shift > 0 else { return visit(cell) }

    let prefix = PinIndex.interleaved(UInt32(cell.column), UInt32(cell.row))
    let bitsBelow = UInt64(2 * (31 - cell.level))
    var start = cell.places.lowerBound
    for quarter in 0..<4 {
      let code = prefix * 4 + UInt64(quarter)
      let end = firstPlace(in: start..<cell.places.upperBound) { codes[$0] >> bitsBelow > code }
      collect(
        PinCell(
          level: cell.level + 1, column: cell.column * 2 + (quarter & 1),
          row: cell.row * 2 + (quarter >> 1), places: start..<end),
        down: level, columns: columns, rows: rows, into: visit)
      start = end
    }
  }

  private func middle(of places: Range<Int>, copy: Int) -> WorldPoint {
    var middle = (sums[places.upperBound] - sums[places.lowerBound]) / Double(places.count)
    if places.count == 1, let pin = pins[ids[places.lowerBound]] {
      // A single pin stands exactly at its place; a difference of sums would be slightly off.
      middle = Mercator.project(pin.coordinate)
    }
    middle.x += Double(copy)
    return middle
  }

  /// The first index for which `isAtOrAfter` holds; it must hold for all later ones too.
  private func firstPlace(in places: Range<Int>? = nil, where isAtOrAfter: (Int) -> Bool) -> Int {
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
      sum += Mercator.project(pins[ids[place]]!.coordinate)
      sums.append(sum)
    }
  }

  private static func code(of coordinate: Coordinate) -> UInt64 {
    let point = Mercator.project(coordinate)
    let side = 4_294_967_296.0
    return interleaved(UInt32(min(point.x * side, side - 1)), UInt32(min(point.y * side, side - 1)))
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
