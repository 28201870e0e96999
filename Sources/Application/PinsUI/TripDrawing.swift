import CAdwaita
import CGLib
import MapDrawing
import MapWidget
import TravelModel
import Widgets

/// The lines of trips as drawn for a part of the map, with which they move.
///
/// They are drawn in squares, and only in those that a line crosses: one drawing of the whole
/// window, mostly empty, would cost each frame as much as the map itself.
final class TripDrawing {
  /// The projection for which the lines were drawn.
  private let world: any Projection
  /// The part that was drawn, in pixels.
  private let area: LabelBox
  /// Device pixels per pixel.
  private let scale: Int
  /// The squares as cairo pictures, which its renderer paints as they are: without a graphics card,
  /// GTK 4.8 converts each texture in each frame.
  private var squares: [(picture: KeptDrawing, area: LabelBox)] = []

  /// The side of a square, in pixels.
  private static let side = 128.0

  /// Draws the lines in the window, and in a `margin` around it, in windows.
  init(of trips: [DrawnTrip], on camera: MapCamera, margin: Double) {
    (world, scale) = (camera.projection, camera.scale)
    let (width, height) = camera.size
    area = LabelBox(
      x: (-margin * width).rounded(.down), y: (-margin * height).rounded(.down),
      width: ((1 + 2 * margin) * width).rounded(.up),
      height: ((1 + 2 * margin) * height).rounded(.up))
    draw(trips)
  }

  /// Whether the drawn part covers the window.
  func covers(_ camera: MapCamera) -> Bool {
    window(of: camera).map { $0.depth(in: area) >= 0 } ?? false
  }

  func append(to snapshot: OpaquePointer, on camera: MapCamera) {
    guard let window = window(of: camera) else { return }
    // By whole pixels, as the tiles: between them each pixel would be mixed of four.
    var way = graphene_point_t(x: Float(-window.x.rounded()), y: Float(-window.y.rounded()))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &way)
    for square in squares where square.area.meets(window) {
      square.picture.append(to: snapshot)
    }
    gtk_snapshot_restore(snapshot)
  }

  /// The window in the coordinates of the drawing; nil if the lines have to be drawn anew.
  func window(of camera: MapCamera) -> LabelBox? {
    guard camera.scale == scale, let way = camera.projection.way(since: world) else { return nil }
    let size = camera.size
    return LabelBox(x: -way.x, y: -way.y, width: size.width, height: size.height)
  }

  private func draw(_ trips: [DrawnTrip]) {
    let canvas = area.with(margin: DrawnTrip.reach)
    let ways = trips.map { trip in
      (trip: trip, pieces: trip.line.legs.flatMap { world.lines(of: $0, in: canvas) })
    }.filter { !$0.pieces.isEmpty }
    guard !ways.isEmpty else { return }
    for y in stride(from: area.y, to: area.y + area.height, by: TripDrawing.side) {
      for x in stride(from: area.x, to: area.x + area.width, by: TripDrawing.side) {
        draw(ways, in: LabelBox(x: x, y: y, width: TripDrawing.side, height: TripDrawing.side))
      }
    }
  }

  /// Draws the lines through a square; does nothing if there are none.
  private func draw(_ ways: [(trip: DrawnTrip, pieces: [[SIMD2<Double>]])], in square: LabelBox) {
    let canvas = square.with(margin: DrawnTrip.reach)
    let ways = ways.map { way in
      (trip: way.trip, pieces: way.pieces.flatMap { VisibleLine($0, in: canvas).pieces })
    }.filter { !$0.pieces.isEmpty }
    guard !ways.isEmpty else { return }
    let pixels = Int(TripDrawing.side) * scale
    let image = Painting(width: pixels, height: pixels, CAIRO_FORMAT_ARGB32)
    cairo_scale(image.cairo, Double(scale), Double(scale))
    cairo_translate(image.cairo, -square.x, -square.y)
    for way in ways { way.trip.stroke(way.pieces, image.cairo) }
    cairo_surface_set_device_scale(image.surface, Double(scale), Double(scale))
    let picture = KeptDrawing { snapshot in
      var area = graphene_rect_t(
        x: square.x, y: square.y, width: square.width, height: square.height)
      let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
      cairo_set_source_surface(cairo, image.surface, square.x, square.y)
      cairo_paint(cairo)
      cairo_destroy(cairo)
    }
    squares.append((picture, square))
  }
}

/// A trip's line and colour on the map.
struct DrawnTrip {
  let line: TripLine
  let color: PinColor?
  /// Whether it is the opened trip.
  let isOpened: Bool

  /// The width of lines and of the opened trip's, and that of the light line beneath, in pixels.
  private static let (width, openedWidth, casing) = (2.5, 4.0, 3.0)
  /// The greatest distance from a line's middle to its edge, in pixels.
  static let reach = (openedWidth + casing) / 2

  /// Strokes a coloured line over a lighter, wider one, so that it contrasts with any background.
  func stroke(_ pieces: [[SIMD2<Double>]], _ cairo: OpaquePointer) {
    for piece in pieces {
      cairo_new_sub_path(cairo)
      for point in piece { cairo_line_to(cairo, point.x, point.y) }
    }
    let width = isOpened ? DrawnTrip.openedWidth : DrawnTrip.width
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.85)
    cairo_set_line_width(cairo, width + DrawnTrip.casing)
    cairo_stroke_preserve(cairo)
    MapColor(color).use(in: cairo)
    cairo_set_line_width(cairo, width)
    cairo_stroke(cairo)
  }
}
