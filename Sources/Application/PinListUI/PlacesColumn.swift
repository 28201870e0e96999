import CAdwaita
import CGLib
import GLibBridge
import MapWidget
package import PinsUI
import Places
package import TouristSession
import TravelModel
package import Widgets

/// The map's page with the list of places beside it; in a narrow window the list covers the map.
package final class PlacesColumn {
  package let widget: Widget

  let session: Session
  let settings: Settings
  private let layout = Layout("places-column")
  private let button: Widget
  private let mapPage: MapPage
  /// The map with the bar above it; the list stands beside or covers it.
  private let content: Widget
  private let breakpoints: Breakpoints
  private let photos: () -> PinPhotos
  // Made when it is first shown, so that the map appears as soon as possible.
  private var pane: PlacesPane?
  private var trips: TripPages?
  /// The pin whose album was opened from the list.
  private var opened: Pin.ID?
  private lazy var follow = Debounce<Void>(for: PlacesColumn.rest) { [weak self] in
    self?.followMap()
  }

  /// How long the map must rest before the list follows it.
  private static let rest = Duration.milliseconds(250)

  package init(
    around mapPage: MapPage, below bar: Widget, button: Widget, session: Session,
    settings: Settings, breakpoints: Breakpoints, photos: @escaping () -> PinPhotos
  ) {
    (widget, self.button) = (layout["flap"], button)
    self.mapPage = mapPage
    content = makeBox(GTK_ORIENTATION_VERTICAL, bar, mapPage.widget)
    self.session = session
    self.settings = settings
    self.breakpoints = breakpoints
    self.photos = photos
    adw_flap_set_content(widget.cast(), content)
    button.on("toggled") { [weak self] in self?.reveal() }
    mapPage.onMoveBegin = { [weak self] in self?.uncoverMap() }
    breakpoints.observe { [weak self] in self?.adapt() }
  }

  package var isShown: Bool { gtk_toggle_button_get_active(button.cast()) != 0 }

  /// Shows and focuses the list, or hides it.
  package func toggle() {
    gtk_toggle_button_set_active(button.cast(), (!isShown).gboolean)
    guard isShown, let pane, let trips else { return }
    trips.isShown ? trips.grabFocus() : pane.grabFocus()
  }

  /// Returns the focus to the row from which an album was opened; false if there is none.
  package func returnFocus() -> Bool {
    guard let opened, isShown, let pane, let trips else { return false }
    self.opened = nil
    if trips.isShown { return trips.grabFocus(at: opened) }
    guard let position = pane.list.rows.firstIndex(of: opened) else { return false }
    pane.view.focusRow(at: position)
    return true
  }

  package func viewChanged() { if isShown { follow(()) } }

  package func applySettings() {
    pane?.applySettings()
    pane?.view.refresh()
  }

  /// Loads the photos of pins again, because albums may have changed.
  package func forgetCovers() {
    pane?.view.forgetCovers()
    trips?.forgetCovers()
  }

  package var hasFocus: Bool { Focus.isIn(layout["holder"]) }

  package var coversMap: Bool { isShown && breakpoints.isNarrow }
}

/// Requests of the list and the trips.
extension PlacesColumn {
  func openAlbum(of pin: Pin.ID) {
    opened = pin
    widget.ask(.openAlbum(pin))
  }

  /// Flies to a pin on the map, which the list may cover; with `onlyIfUnseen`, keeps the zoom, and
  /// the view where that shows the pin.
  func showOnMap(_ pin: Pin, onlyIfUnseen: Bool = false) {
    uncoverMap()
    if onlyIfUnseen { return mapPage.bringIntoSight(pin.coordinate) }
    mapPage.show(PlaceRequest(coordinate: pin.coordinate))
  }

  /// Shows the whole of a trip on the map, which the list may cover.
  func showOnMap(_ trip: Trip) {
    uncoverMap()
    mapPage.show(trip)
  }

  /// Highlights on the map the pin that the pointer is on in the list.
  func point(at pin: Pin?) { mapPage.point(at: isShown && !coversMap ? pin : nil) }

  func openMenu(of pin: Pin, over row: Widget) { mapPage.placeMenu.open(for: pin, over: row) }

  /// Leaves the list for the map, which is beside it or beneath it.
  func leave() {
    if breakpoints.isNarrow { return toggle() }
    mapPage.grabFocus()
  }
}

extension PlacesColumn {
  private func reveal() {
    if isShown, pane == nil { makePane() }
    guard let pane, let trips else { return }
    let hadFocus = Focus.isIn(trips.widget)
    adw_flap_set_reveal_flap(widget.cast(), isShown.gboolean)
    trips.widget.setAccessibleHidden(!isShown)
    pane.list.isShown = isShown
    cover()
    if isShown {
      followMap()
    } else {
      mapPage.point(at: nil)
      if hadFocus { mapPage.grabFocus() }
    }
    // In a narrow window the list is open only for a while; this is not saved.
    if !breakpoints.isNarrow { settings[.placesShown] = isShown }
  }

  /// Lets the list cover the map in a narrow window, or stand beside it in a wide one.
  private func adapt() {
    let isNarrow = breakpoints.isNarrow
    adw_flap_set_fold_policy(
      widget.cast(), isNarrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER)
    let isWanted = isNarrow ? false : settings[.placesShown]
    gtk_toggle_button_set_active(button.cast(), isWanted.gboolean)
    cover()
  }

  private func cover() {
    gtk_widget_set_hexpand(layout["holder"], breakpoints.isNarrow.gboolean)
    guard let trips, let pane else { return }
    pane.view.opensByPress = breakpoints.isNarrow
    trips.opensByPress = breakpoints.isNarrow
    content.setAccessibleHidden(coversMap)
    gtk_widget_set_can_focus(content, (!coversMap).gboolean)
  }

  private func makePane() {
    let list = PinList(
      of: session.map, world: session.world, languages: preferredLanguages(),
      order: settings.placeOrder, isInView: settings[.placesInView])
    let pane = PlacesPane(list: list, in: self, photos: photos())
    mapPage.placeMenu.addActions(to: pane.widget)
    let trips = TripPages(above: pane, in: self, photos: photos())
    adw_bin_set_child(layout["holder"].cast(), trips.widget)
    (self.pane, self.trips) = (pane, trips)
  }

  private func followMap() {
    guard let pane, isShown else { return }
    let area = mapPage.camera.projection.area
    pane.list.follow(WorldArea(x: area.x, y: area.y), middle: mapPage.camera.view.center)
    if pane.list.order == .distance { pane.view.refresh() }
  }

  /// Closes the list if it covers the map; false if it does not.
  @discardableResult
  package func uncoverMap() -> Bool {
    guard coversMap else { return false }
    toggle()
    return true
  }
}
