import CAdwaita
import GLibBridge
import MapWidget
import TouristSession
import TravelModel
import Widgets

package final class PinLayer: MarkerLayer {
  /// Makes the cards of pins; nil shows names only.
  package var card: PinCard?

  /// The cover photos of pins; nil shows plain pins.
  package var covers: PinCovers? {
    didSet {
      covers?.onChange = { [weak self] in self?.refreshSoon() }
      refreshSoon()
    }
  }
  /// The bubble with the card of the focused pin.
  let cardBubble: MapBubble
  private var cardPin: Pin?
  /// The pending call that shows or hides a card.
  private var cardCall: ScheduledCall?

  private let model: MapModel
  private var observer: Observer?

  /// The zoom from which on pins show photos: that of a region.
  private static let coverZoom = 6.0

  override init(on page: MapPage) {
    let model = page.session.map
    self.model = model
    cardBubble = MapBubble(camera: page.camera)
    super.init(on: page)
    observer = Observer(of: {
      (model.pins.count, model.held, model.drafts, model.progress)
    }) { [weak self] _ in self?.modelChanged() }
  }

  private func modelChanged() {
    placesChanged()
    guard let shown = cardPin else { return }
    let pin = model.pins[shown.id]
    // An undo may have moved it. Photos that come are no reason to begin anew.
    if pin?.coordinate != shown.coordinate || pin?.title != shown.title
      || pin?.details != shown.details
    {
      showCard(of: pin)
    }
  }

  /// Shows the card of the focused pin, or none.
  private func showCard(of pin: Pin?) {
    cardPin = pin
    if let pin { card?.show(pin, on: cardBubble) } else { cardBubble.hide() }
  }

  /// Whether the card of a pin would only repeat something, or be in the way.
  private func needsNoCard(_ pin: Pin.ID) -> Bool {
    page.droppedBubble.pin == pin || page.pinMove.isUnderWay || page.placeMenu.isOpen
  }

  override var places: PinIndex { model.pins }

  override var drafts: [PinDraft] { model.drafts + [model.held].compactMap { $0 } }

  override func content(of marker: MapMarker) -> MarkerContent {
    guard let pin = pin(of: marker) else { return .cluster(marker.count) }
    return .pin(
      title: pin.title, photoCount: pin.photoCount, progress: model.progress[pin.id] ?? .none,
      color: pin.details.color)
  }

  override func cover(for marker: MapMarker, zoom: Double) -> Ref<OpaquePointer>? {
    guard let covers, zoom.rounded() >= PinLayer.coverZoom, let pin = pin(of: marker),
      pin.photoCount > 0, model.progress[pin.id] == nil
    else { return nil }
    return covers.cover(of: pin)
  }

  override func markersChanged(to shown: [MapMarker]) {
    covers?.trim(to: Set(shown.compactMap { pin(of: $0)?.id }))
  }

  override func origin(of id: MapMarker.ID) -> Key? {
    guard case .pin(let pin, let copy) = id else { return nil }
    return model.origins[pin].map { .draft($0, copy: copy) }
  }

  override func open(_ marker: MapMarker, at widget: MarkerWidget) {
    if let pin = pin(of: marker) { return layer.ask(.openAlbum(pin.id)) }
    // Where pins show photos, a group opens a gallery; elsewhere it zooms in.
    let showsPhotos = covers != nil && camera.view.zoom.rounded() >= PinLayer.coverZoom
    if !showsPhotos, let zoomIn = parting(of: marker) { zoomIn() } else { showGroup(at: widget) }
  }

  override func fill(_ tooltip: OpaquePointer, of widget: MarkerWidget) -> Bool {
    let pin = pin(of: widget)
    if let pin, needsNoCard(pin.id) { return false }
    guard let pin, let card else { return super.fill(tooltip, of: widget) }
    let shown = card.make(for: pin) { [weak widget] in
      if let widget { gtk_widget_trigger_tooltip_query(widget.button.pointer) }
    }
    gtk_tooltip_set_custom(tooltip, shown.pointer)
    return true
  }

  override func focusChanged(to marker: MarkerWidget?) {
    // Later, because GTK also takes the focus from a marker while it unmaps the map
    // (`gtk_widget_unmap`), and afterwards would use a card that is gone.
    cardCall?.cancel()
    cardCall = MainLoop.whenIdle { [weak self, weak marker] in
      guard let self else { return }
      cardCall = nil
      let pin = marker.flatMap { self.pin(of: $0) }
      showCard(of: pin.flatMap { needsNoCard($0.id) ? nil : $0 })
    }
  }
}

