import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Glibc
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// A map layer of places: each is a button, and places that would overlap share one.
package class MarkerLayer {
  let layer: OpaquePointer
  unowned let page: MapPage
  var camera: MapCamera { page.camera }
  /// Whether the layer's widget is gone; asynchronous work may end later.
  private var isGone = false

  private(set) var markers: [Key: MarkerWidget] = [:]
  private var covered: MapArea?
  private(set) lazy var refreshSoon = BeforeLayout { [weak self] in self?.refresh() }
  private lazy var primariesSoon = BeforeLayout { [weak self] in self?.updatePrimaries() }
  private lazy var sizeChanged = BeforeLayout { [weak self] in self?.page.sizeChanged() }
  private weak var lastFocused: MarkerWidget?
  private var size = (width: 0.0, height: 0.0)

  /// The identity of a marker's widget.
  enum Key: Hashable {
    case marker(MapMarker.ID)
    case draft(PinDraft.ID, copy: Int)
  }

  /// How far beyond the window markers are made, in pixels, so that panning finds them there.
  private static let margin = 96.0

  init(on page: MapPage) {
    self.page = page
    layer = makeLayer(markerLayerType, over: page.camera)
    attach(weakly: self, to: layer)
    layer.on("destroy") { [weak self] in self?.close() }
  }

  /// Removes the markers for good, before the layer leaves the map.
  func close() {
    guard !isGone else { return }
    isGone = true
    markers.removeAll()
  }

  // What a kind of layer says of itself.

  var places: PinIndex { PinIndex() }

  func content(of marker: MapMarker) -> MarkerContent { .cluster(marker.count) }

  /// Pins that are not among the places yet.
  var drafts: [PinDraft] { [] }

  /// The picture that a marker shows; nil for none.
  func cover(for marker: MapMarker, zoom: Double) -> Ref<OpaquePointer>? { nil }

  /// Called after the markers have changed, with those that are shown.
  func markersChanged(to shown: [MapMarker]) {}

  /// Fills the tooltip of a marker; false if it has none.
  func fill(_ tooltip: OpaquePointer, of widget: MarkerWidget) -> Bool {
    gtk_tooltip_set_text(tooltip, Words.name(of: widget.content))
    return true
  }

  /// Called when a marker gets the focus, and with nil when it loses it.
  func focusChanged(to marker: MarkerWidget?) {}

  /// Called when a marker is pressed.
  func open(_ marker: MapMarker, at widget: MarkerWidget) {}

  /// The draft that a marker was before; nil if it was none.
  func origin(of id: MapMarker.ID) -> Key? { nil }
}

extension MarkerLayer {
  func viewChanged() {
    gtk_widget_queue_allocate(layer.widget)
    if !coversView { refreshSoon() }
  }

  func placesChanged() {
    covered = nil
    refreshSoon()
  }

  /// Draws the markers anew, as with another font.
  func redraw() {
    for marker in markers.values { marker.redraw() }
  }

  /// The marker at a position of the layer; nil if there is none.
  func marker(x: Double, y: Double) -> MarkerWidget? {
    guard let found = gtk_widget_pick(layer.widget, x, y, GTK_PICK_DEFAULT) else { return nil }
    return markers.values.first { $0.button.pointer == found }
  }

  /// Returns a flight to where the places of a marker separate; nil if they never do.
  func parting(of marker: MapMarker) -> (() -> Void)? {
    camera.parting(of: places.pins(of: marker).map(\.coordinate))
  }

  /// Shows the contents of a marker, to choose from.
  func showGallery(_ items: [Gallery.Item], of marker: MapMarker, at widget: MarkerWidget) {
    Gallery(
      of: content(of: marker), items, zoomIn: parting(of: marker), at: widget.button.pointer,
      on: layer.widget)
  }

  func markers(in area: MapArea) -> [MapMarker] {
    camera.projection.markers(of: places, in: area)
  }

  /// The positions of the markers of a part of the map, or for nil of those shown, and what they cover.
  func spots(in area: MapArea?) -> [MarkerSpot] {
    (area.map(markers(in:)) ?? markers.values.compactMap(\.marker)).map {
      MarkerSpot(point: $0.point, boxes: content(of: $0).art(withCover: false).boxes)
    }
  }

  private var coversView: Bool {
    let visible = camera.projection.area
    return covered.map { $0.zoom.rounded() == visible.zoom.rounded() && $0.contains(visible) }
      ?? false
  }

  /// Adds, keeps and removes widgets until each marker in and around the window has one.
  private func refresh() {
    guard !isGone, camera.size.width > 0 else { return }
    let area = camera.projection.area(margin: MarkerLayer.margin)
    let isRegrouped = covered?.zoom.rounded() != area.zoom.rounded()
    covered = area

    let found = markers(in: area)
    var wanted: [Key: (point: WorldPoint, content: MarkerContent, marker: MapMarker?)] = [:]
    for marker in found { wanted[.marker(marker.id)] = (marker.point, content(of: marker), marker) }
    for draft in drafts {
      for point in area.copies(of: Mercator.project(draft.coordinate)) {
        wanted[.draft(draft.id, copy: Int(point.x.rounded(.down)))] = (
          point, .draft(draft.color), nil
        )
      }
    }

    let hadFocus = Focus.isIn(layer.widget)
    for (key, (point, content, marker)) in wanted {
      update(key, to: point, content)
      markers[key]?.marker = marker
    }
    for key in markers.keys where wanted[key] == nil { markers[key] = nil }
    for marker in found { markers[.marker(marker.id)]?.cover = cover(for: marker, zoom: area.zoom) }
    markersChanged(to: found)
    if hadFocus, !Focus.isIn(layer.widget) {
      gtk_widget_grab_focus(gtk_widget_get_parent(layer.widget))
    }
    restack()
    gtk_widget_queue_allocate(layer.widget)
    if isRegrouped { page.canvas.markersChanged() }
  }

