import CAdwaita
import GLibBridge
import Glibc
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// A strip of map above an album, with its pin, the places of its photos, and where these look.
///
/// A press on a dot opens its photo; any other press leads to the map.
final class PlaceStrip {
  let widget = gtk_overlay_new()!

  private let material: MapMaterial
  private let canvas: MapCanvas
  /// The name of the album's place.
  var placeName = ""
  /// The colour that the user has given to the pin.
  var color: PinColor? {
    didSet { if color != oldValue { gtk_widget_queue_draw(marks) } }
  }

  private let marks: Widget
  private lazy var fitSoon = BeforeLayout { [weak self] in self?.fit(animated: false) }
  private var observer: Observer?
  private var pin: Pin?
  /// The photos whose places are known.
  private var spots: [Photo] = []
  /// The place of the photo under the pointer, which is highlighted.
  private var pointed: Coordinate?
  /// The edition and length of the list of photos that is shown.
  private var shown: (edition: Int, count: Int)?
  private let button = gtk_button_new()!

  /// The height in pixels: enough for the streets around a pin.
  private static let height: Int32 = 132
  /// The closest zoom for several places; at it photos taken in one street are apart.
  private static let closestZoom = 17.0
  /// The zooms where only the pin is shown.
  ///
  /// The offline map has no more detail at closer ones.
  private static let pinZoom = (tiles: MapMaterial.detailZoom, offline: 8.0)
  /// A strip this low needs less free space at its edges than other views.
  private static let stretch = 1.4
  /// How far a press, also of a finger, may be from a dot's middle, and from the pin's to its sides, in
  /// pixels.
  private static let dotReach = 12.0
  private static let fingerReach = 22.0
  private static let pinReach = 10.0

  init(of material: MapMaterial) {
    self.material = material
    canvas = MapCanvas(of: material)
    marks = makeWidget(marksType, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    layOut()
    marks.setDrawing(self)
    canvas.camera.onChange = { [weak self] in
      guard let self else { return }
      canvas.viewChanged()
      gtk_widget_queue_draw(marks)
    }
    // Names of the offline map avoid the pin.
    canvas.markers = { [weak self] _ in
      guard let self, let pin else { return [] }
      return [MarkerSpot(point: Mercator.project(pin.coordinate), boxes: art.boxes)]
    }
    marks.on("resize") { [weak self] in self?.fitSoon() }
    observer = Observer { [weak self, material] in
      // Reading them subscribes to their changes.
      _ = (material.tiles, material.reach, material.hasNames)
      self?.fit(animated: true)
    }
  }

  /// Shows the places of an album's pin and photos; `isChanged` if a photo has replaced another.
  func show(_ album: AlbumModel, isChanged: Bool = false) {
    // Reading is quick; moving the map twice would be restless.
    guard album.activity != .reading else { return }
    let new = (edition: album.edition, count: album.tally.all)
    let isOther = pin?.id != album.pin.id
    let spots = album.photos.filter { $0.details.coordinate != nil }
    // Directions become known last.
    let isTold = spots.map(\.details.heading) == self.spots.map(\.details.heading)
    guard isOther || isChanged || !isTold || shown.map({ $0 != new }) ?? true else { return }
    // Removing or restoring photos does not move the map.
    let isNewList = isOther || shown?.edition != new.edition
    (shown, pin) = (new, album.pin)
    self.spots = spots
    point(at: nil)
    if isOther { canvas.markersChanged() }
    if isNewList || spots.contains(where: { !sees($0) }) { fit(animated: !isOther) }
    gtk_widget_queue_draw(marks)
  }

  func clear() {
    (pin, shown) = (nil, nil)
    spots = []
    point(at: nil)
  }

  /// Highlights the place of a photo, or none.
  func highlight(_ photo: Photo?) { point(at: photo?.details.coordinate) }

  private func point(at place: Coordinate?) {
    pointed = place
    gtk_widget_queue_draw(marks)
  }
}

extension PlaceStrip {
  private func layOut() {
    // The box sets the height; the map would be as high as a tile.
    let room = makeBox(GTK_ORIENTATION_VERTICAL)
    gtk_widget_set_size_request(room, -1, PlaceStrip.height)
    gtk_overlay_set_child(widget.cast(), room)
    gtk_widget_set_can_focus(canvas.map, 0)
    for part in [canvas.map, marks] { gtk_overlay_add_overlay(widget.cast(), part) }
    let credit = canvas.credit.label
    for part in [canvas.map, marks, credit] { part.setAccessibleHidden(true) }

    button.addClass("place-strip")
    button.addClass("flat")
    button.setAccessibleName(tr("Show on Map"))
    showTooltip(for: nil)
    button.on("clicked") { [weak self] in
      if let self, let pin { widget.ask(.showPlace(pin.coordinate)) }
    }
    gtk_overlay_add_overlay(widget.cast(), button)
    addDotPresses()

    gtk_widget_set_can_focus(credit, 0)
    gtk_overlay_add_overlay(widget.cast(), credit)
  }

