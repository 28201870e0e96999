import CAdwaita
import TravelModel
import Widgets

/// A tile of the grid of a zoom level; the columns go on beyond the date line.
nonisolated struct TilePlace: Hashable {
  var x: Int
  var y: Int
  var zoom: Int

  /// The same tile in the first of the world's copies, which is the one that is asked for.
  var inWorld: TilePlace {
    let columns = 1 << zoom
    return TilePlace(x: (x % columns + columns) % columns, y: y, zoom: zoom)
  }

  /// The tile of the level before of which it is a quarter.
  var parent: TilePlace { TilePlace(x: x >> 1, y: y >> 1, zoom: zoom - 1) }

  /// The four tiles of the next level that show the same.
  var quarters: [TilePlace] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      TilePlace(x: 2 * x + $0.0, y: 2 * y + $0.1, zoom: zoom + 1)
    }
  }
}

/// The tiles that a window shows, and where on it they are.
struct TileGrid: Equatable {
  let zoom: Int
  let columns: Range<Int>
  let rows: Range<Int>
  private let world: WorldOnScreen
  /// Device pixels to a pixel.
  private let scale: Double

  /// The tiles that the view of a window shows, or would show, and so many more on each side of it.
  init(of camera: MapCamera, at view: MapView? = nil, margin: Int = 0) {
    zoom = Int((view ?? camera.view).zoom)
    world = (view.map(camera.flat(of:)) ?? camera.flat).world
    scale = Double(camera.scale)
    let side = world.size / Double(1 << zoom)
    let size = camera.size
    func range(_ corner: Double, _ length: Double) -> Range<Int> {
      let first = Int((-corner / side).rounded(.down)) - margin
      return first..<max(first, Int(((length - corner) / side).rounded(.up)) + margin)
    }
    columns = range(world.x, size.width)
    rows = range(world.y, size.height).clamped(to: 0..<1 << zoom)
  }

  /// How wide its tiles are, in pixels.
  var side: Double { world.size / Double(1 << zoom) }

  /// Two grids are the same that have the same tiles, wherever those are.
  static func == (one: TileGrid, other: TileGrid) -> Bool {
    one.zoom == other.zoom && one.columns == other.columns && one.rows == other.rows
  }

  /// The tiles, those in the middle first.
  var places: [TilePlace] {
    let middle = (columns.lowerBound + columns.upperBound, rows.lowerBound + rows.upperBound)
    func distance(_ place: TilePlace) -> Int {
      let (x, y) = (2 * place.x + 1 - middle.0, 2 * place.y + 1 - middle.1)
      return x * x + y * y
    }
    return allPlaces.sorted { distance($0) < distance($1) }
  }

  /// The tiles, row by row.
  var allPlaces: [TilePlace] {
    rows.flatMap { y in columns.map { TilePlace(x: $0, y: y, zoom: zoom) } }
  }

  /// Where a tile of any level is, or what begins with it and is so many tiles wide.
  ///
  /// Its edges are on whole device pixels: neighbours meet without a gap, and at whole levels each
  /// pixel of a tile is one of the screen.
  func frame(of place: TilePlace, tiles: Double = 1) -> graphene_rect_t {
    let ((left, top), (right, bottom)) = (corner(of: place), corner(of: place, tilesOn: tiles))
    return graphene_rect_t(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Where a picture is that begins with a tile, was painted for a width of it, and is so many device
  /// pixels wide.
  ///
  /// Where the tile is about as wide, each pixel of the picture is one of the screen, though the tile
  /// itself is not of whole pixels.
  func frame(ofPictureFrom place: TilePlace, width: Int, pixels: Double) -> graphene_rect_t {
    if width == Int((world.size / Double(1 << place.zoom)).rounded()) {
      let (left, top) = corner(of: place)
      return graphene_rect_t(x: left, y: top, width: pixels / scale, height: pixels / scale)
    }
    return frame(of: place, tiles: pixels / (Double(width) * scale))
  }

  /// The left upper corner of a tile, or of what is so many tiles further to the south-east.
  private func corner(of place: TilePlace, tilesOn tiles: Double = 0) -> (x: Double, y: Double) {
    let side = world.size / Double(1 << place.zoom)
    func onDevicePixel(_ position: Double) -> Double { (position * scale).rounded() / scale }
    return (
      onDevicePixel(world.x + (Double(place.x) + tiles) * side),
      onDevicePixel(world.y + (Double(place.y) + tiles) * side)
    )
  }
}
