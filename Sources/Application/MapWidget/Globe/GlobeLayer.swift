import CAdwaita
import CGLib
import Dispatch
import Files
import GLibBridge
import MapDrawing
import Places
import TravelModel
import Widgets

/// The layer that shows the world as a globe, over the flat map's tiles and names.
final class GlobeLayer: Drawing {
  let layer: OpaquePointer
  private unowned let canvas: MapCanvas
  private let data: MapData
  /// The names on the globe, made when it is first shown, which takes a while.
  private var names: GlobeNames?
  private let thread = WorkThread("globe", .userInitiated)
  private var painters: Painters?
  private var preparing: Task<Void, Never>?
  private var stillTask: Task<Void, Never>?
  /// The globe on the screen, also while it fades out.
  private var shown: GlobeView?
  private var opacity = 0.0 {
    didSet { gtk_widget_set_opacity(layer.widget, opacity) }
  }
  /// Whether the globe is shown or fading in.
  private var fadesIn = false
  private var fade: Animation?
  private var picture: Picture?

  private struct Order: Equatable {
    var look: MapLook
    /// The radius in pixels.
    var radius: Double
  }

  /// The painters of the moving globe, which share a colour between neighbouring pixels of a fine
  /// screen, and of the one at rest, which paint each pixel.
  private struct Painters: Sendable {
    let order: Order
    let moving: GlobePainter
    let still: GlobePainter
  }

  /// The globe as painted last.
  private struct Picture {
    var texture: Ref<OpaquePointer>
    var center: Coordinate
    var order: Order
    /// The width of the texture in radii of the globe.
    var width: Double

    init(_ painter: GlobePainter, _ bytes: Bytes, center: Coordinate, order: Order) {
      let side = Int32(painter.backdrop.side)
      texture = Ref(
        adopting: gdk_memory_texture_new(
          side, side, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes.pointer, gsize(painter.stride))!)
      (self.center, self.order) = (center, order)
      width = Double(side) / painter.backdrop.radius
    }
  }

  /// How long the flat map takes to fade into the globe, in milliseconds.
  private static let fadeDuration: UInt32 = 220
  /// The globe counts as at rest after this time without movement.
  private static let restAfter = Duration.milliseconds(120)

  init(_ data: MapData, on canvas: MapCanvas) {
    (self.data, self.canvas) = (data, canvas)
    layer = makeDrawnLayer(over: canvas.camera)
    layer.setDrawing(self)
    gtk_widget_set_opacity(layer.widget, 0)
    camera.onBeyondWorld = { [weak self] in self?.prepare { self?.camera.becomeGlobe() } }
  }

  private var camera: MapCamera { canvas.camera }

  /// Tells whether nothing of the flat map can be seen.
  var coversMap: Bool { camera.isGlobe && opacity == 1 }

  func viewChanged() {
    if let globe = camera.globe {
      shown = globe
      if !fadesIn { startFade(in: true) }
      prepare {}
    } else if fadesIn {
      startFade(in: false)
    }
    gtk_widget_queue_draw(layer.widget)
  }

  /// Suits the globe to another look of the map.
  func lookChanged() {
    names = nil
    if shown == nil { painters = nil }
    if camera.isGlobe { prepare {} }
  }

  var namesInMiddle: [String] { shown.flatMap { names?.nearest(to: $0) } ?? [] }

  func draw(on snapshot: OpaquePointer) {
    guard let shown, let painters else { return }
    let look = painters.order.look
    var space = GdkRGBA(GlobeBackdrop.space(isDark: look.isDark))
    var all = graphene_rect_t(x: 0, y: 0, width: shown.width, height: shown.height)
    gtk_snapshot_append_color(snapshot, &space, &all)
    if let picture = picture(of: shown, by: painters) {
      let side = picture.width * shown.radius
      var frame = graphene_rect_t(
        x: shown.width / 2 - side / 2, y: shown.height / 2 - side / 2, width: side, height: side)
      gtk_snapshot_append_texture(snapshot, picture.texture.pointer, &frame)
    }
    names = names ?? canvas.names.map { GlobeNames($0, in: canvas.look, for: layer.widget) }
    names?.draw(on: snapshot, shown, besides: canvas.markers(nil), in: look)
  }
}

