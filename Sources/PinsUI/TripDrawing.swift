import CAdwaita
import CGLib
import GLibBridge
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// The ways of trips as they were drawn for a part of the flat map: they move with it.
///
/// They are pictures of the squares through which a way leads: a picture of the whole window, empty
/// but for some lines, would cost each frame as much as the map itself.
final class TripDrawing {
  private let world: WorldOnScreen
  /// What it is drawn for.
  private let area: LabelBox
  private var squares: [(texture: Ref<OpaquePointer>, place: graphene_rect_t)] = []

  /// The side of a square, in device pixels.
  private static let side = 256

  /// Draws what is in the window, and as much around it as `margin` says, in windows.
  init(of trips: [DrawnTrip], on camera: MapCamera, margin: Double) {
    world = camera.worldOnScreen
    let (width, height) = camera.size
    area = LabelBox(
      x: (-margin * width).rounded(.down), y: (-margin * height).rounded(.down),
      width: ((1 + 2 * margin) * width).rounded(.up),
      height: ((1 + 2 * margin) * height).rounded(.up))
    draw(trips, scale: camera.scale)
  }

  /// Whether it is as large as the world is on the screen.
  func hasSize(of other: WorldOnScreen) -> Bool { other.size == world.size }

  /// Tells whether it is enough for a window of a size where the world is now.
  func covers(_ other: WorldOnScreen, width: Double, height: Double) -> Bool {
    let window = LabelBox(x: world.x - other.x, y: world.y - other.y, width: width, height: height)
    return hasSize(of: other) && window.depth(in: area) >= 0
  }

  func append(to snapshot: OpaquePointer, in other: WorldOnScreen) {
    var way = graphene_point_t(x: Float(other.x - world.x), y: Float(other.y - world.y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &way)
    for square in squares {
      var place = square.place
      gtk_snapshot_append_texture(snapshot, square.texture.pointer, &place)
    }
    gtk_snapshot_restore(snapshot)
  }

  private func draw(_ trips: [DrawnTrip], scale: Int) {
    // Lines that begin beyond the edge reach into the area by half their width.
    let canvas = LabelBox(
      x: area.x - DrawnTrip.widest, y: area.y - DrawnTrip.widest,
      width: area.width + 2 * DrawnTrip.widest, height: area.height + 2 * DrawnTrip.widest)
    let lines = trips.map { trip in
      (trip, trip.line.legs.flatMap { pieces(of: $0, in: canvas) })
    }.filter { !$0.1.isEmpty }
    guard !lines.isEmpty else { return }
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(area.width) * Int32(scale), Int32(area.height) * Int32(scale))!
    let cairo = cairo_create(surface)!
    cairo_scale(cairo, Double(scale), Double(scale))
    cairo_translate(cairo, -area.x, -area.y)
    for (trip, pieces) in lines { trip.stroke(pieces, cairo) }
    cairo_destroy(cairo)
    cut(surface, scale: scale)
  }

  /// A leg in each copy of the world in which it meets an area.
  private func pieces(of leg: TripLine.Leg, in area: LabelBox) -> [[SIMD2<Double>]] {
    let world = world
    guard leg.points.count > 1 else { return [] }
    let (xs, ys) = (leg.points.map(\.x), leg.points.map(\.y))
    let top = world.position(of: WorldPoint(x: 0, y: ys.min()!)).y
    let bottom = world.position(of: WorldPoint(x: 0, y: ys.max()!)).y
    guard top <= area.y + area.height, bottom >= area.y else { return [] }
    let first = ((area.x - world.x) / world.size - xs.max()!).rounded(.up)
    let last = ((area.x + area.width - world.x) / world.size - xs.min()!).rounded(.down)
    guard first <= last else { return [] }
    return (Int(first)...Int(last)).flatMap { copy in
      VisibleLine(
        leg.points.lazy.map { point in
          let (x, y) = world.position(of: WorldPoint(x: point.x + Double(copy), y: point.y))
          return SIMD2(x, y)
        }, in: area
      ).pieces
    }
  }

  /// Cuts a drawing into squares, and keeps those on which there is something.
  private func cut(_ surface: OpaquePointer, scale: Int) {
    cairo_surface_flush(surface)
    let (width, height, stride) = (
      Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)),
      Int(cairo_image_surface_get_stride(surface))
    )
    guard let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return
    }
    let all = Bytes(
      adopting: g_bytes_new_with_free_func(
        data, gsize(stride * height), { cairo_surface_destroy(OpaquePointer($0)) },
        UnsafeMutableRawPointer(surface)))
    for top in Swift.stride(from: 0, to: height, by: TripDrawing.side) {
      for left in Swift.stride(from: 0, to: width, by: TripDrawing.side) {
        let (across, down) = (
          min(TripDrawing.side, width - left), min(TripDrawing.side, height - top)
        )
        let begin = top * stride + 4 * left
        let isEmpty = (0..<down).allSatisfy { row in
          let pixels = UnsafeRawPointer(data + begin + row * stride)
            .bindMemory(to: UInt32.self, capacity: across)
          return UnsafeBufferPointer(start: pixels, count: across).allSatisfy { $0 == 0 }
        }
        guard !isEmpty else { continue }
        let part = Bytes(
          adopting: g_bytes_new_from_bytes(
            all.pointer, gsize(begin), gsize((down - 1) * stride + 4 * across)))
        let texture = gdk_memory_texture_new(
          Int32(across), Int32(down), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, part.pointer,
          gsize(stride))!
        func pixels(_ devicePixels: Int) -> Double { Double(devicePixels) / Double(scale) }
        squares.append(
          (
            Ref(adopting: texture),
            graphene_rect_t(
              x: area.x + pixels(left), y: area.y + pixels(top), width: pixels(across),
              height: pixels(down))
          ))
      }
    }
  }
}
