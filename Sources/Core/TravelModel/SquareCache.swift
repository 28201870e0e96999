/// A square of the map: a tile of a zoom level, in the first copy of the world.
struct MapSquare: Hashable, Sendable {
  let zoom: Int
  let column: Int
  let row: Int

  init(zoom: Int, column: Int, row: Int) {
    let side = 1 << zoom
    (self.zoom, self.row) = (zoom, row)
    self.column = (column % side + side) % side
  }

  /// The square that contains a place.
  init(zoom: Int, of place: Coordinate) {
    let point = Mercator.project(place) * Double(1 << zoom)
    self.init(zoom: zoom, column: Int(point.x), row: min(Int(point.y), 1 << zoom - 1))
  }
}

/// The squares that a window shows of a view, or as many in its middle as a search can reach.
public struct SquareBlock: Hashable, Sendable {
  let zoom: Int
  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>

  /// Squares have half the width of tiles, so that what is searched is hardly larger than the window.
  private static let zoomBeyondView = 1

  /// Makes the block of a view; `reach` is the greatest radius of a search, in metres.
  public init(of view: MapView, width: Double, height: Double, reach: Double) {
    zoom = SquareBlock.zoom(of: view)
    let side = Double(1 << zoom)
    let middle = Mercator.project(view.center) * side
    let half = WorldPoint(x: width, y: height) / (2 * view.worldSize) * side
    func span(_ middle: Double, _ half: Double) -> ClosedRange<Int> {
      Int((middle - half).rounded(.down))...Int((middle + half).rounded(.down))
    }
    columns = span(middle.x, half.x)
    rows = span(middle.y, half.y).clamped(to: 0...(1 << zoom) - 1)
    while radius > reach, max(columns.count, rows.count) > 1 {
      if columns.count >= rows.count {
        columns = columns.shortened(around: middle.x)
      } else {
        rows = rows.shortened(around: middle.y)
      }
    }
  }

  /// The middle of the circle around the squares.
  public var center: Coordinate {
    let start = point(columns.lowerBound, rows.lowerBound)
    let end = point(columns.upperBound + 1, rows.upperBound + 1)
    return Mercator.coordinate(at: (start + end) / 2)
  }

  /// The radius of that circle, in metres.
  public var radius: Double {
    let corners = [rows.lowerBound, rows.upperBound + 1].map {
      Mercator.coordinate(at: point(columns.lowerBound, $0)).distance(to: center)
    }
    return corners.max()!.rounded(.up)
  }

  var squares: [MapSquare] {
    rows.flatMap { row in columns.map { MapSquare(zoom: zoom, column: $0, row: row) } }
  }

  /// The zoom of the squares of a view.
  static func zoom(of view: MapView) -> Int { Int(view.zoom.rounded()) + zoomBeyondView }

  private func point(_ column: Int, _ row: Int) -> WorldPoint {
    WorldPoint(x: Double(column), y: Double(row)) / Double(1 << zoom)
  }
}

extension ClosedRange<Int> {
  /// The range without that end which is farther from `middle`.
  fileprivate func shortened(around middle: Double) -> ClosedRange<Int> {
    middle - Double(lowerBound) > Double(upperBound + 1) - middle
      ? lowerBound + 1...upperBound : lowerBound...upperBound - 1
  }
}

/// The photos that were found in squares of the map, each known for a day.
public struct SquareCache: Sendable {
  private var squares: [MapSquare: (photos: [FoundPhoto], time: Double)] = [:]

  /// How long a square is known, in seconds.
  private static let lifetime = 24.0 * 3600
  /// How many squares are kept: those of some dozen windows.
  private static let limit = 4000

  public init() {}

  /// Whether all squares of a block are known; times are in seconds.
  public func knows(_ block: SquareBlock, at now: Double) -> Bool {
    block.squares.allSatisfy { squares[$0].map { isFresh($0.time, at: now) } ?? false }
  }

  /// Keeps those of the photos that are in a block, in place of what was known of it.
  public mutating func insert(_ photos: [FoundPhoto], for block: SquareBlock, at now: Double) {
    let found = Dictionary(grouping: photos) { MapSquare(zoom: block.zoom, of: $0.coordinate) }
    for square in block.squares { squares[square] = (found[square] ?? [], now) }
    guard squares.count > SquareCache.limit else { return }
    let times = squares.values.map(\.time).sorted()
    let median = times[times.count / 2]
    squares = squares.filter { $0.value.time >= median }
  }

  /// The photos in what a window shows of a view: first those that were found for views of its zoom,
  /// of these the best first.
  public func photos(
    in view: MapView, width: Double, height: Double, at now: Double
  ) -> [FoundPhoto] {
    let corner = view.point(east: -width / 2, south: -height / 2)
    let opposite = view.point(east: width / 2, south: height / 2)
    let area = WorldArea(x: corner.x...opposite.x, y: corner.y...opposite.y)
    let zoom = SquareBlock.zoom(of: view)
    let found = squares.filter { isFresh($0.value.time, at: now) }.flatMap { square, known in
      known.photos.filter { area.contains($0.coordinate) }.map { (abs(square.zoom - zoom), $0) }
    }.sorted {
      ($0.0, $0.1.rank, $0.1.details.sourceID) < ($1.0, $1.1.rank, $1.1.details.sourceID)
    }
    var known: Set<String> = []
    return found.map { $0.1 }.filter { known.insert($0.details.sourceID).inserted }
  }

  private func isFresh(_ time: Double, at now: Double) -> Bool {
    (0..<SquareCache.lifetime).contains(now - time)
  }
}
