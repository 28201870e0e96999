import CAdwaita
import TravelModel
import Widgets

/// The position of a tile in the grid of a zoom level; the columns go on beyond the date line.
nonisolated package struct TilePlace: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var zoom: Int

  package init(x: Int, y: Int, zoom: Int) { (self.x, self.y, self.zoom) = (x, y, zoom) }

  /// The same tile in the first copy of the world; only these are requested.
  var inWorld: TilePlace {
    let columns = 1 << zoom
    return TilePlace(x: (x % columns + columns) % columns, y: y, zoom: zoom)
  }

  /// The tile one level further out that contains it.
  var parent: TilePlace { TilePlace(x: x >> 1, y: y >> 1, zoom: zoom - 1) }

  /// The four tiles one level further in that cover the same area.
  var quarters: [TilePlace] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      TilePlace(x: 2 * x + $0.0, y: 2 * y + $0.1, zoom: zoom + 1)
    }
  }
}

/// The tiles in a window, and where they are.
struct TileGrid: Equatable {
  let zoom: Int
  let columns: Range<Int>
  let rows: Range<Int>
  private let world: WorldOnScreen
  /// Device pixels per pixel.
  private let scale: Double

  /// The tiles that a view shows in the window, and `margin` more on each side; those of the deepest
  /// zoom in closer views, too.
  init(of camera: MapCamera, at view: MapView? = nil, margin: Int = 0, deepest: Int = .max) {
    zoom = min(deepest, Int((view ?? camera.view).zoom))
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

  /// The width of its tiles, in pixels.
  var side: Double { world.size / Double(1 << zoom) }

  /// Grids are equal if they have the same tiles, wherever those are in the window.
  static func == (one: TileGrid, other: TileGrid) -> Bool {
    one.zoom == other.zoom && one.columns == other.columns && one.rows == other.rows
  }

  /// The tiles, from the middle outwards.
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

  /// The rectangle of a tile of any level, or of `tiles` tiles from it on.
  ///
  /// Its edges are on whole device pixels: neighbours meet without a gap, and at whole levels the
  /// pixels of a tile match those of the screen.
  func frame(of place: TilePlace, tiles: Double = 1) -> graphene_rect_t {
    let ((left, top), (right, bottom)) = (corner(of: place), corner(of: place, tilesOn: tiles))
    return graphene_rect_t(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle of a picture that starts at a tile, was painted for a tile width, and is
  /// `pixels` device pixels wide.
  ///
  /// If the tile has about that width, the pixels of the picture match those of the screen, though
  /// the tile itself is not of whole pixels.
  func frame(ofPictureFrom place: TilePlace, width: Int, pixels: Double) -> graphene_rect_t {
    if width == Int((world.size / Double(1 << place.zoom)).rounded()) {
      let (left, top) = corner(of: place)
      return graphene_rect_t(x: left, y: top, width: pixels / scale, height: pixels / scale)
    }
    return frame(of: place, tiles: pixels / (Double(width) * scale))
  }

  /// The upper left corner of a tile, or of the one that is `tiles` further south-east.
  private func corner(of place: TilePlace, tilesOn tiles: Double = 0) -> (x: Double, y: Double) {
    let side = world.size / Double(1 << place.zoom)
    return (
      (world.x + (Double(place.x) + tiles) * side).onDevicePixel(of: scale),
      (world.y + (Double(place.y) + tiles) * side).onDevicePixel(of: scale)
    )
  }
}
