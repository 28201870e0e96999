import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// The map's scale, in kilometres and in miles.
///
/// It is drawn: libshumate's is made of labels, for which the window is laid out anew in each frame
/// of a movement.
final class MapScale: Drawing {
  let widget = makeObject(scaleType).widget
  private let camera: MapCamera
  private var bars: [ScaleBar] = []
  private var pictures: [String: HaloPicture] = [:]
  private var look = MapLook()

  /// How long a bar may be, and how high the text over it or under it is, in pixels.
  private static let longest = 120.0
  private static let lineHeight = 16.0
  private static let margin = 6.0
  private static let fontSize = 11.0

  init(camera: MapCamera) {
    self.camera = camera
    gtk_widget_set_size_request(
      widget, Int32(MapScale.longest + 2 * MapScale.margin),
      Int32(2 * MapScale.lineHeight + 2 * MapScale.margin))
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
    let isDark = MapLook.isDarkNow
    let shown = MapLook(isDark: isDark, scale: camera.scale)
    if look != shown { pictures = [:] }
    look = shown
    let middle = MapScale.margin + MapScale.lineHeight
    let (tick, halo, ink) = (6.0, MapScale.halo(isDark), MapScale.ink(isDark))
    for (color, reach) in [(halo, 1.0), (ink, 0.0)] {
      for (bar, side) in zip(bars, [-1.0, 1]) {
        let end = MapScale.margin + Double(bar.width)
        for x in [MapScale.margin, end] {
          fill(x, min(middle, middle + side * tick), 1, tick + 1, reach, color, snapshot)
        }
        fill(MapScale.margin, middle, Double(bar.width), 1, reach, color, snapshot)
      }
    }
    for (bar, y) in zip(bars, [MapScale.margin - 1, middle + 3]) {
      picture(of: Words.distance(bar)).append(to: snapshot, x: MapScale.margin + 5, y: y)
    }
  }
}

extension MapScale {
  private func fill(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ reach: Double, _ color: GdkRGBA,
    _ snapshot: OpaquePointer
  ) {
    var color = color
    var area = graphene_rect_t(
      x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach)
    gtk_snapshot_append_color(snapshot, &color, &area)
  }

  private func picture(of text: String) -> HaloPicture {
    if let picture = pictures[text] { return picture }
    let layout = Ref(adopting: gtk_widget_create_pango_layout(widget, text)!)
    let font = pango_font_description_new()
    pango_font_description_set_absolute_size(font, MapScale.fontSize * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout.pointer, font)
    pango_font_description_free(font)
    let picture = HaloPicture(
      layout, ink: MapScale.ink(look.isDark), halo: MapScale.halo(look.isDark), scale: look.scale)
    if pictures.count > 20 { pictures = [:] }
    pictures[text] = picture
    return picture
  }

  private static func ink(_ isDark: Bool) -> GdkRGBA {
    let level: Float = isDark ? 0.95 : 0.12
    return GdkRGBA(red: level, green: level, blue: level, alpha: 1)
  }

  private static func halo(_ isDark: Bool) -> GdkRGBA {
    let level: Float = isDark ? 0.1 : 1
    return GdkRGBA(red: level, green: level, blue: level, alpha: 0.6)
  }
}

private let scaleType = registerDrawnWidget(of: gtk_widget_get_type(), named: "VirtualTouristScale")
