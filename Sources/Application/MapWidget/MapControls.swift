import CAdwaita
import CGLib
import GLibBridge
package import MapDrawing
package import Widgets

/// What lies over the map's corners: the menu of layers, zoom buttons, the scale, whose map it is, and
/// a sign where the tile server does not answer.
///
/// Only what is seen there takes the pointer; all else is the map's.
package final class MapControls {
  private let scale: MapScale
  /// Opens the menu of what the map shows.
  private let layers = gtk_menu_button_new()!
  private let zoomIn: Widget
  private let zoomOut: Widget
  private let camera: MapCamera
  private let sign: Widget
  private let credit: Widget

  package init(
    over overlay: OpaquePointer, camera: MapCamera, credit: Widget, onRetry: @escaping () -> Void
  ) {
    sign = MapControls.makeSign(onRetry: onRetry)
    self.credit = credit
    self.camera = camera
    scale = MapScale(camera: camera)
    gtk_widget_set_halign(scale.widget, GTK_ALIGN_START)
    gtk_widget_set_valign(scale.widget, GTK_ALIGN_END)
    // Above the credit, which takes the whole width of a narrow window.
    gtk_widget_set_margin_bottom(scale.widget, 24)
    gtk_overlay_add_overlay(overlay, scale.widget)

    zoomIn = makeIconButton("zoom-in-symbolic", tr("Zoom In"))
    zoomOut = makeIconButton("zoom-out-symbolic", tr("Zoom Out"))
    zoomIn.on("clicked") { [weak camera] in camera?.zoom(by: 1) }
    zoomOut.on("clicked") { [weak camera] in camera?.zoom(by: -1) }
    gtk_menu_button_set_icon_name(layers.cast(), "map-layers-symbolic")
    // Not over the zoom buttons.
    gtk_menu_button_set_direction(layers.cast(), GTK_ARROW_LEFT)
    gtk_widget_set_tooltip_text(layers, tr("Map Layers"))
    layers.setAccessibleName(tr("Map Layers"))
    Menus.give("map-layers", to: layers)
    for button in [layers, zoomIn, zoomOut] {
      button.addClass("osd")
      button.addClass("circular")
    }
    let buttons = MapControls.makeOpenBox(spacing: 6, layers, zoomIn, zoomOut)
    gtk_widget_set_halign(buttons, GTK_ALIGN_END)
    gtk_widget_set_margin_end(buttons, 12)

    let corner = MapControls.makeOpenBox(spacing: 12, buttons, sign, credit)
    gtk_widget_set_halign(corner, GTK_ALIGN_END)
    gtk_widget_set_valign(corner, GTK_ALIGN_END)
    gtk_overlay_add_overlay(overlay, corner)
  }

  /// Updates the scale after the view has changed.
  package func viewChanged() {
    let isGlobe = camera.isGlobe
    // A globe is nowhere of the same scale, and nothing lies beyond it.
    gtk_widget_set_visible(scale.widget, (!isGlobe).gboolean)
    if isGlobe, gtk_widget_has_focus(zoomOut) != 0 {
      gtk_widget_child_focus(zoomOut, GTK_DIR_TAB_BACKWARD)
    }
    gtk_widget_set_sensitive(zoomOut, (!isGlobe).gboolean)
    if !isGlobe { scale.viewChanged() }
  }

  /// Suits the scale to what it lies on.
  package func setOnTiles(_ isOnTiles: Bool) { scale.isOnTiles = isOnTiles }

  /// The boxes of the scale, the buttons, the sign and the credit on the map.
  package func boxes(on map: Widget) -> [LabelBox] {
    [scale.widget, layers, zoomIn, zoomOut, sign, credit].compactMap {
      LabelBox(of: $0, on: map)
    }
  }

  /// Shows or hides the sign for a tile server that does not answer.
  package func setTilesReachable(_ areReachable: Bool) {
    gtk_widget_set_visible(sign, (!areReachable).gboolean)
  }

  /// A missing network is normal, so a sign in a corner is enough: the offline map is there.
  private static func makeSign(onRetry: @escaping () -> Void) -> Widget {
    let icon = gtk_image_new_from_icon_name("network-offline-symbolic")!
    let text = gtk_label_new(tr("Offline map"))!
    text.setAccessibleName(Words.tilesUnreachable)
    let button = gtk_button_new_with_label(tr("Try Again"))!
    button.addClass("flat")
    button.on("clicked") { onRetry() }
    let sign = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, icon, text, button)
    sign.addClass("osd")
    sign.addClass("map-sign")
    gtk_widget_set_tooltip_text(sign, Words.tilesUnreachable)
    gtk_widget_set_halign(sign, GTK_ALIGN_END)
    gtk_widget_set_margin_end(sign, 12)
    gtk_widget_set_visible(sign, 0)
    return sign
  }

  /// Makes a column that passes the pointer to what is below it, except on its children.
  private static func makeOpenBox(spacing: Int32, _ children: Widget...) -> Widget {
    let box: OpaquePointer = makeObject(
      openBoxType,
      ["orientation": Int32(bitPattern: GTK_ORIENTATION_VERTICAL.rawValue), "spacing": spacing])
    for child in children { gtk_box_append(box.cast(), child) }
    return box.widget
  }
}

extension LabelBox {
  /// The box of a widget on the map; nil while it is hidden.
  package init?(of widget: Widget, on map: Widget) {
    var area = graphene_rect_t()
    guard gtk_widget_get_mapped(widget) != 0, gtk_widget_compute_bounds(widget, map, &area) != 0
    else { return nil }
    self.init(
      x: Double(area.origin.x), y: Double(area.origin.y), width: Double(area.size.width),
      height: Double(area.size.height))
  }
}

private let openBoxType = registerSubclass(
  of: gtk_box_get_type(), named: "VirtualTouristOpenBox"
) { widgetClass, _ in
  widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.contains = { _, _, _ in 0 }
}