extension GlobeLayer {
  private func startFade(in isIn: Bool) {
    fade?.stop()
    fadesIn = isIn
    let (from, target) = (opacity, isIn ? 1.0 : 0)
    fade = Animation(
      on: layer.widget, milliseconds: GlobeLayer.fadeDuration, easing: ADW_EASE_IN_OUT_CUBIC,
      step: { [weak self] progress in
        guard let self else { return }
        opacity = from + (target - from) * progress
      },
      done: { [weak self] in self?.faded() })
    canvas.globeCoverChanged()
  }

  private func faded() {
    fade = nil
    opacity = fadesIn ? 1 : 0
    if !fadesIn {
      stillTask?.cancel()
      // The painters stay: they take some tenths of a second to make.
      (shown, picture) = (nil, nil)
    }
    gtk_widget_queue_draw(layer.widget)
    canvas.globeCoverChanged()
  }

  /// Makes the painters for the window's size, if they are missing.
  private func prepare(_ done: @escaping () -> Void) {
    let (width, height) = camera.size
    let radius = GlobeView(center: .origin, width: width, height: height).radius
    let wanted = Order(look: canvas.look, radius: radius)
    if painters?.order == wanted { return done() }
    // Painters being made may be for an earlier size, and are then made again.
    guard preparing == nil else { return }
    let data = data
    let known = painters
    preparing = Task { [weak self, thread] in
      let made = await thread.run { GlobeLayer.painters(wanted, of: data, known) }
      guard let self else { return }
      preparing = nil
      guard let made else { return }
      painters = made
      done()
      viewChanged()
    }
  }

  private nonisolated static func painters(
    _ order: Order, of data: MapData, _ known: Painters?
  ) -> Painters? {
    let (look, palette) = (order.look, order.look.palette)
    let radius = order.radius * Double(look.scale)
    let suiting = known.flatMap { known in
      known.order.look.palette == palette && known.order.look.tinted == look.tinted
        && known.still.suits(radius: radius) ? known.still.surface : nil
    }
    let surface =
      suiting
      ?? GlobeSurface(
        outlines: data.outlines, landscape: data.landscape, palette: palette, radius: radius,
        tinted: look.tinted)
    guard let surface,
      let fine = GlobeBackdrop(radius: radius, palette: palette, isDark: look.isDark),
      let coarse = look.scale == 1
        ? fine : GlobeBackdrop(radius: order.radius, palette: palette, isDark: look.isDark)
    else { return nil }
    return Painters(
      order: order, moving: GlobePainter(surface, on: coarse),
      still: GlobePainter(surface, on: fine))
  }

  private func picture(of globe: GlobeView, by painters: Painters) -> Picture? {
    if let picture, picture.center == globe.center, picture.order == painters.order {
      return picture
    }
    stillTask?.cancel()
    guard let bytes = painters.moving.paint(around: globe.center) else { return picture }
    picture = Picture(painters.moving, bytes, center: globe.center, order: painters.order)
    if painters.order.look.scale > 1 { paintStillSoon(around: globe.center, by: painters) }
    return picture
  }

  /// Paints every pixel of a fine screen once the globe is at rest.
  private func paintStillSoon(around center: Coordinate, by painters: Painters) {
    stillTask = Task { [weak self, thread] in
      try? await Task.sleep(for: GlobeLayer.restAfter)
      guard !Task.isCancelled else { return }
      let bytes = await thread.run { painters.still.paint(around: center) }
      guard let self, let bytes, !Task.isCancelled else { return }
      picture = Picture(painters.still, bytes, center: center, order: painters.order)
      gtk_widget_queue_draw(layer.widget)
    }
  }
}
