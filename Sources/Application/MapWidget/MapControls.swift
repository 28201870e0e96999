import CAdwaita
import CGLib
import GLibBridge
import MapDrawing
import TouristSession
package import Widgets

/// What lies over the map: the menu of layers, zoom buttons, the scale, whose map it is, a sign where
/// the tile server cannot be reached or trusted, and a hint how to begin.
///
/// Only what is seen there takes the pointer; all else is the map's.
package final class MapControls {
  /// Says how to begin; hidden at first.
  package let hint: Widget
  /// A menu button for the day that the map shows; hidden at first.
  package let day: Widget
  /// What of it is for those who use a keyboard, and what comes of it.
  package let keyHint = tr(
    "{shortcut} drops a pin in the centre. Its album fills with photos of the place.",
    ["shortcut": KeyTable.label(of: "win.drop-pin")])
  private let layout: Layout
  private let scale: MapScale
  private let zoomOut: Widget
  private unowned let canvas: MapCanvas
  private var observer: Observer?

  package init(of canvas: MapCanvas, over overlay: OpaquePointer) {
    g_type_ensure(openBoxType)
    layout = Layout("map-controls")
    (hint, day, zoomOut) = (layout["hint"], layout["day"], layout["zoom-out"])
    self.canvas = canvas
    gtk_label_set_text(layout["key-hint"].cast(), keyHint)
    scale = MapScale(camera: canvas.camera)
    gtk_widget_set_halign(scale.widget, GTK_ALIGN_START)
    gtk_widget_set_valign(scale.widget, GTK_ALIGN_END)
    // Above the credit, which takes the whole width of a narrow window.
    gtk_widget_set_margin_bottom(scale.widget, 24)
    for (button, levels) in [(layout["zoom-in"], 1.0), (zoomOut, -1)] {
      button.on("clicked") { [weak canvas] in canvas?.camera.zoom(by: levels) }
    }
    Menus.give("map-layers", to: layout["layers"])
    layout["retry"].on("clicked") { [weak canvas] in canvas?.material.retryTiles() }
    let credit = canvas.credit.label
    gtk_box_append(layout["corner"].cast(), credit)
    for part in [scale.widget, layout["corner"], hint] { gtk_overlay_add_overlay(overlay, part) }
    canvas.obstacles = { [weak self] in self?.boxes ?? [] }
    let sign = layout["sign"]
    for (part, change) in [
      (hint, "visible"), (day, "visible"), (day, "label"), (sign, "visible"), (credit, "label"),
    ] {
      part.on("notify::\(change)") { [weak canvas] in canvas?.obstaclesChanged() }
    }
    canvas.onTilesChange = { [weak scale] in scale?.isOnTiles = $0 }
    observer = Observer { [weak canvas, label = layout["sign-label"]] in
      let reason = canvas.flatMap { Words.sentence(for: $0.material.reach) }
      gtk_widget_set_visible(sign, (reason != nil).gboolean)
      guard let reason else { return }
      gtk_widget_set_tooltip_text(sign, reason)
      label.setAccessibleName(reason)
    }
  }

  /// Updates the scale after the view has changed.
  package func viewChanged() {
    let isGlobe = canvas.camera.isGlobe
    // A globe has no single scale, and the user cannot zoom out of it.
    gtk_widget_set_visible(scale.widget, (!isGlobe).gboolean)
    if isGlobe, gtk_widget_has_focus(zoomOut) != 0 {
      gtk_widget_child_focus(zoomOut, GTK_DIR_TAB_BACKWARD)
    }
    gtk_widget_set_sensitive(zoomOut, (!isGlobe).gboolean)
    if !isGlobe { scale.viewChanged() }
  }

  /// The boxes on the map of all that is shown over it.
  private var boxes: [LabelBox] {
    let parts = ["hint", "layers", "zoom-in", "zoom-out", "day", "sign"].map { layout[$0] }
    return ([scale.widget, canvas.credit.label] + parts).compactMap {
      LabelBox(of: $0, on: canvas.map)
    }
  }
}

extension LabelBox {
  /// The box of a widget on the map; nil while it is hidden.
  fileprivate init?(of widget: Widget, on map: Widget) {
    var area = graphene_rect_t()
    guard gtk_widget_get_mapped(widget) != 0, gtk_widget_compute_bounds(widget, map, &area) != 0
    else { return nil }
    self.init(
      x: Double(area.origin.x), y: Double(area.origin.y), width: Double(area.size.width),
      height: Double(area.size.height))
  }
}

/// A box that passes the pointer to what is below it, except on its children.
private let openBoxType = registerSubclass(
  of: gtk_box_get_type(), named: "VirtualTouristOpenBox"
) { widgetClass, _ in
  widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.contains = { _, _, _ in 0 }
}
