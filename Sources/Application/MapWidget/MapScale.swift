import CAdwaita
import CGLib
import GLibBridge
import MapDrawing
import Widgets

/// The map's scale, in kilometres and in miles.
///
/// It is drawn, because libshumate's has labels, for which each frame of a movement lays out the
/// window anew.
final class MapScale: Drawing {
  let widget = makeObject(scaleType).widget
  private let camera: MapCamera
  private var bars: [ScaleBar] = []

  /// The longest bar, and the height of the text above or below it, in pixels.
  private static let longest = 120.0
  private static let lineHeight = 16.0
  private static let (margin, tick) = (6.0, 6.0)
  private static let (width, height) = (longest + 2 * margin, 2 * lineHeight + 2 * margin)
  private static let fontSize = 11.0
  private static let haloOpacity = 0.6

  init(camera: MapCamera) {
    self.camera = camera
    gtk_widget_set_size_request(widget, Int32(MapScale.width), Int32(MapScale.height))
    gtk_widget_set_can_target(widget, 0)
    widget.setDrawing(self)
    adw_style_manager_get_default().on("notify::dark") { [weak self] in
      if let self { gtk_widget_queue_draw(widget) }
    }
  }

  /// Updates the scale after the view has changed.
  func viewChanged() {
    let view = camera.view
    let new = [
      ScaleBar.metric(for: view, longest: MapScale.longest),
      ScaleBar.imperial(for: view, longest: MapScale.longest),
    ]
    guard new != bars else { return }
    if new.map(Words.distance) != bars.map(Words.distance) {
      widget.setAccessibleName(
        tr(
          "Scale: {metric}, {imperial}",
          ["metric": Words.distance(new[0]), "imperial": Words.distance(new[1])]))
    }
    bars = new
    gtk_widget_queue_draw(widget)
  }

  func draw(on snapshot: OpaquePointer) {
    guard bars.count == 2 else { return }
    var area = graphene_rect_t(x: 0, y: 0, width: MapScale.width, height: MapScale.height)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    let isDark = MapLook.isDarkNow
    let (ink, halo) = (
      MapColor(isDark ? 0xF2F2F2 : 0x1F1F1F), MapColor(isDark ? 0x1A1A1A : 0xFFFFFF)
    )
    let middle = MapScale.margin + MapScale.lineHeight
    for (color, opacity, reach) in [(halo, MapScale.haloOpacity, 1.0), (ink, 1, 0)] {
      color.use(in: cairo, opacity: opacity)
      func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        cairo_rectangle(cairo, x - reach, y - reach, width + 2 * reach, height + 2 * reach)
        cairo_fill(cairo)
      }
      for (bar, side) in zip(bars, [-1.0, 1]) {
        for x in [MapScale.margin, MapScale.margin + Double(bar.width)] {
          fill(x, min(middle, middle + side * MapScale.tick), 1, MapScale.tick + 1)
        }
        fill(MapScale.margin, middle, Double(bar.width), 1)
      }
    }
    cairo_destroy(cairo)
    for (bar, y) in zip(bars, [MapScale.margin - 1, middle + 3]) {
      HaloPicture(
        layout(of: Words.distance(bar)), ink: GdkRGBA(ink),
        halo: GdkRGBA(halo, alpha: Float(MapScale.haloOpacity)), scale: camera.scale
      ).append(to: snapshot, x: MapScale.margin + 5, y: y)
    }
  }

  private func layout(of text: String) -> Ref<OpaquePointer> {
    let layout = Ref(adopting: gtk_widget_create_pango_layout(widget, text)!)
    let font = pango_font_description_new()
    pango_font_description_set_absolute_size(font, MapScale.fontSize * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout.pointer, font)
    pango_font_description_free(font)
    return layout
  }
}

private let scaleType = registerDrawnWidget(of: gtk_widget_get_type(), named: "VirtualTouristScale")
