import CAdwaita
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
  private var look = MapLook.ofDesktop
  /// Whether it lies on a server's tiles; these are light in the dark style, too.
  var isOnTiles = false {
    didSet { if isOnTiles != oldValue { gtk_widget_queue_draw(widget) } }
  }

  /// The longest bar, in pixels.
  private static let longest = 120.0
  private static let (margin, tick) = (6.0, 6.0)
  /// The size of the text, and the height of its line above or below the bar, in pixels, before the
  /// user's factor.
  private static let (fontSize, lineHeight) = (11.0, 16.0)
  private static let haloOpacity = 0.6

  init(camera: MapCamera) {
    self.camera = camera
    gtk_widget_set_can_target(widget, 0)
    widget.setDrawing(self)
    takeRoom()
    MapLook.onDesktopChange { [weak self] in
      guard let self else { return }
      look = .ofDesktop
      takeRoom()
      gtk_widget_queue_draw(widget)
    }
  }

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
    let (width, height) = size
    var area = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    var look = look
    look.isDark = look.isDark && !isOnTiles
    let (ink, halo) = (look.inks.ink(of: .city), look.inks.halo(of: .city).color)
    let haloOpacity = look.isHighContrast ? 1 : MapScale.haloOpacity
    let middle = height / 2
    for (color, opacity, reach) in [(halo, haloOpacity, 1.0), (ink, 1, 0)] {
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
        layout(of: Words.distance(bar)), in: (ink, halo, haloOpacity), scale: camera.scale
      ).append(to: snapshot, x: MapScale.margin + 5, y: y)
    }
  }

  private var size: (width: Double, height: Double) {
    (
      MapScale.longest + 2 * MapScale.margin,
      2 * (look.font.scale * MapScale.lineHeight + MapScale.margin).rounded()
    )
  }

  private func takeRoom() {
    gtk_widget_set_size_request(widget, Int32(size.width), Int32(size.height))
  }

  private func layout(of text: String) -> Ref<OpaquePointer> {
    let layout = Ref(adopting: gtk_widget_create_pango_layout(widget, text)!)
    look.font.set(on: layout, size: MapScale.fontSize * look.font.scale)
    return layout
  }
}

private let scaleType = registerDrawnWidget(of: gtk_widget_get_type(), named: "VirtualTouristScale")
