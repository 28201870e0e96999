import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The list of places, with the list of trips and the page of a trip above it.
final class TripPages {
  let widget: Widget = gtk_stack_new()!
  unowned let column: PlacesColumn

  private unowned let places: PlacesPane
  private let photos: PinPhotos
  private lazy var list = TripsPage(self)
  private lazy var page = TripPage(self, photos)
  /// The trip of the open menu, which need not be the opened one.
  private var menuTrip: Trip.ID?
  /// The trip opened last, to which the focus returns.
  private var last: Trip.ID?
  private var observer: Observer?

  private var session: Session { column.session }

  init(above places: PlacesPane, in column: PlacesColumn, photos: PinPhotos) {
    (self.places, self.column, self.photos) = (places, column, photos)
    for page in [places.widget, list.widget, page.widget] {
      gtk_stack_add_child(widget.cast(), page)
    }
    gtk_stack_set_transition_type(widget.cast(), GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    addActions()
    showPage(places.widget, of: widget)
    observer = Observer { [weak self] in self?.follow() }
  }

  /// Whether a single press on a stop opens its album.
  var opensByPress = false {
    didSet {
      gtk_list_view_set_single_click_activate(
        OpaquePointer(page.list.widget), opensByPress.gboolean)
    }
  }

  /// Whether trips are shown, and not the list of places.
  var isShown: Bool { gtk_stack_get_visible_child(widget.cast()) != places.widget }

  /// Shows and focuses the list of trips.
  func show() {
    showPage(list.widget, of: widget)
    list.grabFocus()
  }

  func grabFocus() {
    session.trips.opened == nil ? list.grabFocus(at: last) : page.grabFocus()
  }

  /// Focuses the stop at a pin; false if there is none.
  func grabFocus(at pin: Pin.ID) -> Bool {
    guard let stop = page.list.stops.firstIndex(where: { $0.pin.id == pin }) else { return false }
    page.list.focusRow(at: stop)
    return true
  }

  func forgetCovers() { page.list.forgetCovers() }

  func open(_ trip: Trip.ID) {
    session.trips.opened = trip
    // Updated at once, without waiting for the observer.
    follow()
    page.grabFocus()
    if let trip = session.trips[trip] { showAll(trip) }
  }

  /// Returns from a trip to the list of trips.
  func close() {
    session.trips.opened = nil
    follow()
    column.point(at: nil)
  }

  /// Returns to the list of places.
  func leave() {
    showPage(places.widget, of: widget)
    places.grabFocus()
  }

  /// Shows a trip on the map, which the list may cover.
  func showOnMap(_ trip: Trip) {
    column.uncoverMap()
    showAll(trip)
  }

  func openMenu(of trip: Trip.ID, over row: Widget) {
    menuTrip = trip
    Menus.open("trip", over: row)
  }
}

extension TripPages {
  /// Shows the page of the opened trip, or else the list.
  private func follow() {
    let opened = session.trips.opened
    defer { last = opened ?? last }
    if opened != nil {
      guard opened != last || gtk_stack_get_visible_child(widget.cast()) == list.widget else {
        return
      }
      let hadFocus = Focus.isIn(widget)
      showPage(page.widget, of: widget)
      if hadFocus { page.grabFocus() }
    } else if gtk_stack_get_visible_child(widget.cast()) == page.widget {
      let hadFocus = Focus.isIn(widget)
      showPage(list.widget, of: widget)
      if hadFocus { list.grabFocus(at: last) }
    }
  }

  private func showAll(_ trip: Trip) {
    let pins = session.trips.pins(of: trip).map(\.coordinate)
    column.showOnMap(all: pins + session.trips.line(of: trip).legs.flatMap(\.places))
  }

  private func addActions() {
    let group = g_simple_action_group_new()!
    func add(_ name: String, _ perform: @escaping (TripPages, Trip) -> Void) {
      group.addAction(name) { [weak self] in
        guard let self, let trip = (session.trips.opened ?? menuTrip).flatMap({ session.trips[$0] })
        else { return }
        perform(self, trip)
      }
    }
    add("show-on-map") { $0.showOnMap($1) }
    add("edit") { pages, trip in
      TripDialog.show(tr("Edit Trip"), of: trip.details, over: pages.widget) {
        [widget = pages.widget, session = pages.session] details in
        widget.changeLibrary { try await session.change(trip.id) { $0.details = details } }
      }
    }
    add("export") { $0.widget.ask(.exportTrip($1.id)) }
    add("remove") { pages, trip in
      pages.widget.changeLibrary { [session = pages.session] in
        try await session.removeTrip(trip.id)
      }
    }
    gtk_widget_insert_action_group(widget, "trip", group.cast())
    g_object_unref(group.raw)
  }
}

/// The page of one trip: its stops in their order, and how far they are from each other.
final class TripPage {
  let widget: Widget
  private(set) lazy var list = StopList(self, photos)
  var column: PlacesColumn { pages.column }