  private func update(_ key: Key, to point: WorldPoint, _ content: MarkerContent) {
    if let marker = markers[key] ?? reuseDraft(for: key) {
      marker.point = point
      marker.show(content)
      return
    }
    let marker = MarkerWidget(content, at: point, on: self)
    markers[key] = marker
    gtk_widget_set_parent(marker.button.pointer, layer.widget)
    if case .draft = key {
      marker.animateDrop { [layer] in gtk_widget_queue_allocate(layer.widget) }
    }
  }

  /// Turns the widget of a draft into that of its saved pin.
  private func reuseDraft(for key: Key) -> MarkerWidget? {
    guard case .marker(let id) = key, let origin = origin(of: id),
      let marker = markers.removeValue(forKey: origin)
    else { return nil }
    markers[key] = marker
    return marker
  }

  /// Lets markers further south lie over those behind them.
  private func restack() {
    var previous: Widget?
    for marker in markers.values.sorted(by: { $0.point.y < $1.point.y }) {
      let button = marker.button.pointer
      if gtk_widget_get_prev_sibling(button) != previous {
        gtk_widget_insert_after(button, layer.widget, previous)
      }
      previous = button
    }
  }

  /// How many worlds the view has moved since the markers were made.
  var turns: Double { covered?.turns(to: Mercator.project(camera.view.center)) ?? 0 }

  fileprivate func allocate(width: Double, height: Double) {
    let turns = turns
    let world = camera.projection
    for marker in markers.values {
      let point = marker.point(turns: turns)
      let (x, y) = world.position(of: point)
      let isVisible =
        marker.meets(width: width, height: height, atX: x, y: y) && !world.hides(point)
      gtk_widget_set_child_visible(marker.button.pointer, isVisible.gboolean)
      marker.allocate(x: x, y: y)
    }
    // Not at once: GTK forgets a layout that is asked for in a layout, and then draws no map.
    if !stalePrimaries().isEmpty { primariesSoon() }
    if !coversView { refreshSoon() }
    if size != (width, height) {
      size = (width, height)
      sizeChanged()
    }
  }
}

/// Focus and accessibility of markers.
extension MarkerLayer {
  /// Exposes one copy of each place to keys and assistive tools, and none on the far side.
  private func updatePrimaries() {
    for (marker, isPrimary) in stalePrimaries() { marker.setPrimary(isPrimary) }
  }

  private func stalePrimaries() -> [(marker: MarkerWidget, isPrimary: Bool)] {
    let (world, turns) = (camera.projection, turns)
    return markers.values.compactMap { marker in
      let isVisible = gtk_widget_get_child_visible(marker.button.pointer) != 0
      let point = marker.point(turns: turns)
      // Beyond the window's edge, each stays as it was.
      guard isVisible || world.hides(point) else { return nil }
      let isPrimary = isVisible && world.isNearest(point)
      return isPrimary == marker.isPrimary ? nil : (marker, isPrimary)
    }
  }

  /// Moves the focus to the next marker in a direction; false if there is none in sight.
  func moveFocus(_ way: ScreenWay) -> Bool {
    guard let focused = focusedMarker() else { return false }
    let others = reachableMarkers().filter { $0 !== focused }
    let next = nextPoint(way, from: place(of: focused), among: others.map { place(of: $0) })
    return next.map { gtk_widget_grab_focus(others[$0].button.pointer) != 0 } ?? false
  }

  /// Follows the focus to a marker, or away from one.
  func moveKeyboard(to marker: MarkerWidget?) {
    if let marker { lastFocused = marker }
    focusChanged(to: marker)
  }

  /// The marker that has the focus; nil if none has it.
  func focusedMarker() -> MarkerWidget? {
    let focused = gtk_widget_get_focus_child(layer.widget)
    return markers.values.first { $0.button.pointer == focused }
  }

  /// The markers in sight that can be focused, one copy of each.
  private func reachableMarkers() -> [MarkerWidget] {
    markers.values.filter {
      gtk_widget_get_child_visible($0.button.pointer) != 0
        && gtk_widget_get_focusable($0.button.pointer) != 0
    }
  }

  /// Makes all markers a single stop of Tab, at the last focused one, or else at the one nearest to
  /// the middle; arrow keys lead on from there.
  fileprivate func enterFocus(_ direction: GtkDirectionType) -> Bool {
    if let inner = gtk_widget_get_focus_child(layer.widget) {
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

  /// The position of a marker's anchor on the layer.
  private func place(of marker: MarkerWidget) -> (x: Double, y: Double) {
    camera.projection.position(of: marker.point(turns: turns))
  }
}

private let markerLayerType = registerSubclass(
  of: shumate_layer_get_type(), named: "VirtualTouristMarkers"
) { widgetClass, _ in
  let widgetClass = widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self)
  // Between the markers the pointer is for what lies below, as with libshumate's layers.
  widgetClass.pointee.contains = { _, _, _ in 0 }
  widgetClass.pointee.focus = { widget, direction in
    nonisolated(unsafe) let widget = widget!
    return MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: MarkerLayer.self)?
        .enterFocus(direction).gboolean ?? 0
    }
  }
  widgetClass.pointee.size_allocate = { widget, width, height, _ in
    nonisolated(unsafe) let widget = widget!
    MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: MarkerLayer.self)?
        .allocate(width: Double(width), height: Double(height))
    }
  }
}
