import CAdwaita
import CGLib
import CShumate
import GLibBridge
import MapWidget
import TravelModel
import Widgets

/// A bubble on the map that says something about one place.
final class MapBubble {
  let layer: OpaquePointer
  private let camera: MapCamera
  private var shown: Shown?

  /// Where a bubble is in relation to its place.
  enum Position {
    /// Its tip is at the place.
    case at
    /// It keeps clear of the pin that stands there, and stays within the map as long as that does.
    case besidePin
  }

  private struct Shown {
    let widget: Ref<Widget>
    let point: WorldPoint
    let position: Position
    let onHide: () -> Void
    /// Whether the place has been in sight: it is not while the map flies to it.
    var wasSeen = false
  }

  /// The free room between a bubble and its pin, in pixels.
  private static let gap = 4.0

  init(camera: MapCamera) {
    self.camera = camera
    layer = makeLayer(bubbleLayerType, over: camera)
    attach(weakly: self, to: layer)
    layer.on("destroy") { [weak self] in self?.hide() }
  }

  /// Shows something at a place, instead of what was shown before; `onHide` is called when it goes.
  func show(
    _ content: Widget, at place: Coordinate, _ position: Position,
    onHide: @escaping () -> Void = {}
  ) {
    hide()
    content.addClass("map-bubble")
    let widget: Widget
    switch position {
    case .at:
      let tip = gtk_separator_new(GTK_ORIENTATION_VERTICAL)!
      tip.addClass("map-bubble-tip")
      gtk_widget_set_halign(tip, GTK_ALIGN_CENTER)
      widget = makeBox(GTK_ORIENTATION_VERTICAL, content, tip)
    case .besidePin: widget = content
    }
    shown = Shown(
      widget: Ref(retaining: widget), point: Mercator.project(place), position: position,
      onHide: onHide)
    gtk_widget_set_parent(widget, layer.widget)
  }

  var isShown: Bool { shown != nil }

  /// Takes the bubble away; the map gets the keyboard if the bubble had it.
  func hide() {
    guard let shown else { return }
    self.shown = nil
    Focus.keep(in: layer.widget) { [layer] in
      if let map = gtk_widget_get_parent(layer.widget) { gtk_widget_grab_focus(map) }
    } during: {
      gtk_widget_unparent(shown.widget.pointer)
    }
    shown.onHide()
  }

  /// Follows the map, and goes when its place has gone out of sight.
  func viewChanged() {
    guard let shown else { return }
    let isSeen = camera.projection.sees(shown.point)
    if shown.wasSeen, !isSeen { return hide() }
    self.shown?.wasSeen = isSeen
    gtk_widget_queue_allocate(layer.widget)
  }

  /// Makes a text for a bubble, of so many lines and so many characters in each.
  static func makeText(
    _ text: String, _ style: String? = nil, lines: Int32 = 1, width: Int32 = 28
  ) -> Widget {
    let label = gtk_label_new(text)!
    style.map { label.addClass($0) }
    gtk_label_set_xalign(label.cast(), 0)
    gtk_label_set_wrap(label.cast(), (lines > 1).gboolean)
    gtk_label_set_wrap_mode(label.cast(), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
    gtk_label_set_lines(label.cast(), lines)
    gtk_label_set_max_width_chars(label.cast(), width)
    return label
  }

  fileprivate func allocate(width: Double, height: Double) {
    guard let shown else { return }
    let widget = shown.widget.pointer
    var natural = GtkRequisition()
    gtk_widget_get_preferred_size(widget, nil, &natural)
    let size = (width: Double(natural.width), height: Double(natural.height))
    // Of the copies of the place, the one nearest to the middle of the map.
    let middle = Mercator.project(camera.view.center).x
    let turns = (middle - shown.point.x).rounded()
    let place = camera.projection.position(
      of: WorldPoint(x: shown.point.x + turns, y: shown.point.y))
    var (x, y) = (place.x - size.width / 2, place.y - size.height)
    if shown.position == .besidePin {
      x = max(0, min(x, width - size.width))
      y -= MarkerArt.side + MapBubble.gap
      // Below the pin where there is no room above it.
      if y < 0 { y = place.y + MapBubble.gap }
    }
    var corner = graphene_point_t(x: Float(x.rounded()), y: Float(y.rounded()))
    gtk_widget_allocate(
      widget, natural.width, natural.height, -1, gsk_transform_translate(nil, &corner))
  }
}

private let bubbleLayerType = registerSubclass(
  of: shumate_layer_get_type(), named: "VirtualTouristBubbles"
) { widgetClass, _ in
  let widgetClass = widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self)
  // Beside the bubble, what lies below the layer is pressed.
  widgetClass.pointee.contains = { _, _, _ in 0 }
  widgetClass.pointee.size_allocate = { widget, width, height, _ in
    nonisolated(unsafe) let widget = widget!
    MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: MapBubble.self)?
        .allocate(width: Double(width), height: Double(height))
    }
  }
}
