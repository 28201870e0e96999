import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Glibc
import TouristSession
import TravelModel
import Widgets
import WorldMap

/// The layer of the map that shows the pins, each as a button, and numbers where they would overlap.
package final class PinLayer {
  let layer: OpaquePointer
  /// What shows more of a pin; nil for nothing but its name.
  package var card: PinCard?

  /// What gives pins their cover photos; nil for plain pins.
  package var covers: PinCovers? {
    didSet {
      covers?.onChange = { [weak self] in self?.scheduleRefresh() }
      scheduleRefresh()
    }
  }
  /// Tells whether a card of a pin would only repeat something, or be in the way.
  var needsNoCard: (Pin.ID) -> Bool = { _ in false }
  /// Called, before the next frame, after the layer's size has changed.
  var onResize: () -> Void = {}

  private let model: MapModel
  private let camera: MapCamera
  private var markers: [Key: MarkerWidget] = [:]
  private var grouped: [MapMarker.ID: MapMarker] = [:]
  private var covered: MapArea?
  private var observer: Observer?
  private var refreshCall: ScheduledCall?
  private weak var lastFocused: MarkerWidget?
  private var size = (width: 0.0, height: 0.0)

  /// Tells the layer's widgets apart.
  private enum Key: Hashable {
    case marker(MapMarker.ID)
    case draft(PinDraft.ID, copy: Int)
  }

  /// The zoom from which on pins wear photos: that of a region.
  private static let coverZoom = 6.0
  /// How far beyond the window markers are made, in pixels, so that panning finds them there.
  private static let margin = 96.0

  init(model: MapModel, camera: MapCamera) {
    self.model = model
    self.camera = camera
    layer = makeLayer(pinLayerType, viewport: camera.viewport)
    attach(WeakPinLayer(self), to: layer)
    layer.on("destroy") { [weak self] in self?.markers.removeAll() }
    observer = Observer { [weak self] in self?.modelChanged() }
  }

  /// Updates the markers after the view has changed.
  func viewChanged() {
    gtk_widget_queue_allocate(layer.widget)
    if !coversView { scheduleRefresh() }
  }

  /// Looks for the pictures of cards and covers anew: albums may be others by now.
  package func forgetPictures() {
    card?.forgetPictures()
    covers?.forget()
    if covers != nil { scheduleRefresh() }
  }

  /// Shows the card of a pin on which the pointer rests.
  func lookForPointer(on id: Pin.ID) {
    for copy in copies(of: id) { gtk_widget_trigger_tooltip_query(copy.button.pointer) }
  }

  /// The markers of a pin that is on the screen by itself, one for each world in the window.
  private func copies(of id: Pin.ID) -> [MarkerWidget] {
    markers.compactMap { key, marker in
      if case .marker(.pin(id, _)) = key { marker } else { nil }
    }
  }

  /// Moves the keyboard to a pin, if it is on the screen by itself.
  func focus(_ id: Pin.ID) -> Bool {
    guard
      let marker = copies(of: id).first(where: { gtk_widget_get_focusable($0.button.pointer) != 0 })
    else { return false }
    return gtk_widget_grab_focus(marker.button.pointer) != 0
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

  /// The pin at a position of the layer; nil where there is none, or a number of them.
  func pin(x: Double, y: Double) -> Pin? {
    guard let found = gtk_widget_pick(layer.widget, x, y, GTK_PICK_DEFAULT) else { return nil }
    return markers.values.first { $0.button.pointer == found }.flatMap(pin(of:))
  }

  /// The pin that has the keyboard, and where it is on the layer.
  func focusedPin() -> (pin: Pin, x: Double, y: Double)? {
    guard let marker = focusedMarker(), let pin = pin(of: marker) else { return nil }
    let (x, y) = place(of: marker)
    return (pin, x, y)
  }

  private func modelChanged() {
    // Read here, so that any of them changing calls this again.
    _ = (model.pins.count, model.held, model.drafts, model.progress)
    covered = nil
    scheduleRefresh()
  }

  private func scheduleRefresh() {
    guard refreshCall == nil else { return }
    refreshCall = MainLoop.whenIdle(priority: MainLoop.beforeLayout) { [weak self] in
      self?.refreshCall = nil
      self?.refresh()
    }
  }
}

extension PinLayer {
  private var coversView: Bool {
    let visible = MapArea(around: camera)
    return covered.map { $0.zoom.rounded() == visible.zoom.rounded() && $0.contains(visible) }
      ?? false
  }

  /// Makes, keeps and drops widgets until there is one for each marker around the window.
  private func refresh() {
    guard camera.size.width > 0 else { return }
    let area = MapArea(around: camera, margin: PinLayer.margin)
    covered = area

    let found = model.pins.markers(x: area.x, y: area.y, zoom: area.zoom)
    grouped = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    var wanted: [Key: (point: WorldPoint, content: MarkerContent)] = [:]
    for marker in found { wanted[.marker(marker.id)] = (marker.point, content(of: marker)) }
    for draft in model.drafts + [model.held].compactMap({ $0 }) {
      for point in area.copies(of: Mercator.project(draft.coordinate)) {
        wanted[.draft(draft.id, copy: Int(point.x.rounded(.down)))] = (point, .draft)
      }
    }

    let hadFocus = gtk_widget_get_focus_child(layer.widget) != nil
    for (key, marker) in wanted { update(key, to: marker.point, marker.content) }
    for key in markers.keys where wanted[key] == nil { markers[key] = nil }
    for (key, marker) in markers { marker.cover = cover(for: key, zoom: area.zoom) }
    covers?.trim(to: Set(found.compactMap { if case .pin(let id, _) = $0.id { id } else { nil } }))
    if hadFocus, gtk_widget_get_focus_child(layer.widget) == nil {
      gtk_widget_grab_focus(gtk_widget_get_parent(layer.widget))
    }
    restack()
    gtk_widget_queue_allocate(layer.widget)
  }

  private func content(of marker: MapMarker) -> MarkerContent {
    guard case .pin(let id, _) = marker.id, let pin = model.pins[id] else {
      return .cluster(marker.count)
    }
    return .pin(
      title: pin.title, photoCount: pin.photoCount, progress: model.progress[id] ?? .none)
  }

  private func cover(for key: Key, zoom: Double) -> Ref<OpaquePointer>? {
    guard let covers, zoom.rounded() >= PinLayer.coverZoom,
      case .marker(.pin(let id, _)) = key, let pin = model.pins[id], pin.photoCount > 0,
      model.progress[id] == nil
    else { return nil }
    return covers.cover(of: pin)
  }

  private func update(_ key: Key, to point: WorldPoint, _ content: MarkerContent) {
    if let marker = markers[key] ?? takeOver(key) {
      marker.point = point
      marker.show(content)
      return
    }
    let marker = MarkerWidget(content, at: point) { [weak self] in self?.open($0) }
    markers[key] = marker
    connectCard(to: marker)
    gtk_widget_set_parent(marker.button.pointer, layer.widget)
    if case .draft = key {
      marker.drop { [layer] in gtk_widget_queue_allocate(layer.widget) }
    }
  }

  private func connectCard(to marker: MarkerWidget) {
    marker.needsNoCard = { [weak self, weak marker] in
      guard let self, let marker, let pin = pin(of: marker) else { return false }
      return needsNoCard(pin.id)
    }
    marker.makeCard = { [weak self, weak marker] in
      guard let self, let card, let marker, let pin = pin(of: marker) else { return nil }
      return card.make(for: pin) { [weak marker] in
        if let marker { gtk_widget_trigger_tooltip_query(marker.button.pointer) }
      }
    }
    marker.onFocus = { [weak self, weak marker] hasFocus in
      // A marker that goes with the keyboard on it can no longer be asked.
      guard let self else { return }
      if hasFocus { lastFocused = marker }
      guard let card else { return }
      if hasFocus, let marker, let pin = pin(of: marker) {
        card.show(pin, at: marker.button.pointer)
      } else {
        card.hide()
      }
    }
  }

  private func pin(of widget: MarkerWidget) -> Pin? {
    guard case .marker(.pin(let id, _)) = markers.first(where: { $0.value === widget })?.key else {
      return nil
    }
    return model.pins[id]
  }

  /// The widget of a draft goes on as that of the pin it has become.
  private func takeOver(_ key: Key) -> MarkerWidget? {
    guard case .marker(.pin(let id, let copy)) = key, let draft = model.origins[id],
      let marker = markers.removeValue(forKey: .draft(draft, copy: copy))
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

  private func focusedMarker() -> MarkerWidget? {
    let focused = gtk_widget_get_focus_child(layer.widget)
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

  /// Where a marker's anchor is on the layer.
  private func place(of marker: MarkerWidget) -> (x: Double, y: Double) {
    camera.position(of: WorldPoint(x: marker.point.x + turns, y: marker.point.y))
  }

  /// How many worlds the view has turned on since the markers were made.
  private var turns: Double { covered?.turns(to: Mercator.project(camera.view.center).x) ?? 0 }

  private func open(_ widget: MarkerWidget) {
    guard let key = markers.first(where: { $0.value === widget })?.key else { return }
    switch key {
    case .marker(.pin(let id, _)): layer.activate(.openAlbum, String(id.number))
    case .marker(let id):
      guard let marker = grouped[id] else { return }
      ClusterMenu.open(widget, pins: model.pins.pins(of: marker), camera: camera)
    case .draft: break
    }
  }

  fileprivate func allocate(width: Double, height: Double) {
    let middle = Mercator.project(camera.view.center).x
    let turns = turns
    let world = camera.worldOnScreen
    for marker in markers.values {
      let point = WorldPoint(x: marker.point.x + turns, y: marker.point.y)
      let (x, y) = world.position(of: point)
      let isVisible = marker.meets(width: width, height: height, atX: x, y: y)
      gtk_widget_set_child_visible(marker.button.pointer, isVisible.gboolean)
      guard isVisible else { continue }
      marker.setPrimary(abs(point.x - middle) <= 0.5)
      marker.allocate(x: x, y: y)
    }
    if !coversView { scheduleRefresh() }
    if size != (width, height) {
      size = (width, height)
      // The view may not change while it is being laid out.
      MainLoop.whenIdle(priority: MainLoop.beforeLayout) { [weak self] in self?.onResize() }
    }
  }
}

/// Lets the map keep the layer's widget without keeping the layer.
private final class WeakPinLayer {
  weak var layer: PinLayer?
  init(_ layer: PinLayer) { self.layer = layer }
}

private let pinLayerType = registerSubclass(
  of: shumate_layer_get_type(), named: "VirtualTouristPins"
) { widgetClass, _ in
  let widgetClass = widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self)
  widgetClass.pointee.focus = { widget, direction in
    nonisolated(unsafe) let widget = widget!
    return MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: WeakPinLayer.self)?.layer?
        .enterFocus(direction).gboolean ?? 0
    }
  }
  widgetClass.pointee.size_allocate = { widget, width, height, _ in
    nonisolated(unsafe) let widget = widget!
    MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: WeakPinLayer.self)?.layer?
        .allocate(width: Double(width), height: Double(height))
    }
  }
}