extension PinLayer {
  /// Loads the pictures of cards and covers anew, because albums may have changed.
  package func forgetPictures() {
    card?.forgetPictures()
    covers?.forget()
    if covers != nil { refreshSoon() }
  }

  /// Shows the card of a pin under the pointer.
  func lookForPointer(on id: Pin.ID) {
    for copy in copies(of: id) { gtk_widget_trigger_tooltip_query(copy.button.pointer) }
  }

  /// Whether a pin has a marker of its own.
  func isByItself(_ id: Pin.ID) -> Bool { !copies(of: id).isEmpty }

  /// The positions of the groups that contain a pin, one for each world in the window; none on a globe,
  /// where a group can be far from its pins.
  func groups(with id: Pin.ID) -> [WorldPoint] {
    guard !camera.isGlobe else { return [] }
    return markers(in: camera.projection.area(margin: MarkerArt.side))
      .filter { $0.count > 1 && places.isPin(id, in: $0) }.map(\.point)
  }

  /// Whether a point of the map is on a pin that has a marker of its own.
  func isPin(_ id: Pin.ID, atX x: Double, y: Double, of map: Widget) -> Bool {
    guard let pressed = gtk_widget_pick(map, x, y, GTK_PICK_DEFAULT) else { return false }
    return copies(of: id).contains {
      $0.button.pointer == pressed || gtk_widget_is_ancestor(pressed, $0.button.pointer) != 0
    }
  }

  /// Focuses a pin, if it has a marker of its own on the screen.
  func focus(_ id: Pin.ID) -> Bool {
    guard
      let marker = copies(of: id).first(where: { gtk_widget_get_focusable($0.button.pointer) != 0 })
    else { return false }
    return gtk_widget_grab_focus(marker.button.pointer) != 0
  }

  /// The pin of a marker; nil for a group and a draft.
  func pin(of widget: MarkerWidget) -> Pin? { widget.marker.flatMap { pin(of: $0) } }

  /// Shows the pins of a group, to choose one; false if the marker is no group.
  @discardableResult
  func showGroup(at widget: MarkerWidget) -> Bool {
    guard let marker = widget.marker, marker.count > 1 else { return false }
    let pins = places.pins(of: marker).sorted {
      ($0.photoCount == 0 ? 1 : 0, $0.title) < ($1.photoCount == 0 ? 1 : 0, $1.title)
    }
    let photos = card?.photos
    showGallery(
      pins.map { pin in
        Gallery.Item(
          title: pin.title,
          name: Words.name(of: pin),
          picture: {
            guard pin.photoCount > 0 else { return nil }
            return await photos?.pictures(of: pin.id, count: 1, pixels: 2 * Int(Gallery.side)).first
          },
          open: { [layer] in layer.ask(.openAlbum(pin.id)) })
      }, of: marker, at: widget)
    return true
  }

  private func pin(of marker: MapMarker) -> Pin? {
    guard case .pin(let id, _) = marker.id else { return nil }
    return model.pins[id]
  }

  /// The markers of a pin that is in no group, one for each world in the window.
  private func copies(of id: Pin.ID) -> [MarkerWidget] {
    markers.compactMap { key, marker in
      if case .marker(.pin(id, _)) = key { marker } else { nil }
    }
  }
}
