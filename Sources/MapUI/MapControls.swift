import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// What lies over the map's corners: zoom buttons, the scale, and whose map it is.
///
/// Only what is seen there takes the pointer; all else is the map's.
final class MapControls {
  private let scale: MapScale

  init(over overlay: OpaquePointer, camera: MapCamera, credit: Widget) {
    scale = MapScale(camera: camera)
    gtk_widget_set_halign(scale.widget, GTK_ALIGN_START)
    gtk_widget_set_valign(scale.widget, GTK_ALIGN_END)
    // Above the credit, which takes the whole width of a narrow window.
    gtk_widget_set_margin_bottom(scale.widget, 24)
    gtk_widget_set_can_target(scale.widget, 0)
    gtk_overlay_add_overlay(overlay, scale.widget)

    let zoomIn = makeIconButton("zoom-in-symbolic", tr("Zoom In"))
    let zoomOut = makeIconButton("zoom-out-symbolic", tr("Zoom Out"))
    zoomIn.on("clicked") { [weak camera] in camera?.zoom(by: 1) }
    zoomOut.on("clicked") { [weak camera] in camera?.zoom(by: -1) }
    for button in [zoomIn, zoomOut] {
      button.addClass("osd")
      button.addClass("circular")
    }
    let buttons = MapControls.makeOpenBox(spacing: 6, zoomIn, zoomOut)
    gtk_widget_set_halign(buttons, GTK_ALIGN_END)
    gtk_widget_set_margin_end(buttons, 12)

    let corner = MapControls.makeOpenBox(spacing: 12, buttons, credit)
    gtk_widget_set_halign(corner, GTK_ALIGN_END)
    gtk_widget_set_valign(corner, GTK_ALIGN_END)
    gtk_overlay_add_overlay(overlay, corner)
  }

  /// Updates the scale after the view has changed.
  func viewChanged() { scale.viewChanged() }

  /// Makes a column that leaves the pointer to what lies under it, where none of its children is.
  private static func makeOpenBox(spacing: Int32, _ children: Widget...) -> Widget {
    let box: OpaquePointer = makeObject(
      openBoxType,
      ["orientation": Int32(bitPattern: GTK_ORIENTATION_VERTICAL.rawValue), "spacing": spacing])
    for child in children { gtk_box_append(box.cast(), child) }
    return box.widget
  }
}

private let openBoxType = registerSubclass(
  of: gtk_box_get_type(), named: "VirtualTouristOpenBox"
) { widgetClass, _ in
  widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.contains = { _, _, _ in 0 }
}
