package import Atlas
import CCairo
package import TravelModel

/// An upright map of a place for a page; it may cross the date line.
package struct MapSheet: Sendable {
  package let width: Double
  package let height: Double
  private let outlines: Outlines
  private let landscape: Landscape?
  private let tinted: Set<Int>
  private let zoom: Int
  private let worldSize: Double
  private let left: Double
  private let top: Double

  /// The margin that is drawn around it, in pixels: wider than half the widest line.
  private static let margin = 4.0

  /// Makes the map of a view with a size in pixels and some countries tinted.
  package init(
    _ view: MapView, width: Double, height: Double, outlines: Outlines, landscape: Landscape?,
    tinted: Set<Int> = []
  ) {
    (self.tinted, self.outlines, self.landscape) = (tinted, outlines, landscape)
    (self.width, self.height) = (width, height)
    zoom = Int(view.zoom.rounded())
    worldSize = view.worldSize
    let center = Mercator.project(view.center)
    let y = MapView.heldWithinWorld(y: center.y, height: height, worldSize: worldSize)
    (left, top) = (center.x - width / 2 / worldSize, y - height / 2 / worldSize)
  }

  /// Paints the map at the origin of the context.
  package func paint(_ palette: MapPalette, lineWidth: Double, on cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_rectangle(cairo, 0, 0, width, height)
    cairo_clip(cairo)
    palette.water.use(in: cairo)
    cairo_paint(cairo)
    for painting in paintings(palette, lineWidth) { painting.paintShapes(cairo) }
    cairo_restore(cairo)
  }

  /// Whether a coast or a border is visible.
  package var hasLines: Bool { paintings(.light, 1).contains { $0.hasLines } }

  /// The position of a coordinate, in the copy of the world nearest to the middle.
  package func position(of coordinate: Coordinate) -> (x: Double, y: Double) {
    let middle = WorldPoint(x: left + width / 2 / worldSize, y: top)
    let point = Mercator.project(coordinate).nearest(to: middle)
    return ((point.x - left) * worldSize, (point.y - top) * worldSize)
  }

  /// The largest cities on the sheet, the largest first.
  package func cities(of gazetteer: Gazetteer, limit: Int) -> [City] {
    let y = max(0, top)...max(0, min(1, top + height / worldSize))
    let found = copies.flatMap { shift -> [Int] in
      let (west, east) = (left - shift, left - shift + width / worldSize)
      return gazetteer.cities(x: max(0, west)...max(0, min(1, east)), y: y, limit: limit)
    }
    // The greatest have the lowest numbers.
    return Set(found).sorted().prefix(limit).map(gazetteer.city)
  }

  /// The visible copies of the world.
  private var copies: [Double] {
    [-1.0, 0, 1].filter { $0 < left + width / worldSize && $0 + 1 > left }
  }

  private func paintings(_ palette: MapPalette, _ lineWidth: Double) -> [MapPainting] {
    copies.map {
      let frame = MapFrame(
        left: left - $0, top: top, width: width / worldSize, height: height / worldSize,
        pixelsPerWorld: worldSize, margin: MapSheet.margin / worldSize)
      return MapPainting(
        outlines: outlines, landscape: landscape, palette: palette, frame: frame, zoom: zoom,
        lineWidth: lineWidth, tinted: tinted)
    }
  }
}