  /// Lets dots react on release, as buttons do, and hides that press from the button below.
  private func addDotPresses() {
    let click = widget.addController(gtk_gesture_click_new(), capturing: true)
    click.on("pressed") { [weak self] (_: Int32, x: Double, y: Double) in
      let state =
        self?.spot(atX: x, y: y) == nil ? GTK_EVENT_SEQUENCE_DENIED : GTK_EVENT_SEQUENCE_CLAIMED
      gtk_gesture_set_state(click.cast(), state)
    }
    click.on("released") { [weak self] (_: Int32, x: Double, y: Double) in
      guard let self, let photo = spot(atX: x, y: y) else { return }
      widget.ask(.viewPhoto(photo.id))
    }
    // Relative to the widget that draws the dots, because a button's coordinates start inside its
    // padding.
    let motion = widget.addController(gtk_event_controller_motion_new())
    motion.on("motion") { [weak self] (x: Double, y: Double) in
      guard let self else { return }
      let photo = spot(atX: x, y: y)
      highlight(photo)
      showTooltip(for: photo)
    }
    motion.on("leave") { [weak self] in self?.highlight(nil) }
  }

  private func showTooltip(for photo: Photo?) {
    let text = photo.map { Words.title(of: $0, at: placeName) } ?? tr("Show on Map")
    if gtk_widget_get_tooltip_text(button).map({ String(cString: $0) }) != text {
      gtk_widget_set_tooltip_text(button, text)
      gtk_widget_set_cursor_from_name(button, photo == nil ? nil : "pointer")
    }
  }

  /// The photo whose dot is nearest to a position, if one is within reach; the pin comes first.
  private func spot(atX x: Double, y: Double) -> Photo? {
    guard let pin else { return nil }
    let tip = position(of: pin.coordinate)
    let isOnPin =
      abs(x - tip.x) < PlaceStrip.pinReach
      && (tip.y - MarkerArt.side...tip.y + PlaceStrip.pinReach / 2).contains(y)
    guard !isOnPin else { return nil }
    func distance(_ photo: Photo) -> Double {
      let place = position(of: photo.details.coordinate!)
      return hypot(place.x - x, place.y - y)
    }
    let nearest = spots.lazy.map { (photo: $0, distance: distance($0)) }
      .min { $0.distance < $1.distance }
    let reach = widget.isTouched ? PlaceStrip.fingerReach : PlaceStrip.dotReach
    return nearest.flatMap { $0.distance <= reach ? $0.photo : nil }
  }

  private func sees(_ photo: Photo) -> Bool {
    let (x, y) = position(of: photo.details.coordinate!)
    let (width, height) = canvas.camera.size
    return (0...max(0, width)).contains(x) && (0...max(0, height)).contains(y)
  }

  /// Fits all photos into a view around the pin, but no closer than where the map is still
  /// recognisable.
  private func fit(animated: Bool) {
    guard let pin, canvas.camera.size.width > 0 else { return }
    let (width, height) = canvas.camera.size
    let isDetailed = material.isDetailed(at: pin.coordinate)
    let places = spots.compactMap(\.details.coordinate)
    var view = MapView.around(
      pin.coordinate, showing: places, width: width, height: height * PlaceStrip.stretch)
    let closest =
      places.contains { $0 != pin.coordinate }
      ? PlaceStrip.closestZoom
      : isDetailed ? PlaceStrip.pinZoom.tiles : PlaceStrip.pinZoom.offline
    view.zoom = min(closest, view.zoom)
    // A server's tiles are sharp at whole zoom levels, painted ones at all.
    if isDetailed { view.zoom.round(.down) }
    view.zoom = canvas.tellingZoom(of: view)
    animated ? canvas.camera.glide(to: view) : canvas.camera.show(view)
  }

  /// The position of a place on the strip, in the nearest copy of the world.
  private func position(of place: Coordinate) -> (x: Double, y: Double) {
    let middle = Mercator.project(canvas.camera.view.center)
    return canvas.camera.projection.position(of: Mercator.project(place).nearest(to: middle))
  }
}

extension PlaceStrip: Drawing {
  private var art: MarkerArt { .pin(color) }

  func draw(on snapshot: OpaquePointer) {
    guard let pin else { return }
    let (width, height) = canvas.camera.size
    var area = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    let cairo = gtk_snapshot_append_cairo(snapshot, &area)!
    defer { cairo_destroy(cairo) }
    // Of thousands of photos, most share a pixel with another.
    var covered: Set<[Int]> = []
    let spotArt = SpotArt(color: marks.accentColor)
    for photo in spots {
      let (x, y) = position(of: photo.details.coordinate!)
      guard covered.insert([Int(x), Int(y)]).inserted else { continue }
      spotArt.paint(x, y, looking: photo.details.heading, cairo)
    }
    let (x, y) = position(of: pin.coordinate)
    cairo_save(cairo)
    cairo_translate(cairo, x - MarkerArt.side / 2, y - MarkerArt.side)
    art.paint(cairo)
    cairo_restore(cairo)
    if let pointed {
      let (x, y) = position(of: pointed)
      spotArt.paint(x, y, isLarge: true, cairo)
    }
  }
}

/// A drawing area, because it has a `resize` signal.
private let marksType = registerDrawnWidget(
  of: gtk_drawing_area_get_type(), named: "VirtualTouristPlaceMarks")
