import CAdwaita
import CGLib
import CShumate
import GLibBridge
import TravelModel
import Widgets

/// A bubble on the map at a place that was found, with a button to drop a pin there.
///
/// It stays until a pin is dropped, it is closed, or its place goes out of sight.
final class FoundBubble {
  let layer: OpaquePointer
  private let camera: MapCamera
  private var place: Coordinate?
  /// Whether the place has been in sight: it is not while the map flies to it.
  private var wasSeen = false

  init(camera: MapCamera) {
    self.camera = camera
    layer = shumate_marker_layer_new(camera.viewport)!
  }

  /// Marks a place, in place of the one before; `onDrop` is called to drop a pin there.
  func show(_ title: String, _ detail: String, at place: Coordinate, onDrop: @escaping () -> Void) {
    hide()
    self.place = place
    wasSeen = false
    let heading = FoundBubble.makeLabel(title, "heading")
    let texts = makeBox(GTK_ORIENTATION_VERTICAL, heading)
    if !detail.isEmpty {
      gtk_box_append(texts.cast(), FoundBubble.makeLabel(detail, "caption"))
    }
    gtk_widget_set_hexpand(texts, 1)
    let close = makeIconButton("window-close-symbolic", tr("Dismiss"))
    close.addClass("flat")
    close.addClass("circular")
    gtk_widget_set_valign(close, GTK_ALIGN_START)
    close.on("clicked") { [weak self] in self?.hide() }
    let drop = gtk_button_new_with_label(tr("Drop a Pin Here"))!
    drop.addClass("suggested-action")
    drop.on("clicked") { [weak self] in
      self?.hide()
      onDrop()
    }
    let bubble = makeBox(
      GTK_ORIENTATION_VERTICAL, spacing: 6,
      makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, texts, close), drop)
    bubble.addClass("found-bubble")
    let tip = gtk_separator_new(GTK_ORIENTATION_VERTICAL)!
    tip.addClass("found-tip")
    gtk_widget_set_halign(tip, GTK_ALIGN_CENTER)
    // libshumate lays a marker's middle on its place: as much room below lifts the bubble above it.
    let room = makeBox(GTK_ORIENTATION_VERTICAL)
    let sizes = gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL)!
    let lifted = makeBox(GTK_ORIENTATION_VERTICAL, bubble, tip)
    gtk_size_group_add_widget(sizes, lifted)
    gtk_size_group_add_widget(sizes, room)
    g_object_unref(sizes.raw)
    gtk_widget_set_can_target(room, 0)
    let marker = shumate_marker_new()!
    shumate_marker_set_child(marker, makeBox(GTK_ORIENTATION_VERTICAL, lifted, room))
    shumate_location_set_location(
      OpaquePointer(marker), place.latitude, place.longitude)
    shumate_marker_layer_add_marker(layer.cast(), marker)
  }

  /// Takes the bubble away; the map gets the keyboard if the bubble had it.
  func hide() {
    place = nil
    Focus.keep(in: layer.widget) { [layer] in
      gtk_widget_grab_focus(gtk_widget_get_parent(layer.widget))
    } during: { [layer] in
      shumate_marker_layer_remove_all(layer.cast())
    }
  }

  /// Goes when its place has gone out of sight.
  func viewChanged() {
    guard let place else { return }
    let isSeen = !MapArea(around: camera).copies(of: Mercator.project(place)).isEmpty
    if wasSeen, !isSeen { return hide() }
    wasSeen = isSeen
  }

  private static func makeLabel(_ text: String, _ style: String) -> Widget {
    let label = gtk_label_new(text)!
    label.addClass(style)
    gtk_label_set_xalign(label.cast(), 0)
    gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
    gtk_label_set_max_width_chars(label.cast(), 28)
    return label
  }
}
