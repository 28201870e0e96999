import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets
import WorldMap

/// Opens a number of pins: by zooming in until they part or, where they never do, as a list.
enum ClusterMenu {
  /// A list longer than this, in pixels, scrolls.
  private static let longestList: Int32 = 320

  static func open(_ marker: MarkerWidget, pins: [Pin], camera: MapCamera) {
    let (width, height) = camera.size
    let target = MapView.fitting(pins.map(\.coordinate), width: width, height: height)
    let here = camera.view
    let isNear = PinIndex.areInseparable(pins.map(\.coordinate))
    if isNear || here.zoom >= MapView.zoomRange.upperBound {
      showList(of: pins, at: marker.button.pointer)
    } else {
      // At least one level: a step that cannot be seen would look like a dead button.
      camera.glide(to: MapView(center: target.center, zoom: max(target.zoom, here.zoom + 1)))
    }
  }

  private static func showList(of pins: [Pin], at button: Widget) {
    let popover = gtk_popover_new()!
    let list = makeBox(GTK_ORIENTATION_VERTICAL)
    for pin in pins {
      let row = gtk_button_new_with_label(pin.title)!
      row.addClass("flat")
      row.setAccessibleName(
        Words.name(of: .pin(title: pin.title, photoCount: pin.photoCount, progress: .none)))
      row.on("clicked") {
        gtk_popover_popdown(popover.cast())
        button.activate(.openAlbum, String(pin.id.number))
      }
      gtk_box_append(list.cast(), row)
    }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.cast(), 1)
    gtk_scrolled_window_set_max_content_height(scroller.cast(), longestList)
    gtk_scrolled_window_set_child(scroller.cast(), list)
    gtk_popover_set_child(popover.cast(), scroller)
    attachPopover(popover, to: button)
    gtk_popover_popup(popover.cast())
  }
}
