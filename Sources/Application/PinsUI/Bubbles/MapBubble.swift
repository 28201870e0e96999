import CAdwaita
import CShumate
import GLibBridge
import MapWidget
import TravelModel
import Widgets

/// A bubble on the map that belongs to a place.
final class MapBubble {
  let layer: OpaquePointer
  private let camera: MapCamera
  private var shown: Shown?

  /// The position of a bubble relative to its place.
  enum Position {
    /// Its tip is at the place.
    case at
    /// It is beside the pin at the place, and within the map as long as the pin is.
    case besidePin
  }

  private struct Shown {
    let widget: Ref<Widget>
    let point: WorldPoint
    let position: Position
    let onHide: () -> Void
    /// Whether the place has been in sight, which it is not while the map flies to it.
    var wasSeen = false
  }

  /// The gap between a bubble and its pin, in pixels.
  private static let gap = 4.0

  init(camera: MapCamera) {
    self.camera = camera
    layer = makeLayer(bubbleLayerType, over: camera)
    attach(weakly: self, to: layer)
    layer.on("destroy") { [weak self] in self?.hide() }
  }

  /// Shows a bubble at a place, in place of an earlier one; `onHide` is called when it goes.
  ///
  /// One that comes by itself has a name, which a screen reader says.
  func show(
    _ content: Widget, named name: String? = nil, at place: Coordinate, _ position: Position,
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
    if let name {
      widget.set("accessible-role", to: Int32(bitPattern: GTK_ACCESSIBLE_ROLE_ALERT.rawValue))
      widget.setAccessibleName(name)
    }
    gtk_widget_set_parent(widget, layer.widget)
    if let name { widget.announce(name) }
  }

  var isShown: Bool { shown != nil }

  /// Hides the bubble; if the bubble had the focus, the map gets it.
  func hide() {
    guard let shown else { return }
    self.shown = nil
    Focus.recover(in: layer.widget) { [layer] in
      if let map = gtk_widget_get_parent(layer.widget) { gtk_widget_grab_focus(map) }
    } after: {
      gtk_widget_unparent(shown.widget.pointer)
    }
    shown.onHide()
  }

  /// Moves the bubble with the map, and hides it once its place is out of sight.
  func viewChanged() {
    guard let shown else { return }
    let isSeen = camera.projection.sees(shown.point)
    if shown.wasSeen, !isSeen { return hide() }
    self.shown?.wasSeen = isSeen
    gtk_widget_queue_allocate(layer.widget)
  }

  fileprivate func allocate(width: Double, height: Double) {
    guard let shown else { return }
    let widget = shown.widget.pointer
    var (least, natural) = (GtkRequisition(), GtkRequisition())
    gtk_widget_get_preferred_size(widget, &least, &natural)
    if Double(natural.width) > width, least.width < natural.width {
      // Large text may be wider than the map; then its lines are cut.
      natural.width = max(least.width, Int32(width))
      gtk_widget_measure(
        widget, GTK_ORIENTATION_VERTICAL, natural.width, nil, &natural.height, nil, nil)
    }
    let size = (width: Double(natural.width), height: Double(natural.height))
    // Of the copies of the place, the one nearest to the middle of the map.
    let middle = Mercator.project(camera.view.center)
    let place = camera.projection.position(of: shown.point.nearest(to: middle))
    var (x, y) = (place.x - size.width / 2, place.y - size.height)
    if shown.position == .besidePin {
      x = max(0, min(x, width - size.width))
      y -= MarkerArt.side + MapBubble.gap
      // Below the pin if there is no room above it.
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
  // Presses beside the bubble go to what is below the layer.
  widgetClass.pointee.contains = { _, _, _ in 0 }
  widgetClass.pointee.size_allocate = { widget, width, height, _ in
    nonisolated(unsafe) let widget = widget!
    MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: MapBubble.self)?
        .allocate(width: Double(width), height: Double(height))
    }
  }
}
