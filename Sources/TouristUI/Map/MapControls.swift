import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Travels

/// What lies over the map's corners: zoom buttons, the scale, and whose map it is.
final class MapControls {
  private let attribution: Widget

  init(over overlay: OpaquePointer, camera: MapCamera) {
    let scale = shumate_scale_new(camera.viewport)!
    gtk_widget_set_halign(scale.widget, GTK_ALIGN_START)
    gtk_widget_set_valign(scale.widget, GTK_ALIGN_END)
    // Above the attribution, which takes the whole width of a narrow window.
    gtk_widget_set_margin_bottom(scale.widget, 24)
    gtk_overlay_add_overlay(overlay, scale.widget)

    let zoomIn = makeIconButton("zoom-in-symbolic", tr("Zoom In"))
    let zoomOut = makeIconButton("zoom-out-symbolic", tr("Zoom Out"))
    zoomIn.on("clicked") { [weak camera] in camera?.zoom(by: 1) }
    zoomOut.on("clicked") { [weak camera] in camera?.zoom(by: -1) }
    for button in [zoomIn, zoomOut] {
      button.addClass("osd")
      button.addClass("circular")
    }
    let buttons = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6, zoomIn, zoomOut)
    gtk_widget_set_halign(buttons, GTK_ALIGN_END)
    gtk_widget_set_margin_end(buttons, 12)

    attribution = gtk_label_new(nil)
    gtk_label_set_wrap(attribution.cast(), 1)
    gtk_label_set_xalign(attribution.cast(), 1)
    gtk_widget_set_halign(attribution, GTK_ALIGN_END)
    attribution.addClass("map-attribution")

    let corner = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 12, buttons, attribution)
    gtk_widget_set_halign(corner, GTK_ALIGN_END)
    gtk_widget_set_valign(corner, GTK_ALIGN_END)
    gtk_overlay_add_overlay(overlay, corner)
  }

  func show(_ source: TileSource) {
    gtk_label_set_markup(attribution.cast(), Words.attribution(of: source))
  }
}
