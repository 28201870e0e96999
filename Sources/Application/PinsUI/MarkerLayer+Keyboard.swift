import CAdwaita
import GLibBridge
import Glibc
import MapDrawing
import MapWidget
import TravelModel

/// Which markers the keyboard and assistive tools meet, and how keys go from one to another.
extension MarkerLayer {
  /// Lets keys and assistive tools meet one copy of each place, and none behind a globe.
  ///
  /// Not at once: GTK forgets a layout that is asked for in a layout, and then draws no map.
  func schedulePrimaries() {
    guard primariesCall == nil, !stalePrimaries().isEmpty else { return }
    primariesCall = MainLoop.whenIdle(priority: MainLoop.beforeLayout) { [weak self] in
      guard let self else { return }
      primariesCall = nil
      for (marker, isPrimary) in stalePrimaries() { marker.setPrimary(isPrimary) }
    }
  }

  private func stalePrimaries() -> [(marker: MarkerWidget, isPrimary: Bool)] {
    let isGlobe = camera.globe != nil
    let middle = Mercator.project(camera.view.center).x - turns
    return markers.values.compactMap { marker in
      let isVisible = gtk_widget_get_child_visible(marker.button.pointer) != 0
      // Out of sight of a flat map, each stays as it was.
      guard isVisible || isGlobe else { return nil }
      let isPrimary = isVisible && (isGlobe || abs(marker.point.x - middle) <= 0.5)
      return isPrimary == marker.isPrimary ? nil : (marker, isPrimary)
    }
  }

  /// The marker that has the keyboard, and where it is on the layer.
  func focused() -> (marker: MarkerWidget, x: Double, y: Double)? {
    guard let marker = focusedMarker() else { return nil }
    let (x, y) = place(of: marker)
    return (marker, x, y)
  }

  /// Moves the keyboard from the marker it is on to the next one in a direction; false if there is
  /// none in sight.
  func moveFocus(_ direction: ScreenDirection) -> Bool {
    guard let focused = focusedMarker() else { return false }
    let others = reachableMarkers().filter { $0 !== focused }
    let next = direction.next(
      from: place(of: focused), among: others.map { place(of: $0) })
    return next.map { gtk_widget_grab_focus(others[$0].button.pointer) != 0 } ?? false
  }

  private func focusedMarker() -> MarkerWidget? {
    let focused = gtk_widget_get_focus_child(sheet.pointer)
    return markers.values.first { $0.button.pointer == focused }
  }

  /// The markers in sight, of each the copy that the keyboard can come to.
  private func reachableMarkers() -> [MarkerWidget] {
    markers.values.filter {
      gtk_widget_get_child_visible($0.button.pointer) != 0
        && gtk_widget_get_focusable($0.button.pointer) != 0
    }
  }

  /// All markers are one stop of Tab: the one that had the keyboard last, or else the one nearest to
  /// the middle; from there the arrows lead on.
  func enterFocus(_ direction: GtkDirectionType) -> Bool {
    if let inner = gtk_widget_get_focus_child(sheet.pointer) {
      // An open list of pins is a part of its marker.
      return gtk_widget_child_focus(inner, direction) != 0
    }
    let reachable = reachableMarkers()
    let last = reachable.first { $0 === lastFocused }
    let entry = last ?? reachable.min { distanceFromMiddle($0) < distanceFromMiddle($1) }
    return entry.map { gtk_widget_grab_focus($0.button.pointer) != 0 } ?? false
  }

  private func distanceFromMiddle(_ marker: MarkerWidget) -> Double {
    let (x, y) = place(of: marker)
    return hypot(x - camera.size.width / 2, y - camera.size.height / 2)
  }

  /// Where a marker's anchor is on the layer.
  private func place(of marker: MarkerWidget) -> (x: Double, y: Double) {
    camera.position(of: WorldPoint(x: marker.point.x + turns, y: marker.point.y))
  }
}
