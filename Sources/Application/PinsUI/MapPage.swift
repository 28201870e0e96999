package import CAdwaita
import CGLib
import CShumate
import GLibBridge
import MapDrawing
package import MapWidget
package import TouristSession
package import TravelModel
package import Widgets

/// The page with the map and everything over it.
package final class MapPage {
  package let widget: UnsafeMutablePointer<GtkWidget>
  package let camera: MapCamera
  package private(set) lazy var pinLayer = PinLayer(on: self)
  package private(set) lazy var placeMenu = PlaceMenu(self)
  /// Whether the lines of all trips are shown, or only that of the opened trip.
  package var showsTrips: Bool {
    get { tripLayer.showsAll }
    set { tripLayer.showsAll = newValue }
  }
  /// A button over the map for the day that it shows; hidden at first.
  package var dayButton: Widget { controls.day }
  /// Called with each view worth restoring.
  package var onViewChange: (MapView) -> Void = { _ in }
  /// Called when the user begins to move a pin, because the map must be visible.
  package var onMoveBegin: () -> Void = {}
  /// Where there are pictures of streets, on the map; nil to hide that.
  package var streets: StreetCoverage? {
    get { canvas.streets }
    set { canvas.streets = newValue }
  }
  /// Whether the menus of places offer to stand there.
  package var offersStreets: () -> Bool = { false }

  let map: Widget
  let session: Session
  let canvas: MapCanvas
  let bubble: MapBubble
  let droppedBubble: DroppedBubble
  private(set) lazy var pinMove = PinMove(self)

  private let tripLayer: TripLayer
  private var pictures: PictureLayer?
  private var found: FoundPhotoLayer?
  private var markerLayers: [MarkerLayer] {
    ([pinLayer, pictures, found] as [MarkerLayer?]).compactMap { $0 }
  }
  private let material: MapMaterial
  private let controls: MapControls
  private lazy var highlight = PinHighlight(camera: camera, pins: pinLayer)
  private var observers: [Observer] = []
  private var isStarted = false
  /// Whether the user has dropped a pin, gone to a place or turned the globe, and needs no hint.
  private var hasBegun = false
  /// The middle of the globe as last shown; nil on the flat map.
  private var globeCenter: Coordinate?
  private var fade: Animation?
  private lazy var settledGlobe = Debounce<Void>(for: MapPage.sayingDelay) { [weak self] _ in
    self?.describe()
  }

  package init(session: Session, material: MapMaterial) {
    (self.session, self.material) = (session, material)
    canvas = MapCanvas(of: material, offersGlobe: true)
    (map, camera) = (canvas.map, canvas.camera)
    map.setAccessibleName(tr("Map"))
    gtk_widget_set_focusable(map, 1)
    gtk_widget_set_vexpand(map, 1)
    tripLayer = TripLayer(model: session.trips, camera: camera)
    bubble = MapBubble(camera: camera)
    droppedBubble = DroppedBubble(on: bubble, session: session)

    let overlay = gtk_overlay_new()!
    gtk_overlay_set_child(overlay.cast(), map)
    controls = MapControls(of: canvas, over: overlay.cast())
    widget = overlay
    for layer in [
      tripLayer.layer, pinLayer.layer, pinLayer.cardBubble.layer, bubble.layer, highlight.layer,
    ] {
      shumate_map_add_layer(map.cast(), layer.cast())
    }
    MapKeys.install(on: widget, over: map, camera: camera) { [weak self] way in
      self?.markerLayers.contains { $0.moveFocus(way) } ?? false
    }
    MapHands.install(on: map, camera: camera)
    HoldToDrop.install(on: map, camera: camera, session: session) { [weak pinMove] in
      pinMove?.isUnderWay != true
    }
    addStreetPress()
    placeMenu.addActions(to: map)
    canvas.markers = { [weak self] area in
      self?.markerLayers.flatMap { $0.spots(in: area) } ?? []
    }
    canvas.onFontChange = { [weak self] in
      for layer in self?.markerLayers ?? [] { layer.redraw() }
    }
    camera.onGlobeChange = { [weak self] in self?.globeChanged() }
    camera.onChange = { [weak self] in self?.viewChanged() }
    droppedBubble.onHide = { [weak pinLayer] in pinLayer?.lookForPointer(on: $0) }
    observers = [
      Observer { [weak self] in self?.showHint() },
      // A trip that is made or opened is seen whole.
      Observer(of: { [trips = session.trips] in trips.opened }) { [weak self] opened in
        if let self, let trip = opened.flatMap({ session.trips[$0] }) { show(trip) }
      },
    ]
  }

  /// Shows a view, or the whole world if it is nil, as soon as the map has a size.
  package func start(at view: MapView?) {
    guard let view else { return }
    isStarted = true
    camera.show(view)
  }

  /// Flies to a place, or starts there.
  package func show(_ request: PlaceRequest) {
    begin()
    let zoom = request.zoom ?? max(camera.view.zoom, placeZoom(of: request.coordinate))
    let target = MapView(center: request.coordinate, zoom: zoom)
    isStarted ? camera.glide(to: target) : start(at: target)
  }

  /// Flies to a view that contains the whole of a trip.
  package func show(_ trip: Trip) {
    let trips = session.trips
    show(all: trips.pins(of: trip).map(\.coordinate) + trips.line(of: trip).legs.flatMap(\.places))
  }

  /// Flies to a view that contains some places.
  package func show(all places: [Coordinate]) {
    guard isStarted, !places.isEmpty else { return }
    let view = MapView.fitting(places, width: camera.size.width, height: camera.size.height)
    camera.glide(
      to: MapView(center: view.center, zoom: min(view.zoom, placeZoom(of: view.center))))
  }

  /// Flies to a view that contains some places, unless they are in sight.
  package func bringIntoSight(all places: [Coordinate]) {
    let world = camera.projection
    guard !places.allSatisfy({ world.sees(Mercator.project($0)) }) else { return }
    show(all: places)
  }

  /// Flies to what a map of tiles shows, unless it is in the middle of the view.
  package func bringIntoSight(_ map: TileMap) {
    var target = camera.view
    if !map.shows(target.center) {
      target = map.view(width: camera.size.width, height: camera.size.height)
    }
    target.zoom = max(target.zoom, Double(map.zooms.lowerBound))
    guard target != camera.view else { return }
    isStarted ? camera.glide(to: target) : start(at: target)
  }

  /// Flies to a search result, no closer than the map has detail, and marks it with a bubble in which
  /// the user can drop a pin, with the result's name, if any.
  package func mark(
    _ title: String, _ detail: String, at request: PlaceRequest, named name: String?
  ) {
    let zoom =
      material.isDetailed(at: request.coordinate)
      ? request.zoom : min(request.zoom ?? MapPage.offlineZoom, MapPage.offlineZoom)
    show(PlaceRequest(coordinate: request.coordinate, zoom: zoom))
    FoundBubble.show(
      title, detail, at: request.coordinate, named: name, on: bubble, session: session)
  }

  /// Removes the bubble of the search result; false if there is none.
  @discardableResult
  package func unmark() -> Bool {
    defer { bubble.hide() }
    return bubble.isShown
  }

  /// Flies to a place if it is out of sight; the zoom stays.
  package func bringIntoSight(_ place: Coordinate) {
    guard !camera.projection.sees(Mercator.project(place)) else { return }
    let target = MapView(center: place, zoom: camera.view.zoom)
    isStarted ? camera.travel(to: target) : start(at: target)
  }

  /// Clears the map, because the user begins to move a pin.
  func moveBegins() {
    bubble.hide()
    point(at: nil)
    onMoveBegin()
  }

  /// Highlights the pin that the pointer is on elsewhere; with nil, highlights the pin being moved,
  /// if there is one.
  package func point(at pin: Pin?) {
    highlight.point(at: pin ?? pinMove.pin.flatMap { session.map.pins[$0] })
  }

  /// The zoom of a place of which nothing else is known: that of a quarter of a town or, where there
  /// are no tiles, the closest that the offline map has detail for.
  private func placeZoom(of place: Coordinate) -> Double {
    material.isDetailed(at: place) ? MapMaterial.detailZoom : MapPage.offlineZoom
  }
  private static let offlineZoom = Double(TilePainter.deepestZoom)

  /// Shows where the user's own pictures were taken, and calls `onOpen` with those that are pressed.
  package func showPictures(
    of model: PictureMap, _ thumbnails: Thumbnails, onOpen: @escaping ([Pin]) -> Void
  ) {
    guard pictures == nil else { return }
    let layer = PictureLayer(model, thumbnails, on: self)
    layer.onOpen = onOpen
    insert(layer)
    pictures = layer
  }

  package func hidePictures() {
    guard let layer = pictures else { return }
    pictures = nil
    remove(layer)
  }

  /// Shows what others have photographed in each view on which the map comes to rest, and calls
  /// `onOpen` with a photo that is pressed.
  package func showFound(
    _ model: FoundPhotos, _ thumbnails: Thumbnails, onOpen: @escaping (Pin.ID) -> Void
  ) {
    guard found == nil else { return }
    let layer = FoundPhotoLayer(model, thumbnails, on: self, onOpen: onOpen)
    insert(layer)
    found = layer
  }

  package func hideFound() {
    guard let layer = found else { return }
    found = nil
    remove(layer)
  }

  /// Lets one stand where one presses a way along which there are pictures, once.
  private func addStreetPress() {
    // The handlers must not retain the page.
    let map = self.map
    let click = map.addController(gtk_gesture_click_new(), button: GDK_BUTTON_PRIMARY)
    var start = (x: 0.0, y: 0.0)
    /// The place that was pressed, and whether a second press can still come.
    var (pressed, isOver) = (Coordinate?.none, false)
    func stand() {
      if let place = pressed { map.ask(.standAt(place, nil)) }
      pressed = nil
    }
    click.on("pressed") { (_: Int32, x: Double, y: Double) in
      (start, pressed, isOver) = ((x, y), nil, false)
    }
    click.on("released") { [weak self] (presses: Int32, x: Double, y: Double) in
      let (right, down) = (Int32(x - start.x), Int32(y - start.y))
      guard presses == 1, let self, gtk_drag_check_threshold(map, 0, 0, right, down) == 0 else {
        return
      }
      pressed = street(x: x, y: y)
      if isOver { stand() }
    }
    click.on("stopped") {
      isOver = true
      stand()
    }
  }

  /// Where on a way with pictures a position is; nil if it is on none.
  private func street(x: Double, y: Double) -> Coordinate? {
    guard let streets, !camera.isGlobe, !pinMove.isUnderWay,
      // Nothing that lies over the map.
      gtk_widget_pick(map, x, y, GTK_PICK_DEFAULT) == map,
      let place = camera.projection.place(x: x, y: y)
    else { return nil }
    return streets.place(at: Mercator.project(place), in: camera.view)
  }

  /// Inserts a layer behind the pins.
  private func insert(_ layer: MarkerLayer) {
    shumate_map_insert_layer_behind(map.cast(), layer.layer.cast(), pinLayer.layer.cast())
  }

  private func remove(_ layer: MarkerLayer) {
    layer.close()
    shumate_map_remove_layer(map.cast(), layer.layer.cast())
    canvas.markersChanged()
  }

  /// Lays a widget over the map.
  package func addOverlay(_ overlay: Widget) { gtk_overlay_add_overlay(widget.cast(), overlay) }

  /// Drops a pin in the middle of the map.
  package func dropPinInMiddle() {
    session.dropPin(at: camera.view.center)
  }

  /// Focuses a pin if it can be seen, or else the map.
  package func grabFocus(at pin: Pin.ID? = nil) {
    if let pin, pinLayer.focus(pin) { return }
    gtk_widget_grab_focus(map)
  }

  private func viewChanged() {
    if camera.isGlobe { settledGlobe(()) }
    let center = camera.globe?.center
    if let center, let globeCenter, center != globeCenter { begin() }
    globeCenter = center
    canvas.viewChanged()
    tripLayer.viewChanged()
    for layer in markerLayers { layer.viewChanged() }
    found?.viewMoved()
    for bubble in [pinLayer.cardBubble, bubble] { bubble.viewChanged() }
    highlight.viewChanged()
    controls.viewChanged()
    if isStarted { onViewChange(camera.view) }
  }

  /// Fades in the layers again after the map has become a globe or the other way round.
  private func globeChanged() {
    for layer in markerLayers { layer.placesChanged() }
    let layers =
      [tripLayer.layer, pinLayer.cardBubble.layer, bubble.layer].map { $0.widget }
      + markerLayers.map { $0.layer.widget }
    fade?.stop()
    fade = Animation(
      on: map, milliseconds: MapPage.fadeDuration, easing: ADW_EASE_IN_OUT_CUBIC,
      step: { progress in for layer in layers { gtk_widget_set_opacity(layer, progress) } })
    if !camera.isGlobe { map.setAccessibleDescription("") }
  }

  private static let fadeDuration: UInt32 = 220
  /// How long the globe must be at rest before it is described.
  private static let sayingDelay = Duration.milliseconds(400)

  /// Describes the visible part of the globe to assistive tools.
  private func describe() {
    guard camera.isGlobe, !pinMove.isUnderWay else { return }
    map.setAccessibleDescription(
      tr("Globe around {names}", ["names": asList(canvas.namesOnGlobe)]))
  }

  /// Suits the view to another size of the map.
  func sizeChanged() {
    // The first start shows the whole world, for which the map's size has to be known.
    if !isStarted { start(at: .wholeWorld(width: camera.size.width, height: camera.size.height)) }
    camera.clampToWorld()
    found?.viewMoved()
    // The flat map waits under a globe, and says nothing.
    if camera.isGlobe { viewChanged() } else if isStarted { onViewChange(camera.view) }
  }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    showHint()
  }

  /// Shows how to begin, until the user has begun.
  private func showHint() {
    let model = session.map
    if model.pins.count > 0 || !model.drafts.isEmpty { hasBegun = true }
    let isWanted = !hasBegun && model.isConnected && model.held == nil
    guard isWanted != (gtk_widget_get_visible(controls.hint) != 0) else { return }
    gtk_widget_set_visible(controls.hint, isWanted.gboolean)
    // The globe has a description of its own.
    if !camera.isGlobe { map.setAccessibleDescription(isWanted ? controls.keyHint : "") }
  }
}