  private unowned let pages: TripPages
  private let photos: PinPhotos
  private let layout = Layout("trip")
  /// The stop to focus after the stops have changed.
  private var nextFocus: Int?
  /// The stop of the open menu.
  private var menuStop: Int?
  private var observer: Observer?

  private var session: Session { column.session }

  init(_ pages: TripPages, _ photos: PinPhotos) {
    (self.pages, self.photos) = (pages, photos)
    widget = layout["pane"]
    gtk_scrolled_window_set_child(layout["scroller"].cast(), list.widget)
    Menus.give("trip", to: layout["menu"])
    layout["back"].on("clicked") { [weak pages] in pages?.close() }
    layout["show"].on("clicked") { [weak self] in
      if let self, let trip { self.pages.showOnMap(trip) }
    }
    addActions()
    widget.addKeys { [weak pages] (_: TripsKey) in
      pages?.close()
      return true
    }
    observer = Observer { [weak self] in self?.showTrip() }
  }

  /// Focuses the first stop of the opened trip.
  func grabFocus() {
    // The observer may not have run yet.
    showTrip()
    list.stops.isEmpty ? _ = gtk_widget_grab_focus(layout["back"]) : list.focusRow(at: 0)
  }

  /// Moves a stop to the place of another one.
  func move(_ stop: Int, to place: Int) {
    change(focusing: place) { session, trip in
      try await session.moveStop(stop, to: place, of: trip)
    }
  }

  func remove(_ stop: Int) {
    change(focusing: stop) { session, trip in try await session.removeStop(stop, of: trip) }
  }

  func openMenu(of stop: Int, over row: Widget) {
    menuStop = stop
    Menus.open("stop", over: row)
  }

  private var trip: Trip? { session.trips.opened.flatMap { session.trips[$0] } }

  private func showTrip() {
    let model = session.trips
    guard let trip else { return list.show([]) }
    let (pins, line) = (model.pins(of: trip), model.line(of: trip))
    gtk_label_set_label(layout["title"].cast(), trip.details.name)
    let detail = Words.detail(of: trip, pins: pins.count, length: line.length)
    gtk_label_set_label(layout["detail"].cast(), detail)
    widget.setAccessibleName(trip.details.name)
    list.show(
      pins.enumerated().map { place, pin in
        StopList.Stop(pin: pin, distance: place > 0 ? line.legs[place - 1].length : nil)
      })
    showPage(layout[pins.isEmpty ? "empty" : "scroller"], of: layout["pages"])
    gtk_widget_set_sensitive(layout["show"], (!pins.isEmpty).gboolean)
    if let place = nextFocus {
      nextFocus = nil
      pins.isEmpty ? grabFocus() : list.focusRow(at: min(place, pins.count - 1))
    }
  }

  private func change(
    focusing place: Int, _ change: @escaping (Session, Trip.ID) async throws -> Void
  ) {
    guard let trip = session.trips.opened else { return }
    // A drag does not move the focus.
    let hasFocus = Focus.isIn(list.widget)
    widget.changeLibrary { [weak self, session] in
      if hasFocus { self?.nextFocus = place }
      try await change(session, trip)
    }
  }

  private func addActions() {
    let group = g_simple_action_group_new()!
    func add(_ name: String, _ perform: @escaping (TripPage, Int) -> Void) {
      group.addAction(name) { [weak self] in
        if let self, let menuStop, list.stops.indices.contains(menuStop) { perform(self, menuStop) }
      }
    }
    add("open") { $0.list.open($1) }
    for (name, key) in [
      ("show-on-map", StopKey.showOnMap), ("move-up", .moveUp), ("move-down", .moveDown),
      ("remove", .remove),
    ] {
      add(name) { $0.list.perform(key, at: $1) }
    }
    gtk_widget_insert_action_group(widget, "stop", group.cast())
    g_object_unref(group.raw)
  }
}
