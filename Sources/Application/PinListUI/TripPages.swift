import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The list of places and the trips, between which a switcher above them chooses.
final class TripPages {
  let widget: Widget
  unowned let column: PlacesColumn

  private unowned let places: PlacesPane
  private let photos: PinPhotos
  private let layout = Layout("places-and-trips")
  /// The list of places and `trips`.
  private let stack: Widget
  /// The list of trips, and the page of a trip.
  private let trips = gtk_stack_new()!
  private lazy var list = TripsPage(self)
  private lazy var page = TripPage(self, photos)
  /// The trip of the open menu, which need not be the opened one.
  private var menuTrip: Trip.ID?
  private var shown: Trip.ID?
  /// The trip opened last, to which the focus returns.
  private var last: Trip.ID?
  private var observer: Observer?

  private var session: Session { column.session }

  init(above places: PlacesPane, in column: PlacesColumn, photos: PinPhotos) {
    (self.places, self.column, self.photos) = (places, column, photos)
    (widget, stack) = (layout["box"], layout["stack"])
    for page in [list.widget, page.widget] { gtk_stack_add_child(trips.cast(), page) }
    gtk_stack_set_transition_type(trips.cast(), GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    for (page, title) in [(places.widget, tr("Places")), (trips, tr("Trips"))] {
      gtk_stack_add_titled(stack.cast(), page, nil, title)
    }
    addActions()
    showPage(list.widget, of: trips)
    showPage(places.widget, of: stack)
    stack.on("notify::visible-child") { [weak self] in self?.pageChanged() }
    observer = Observer(of: { [trips = session.trips] in trips.opened }) { [weak self] _ in
      self?.follow()
    }
  }

  /// Whether a single press on a stop opens its album.
  var opensByPress = false {
    didSet {
      gtk_list_view_set_single_click_activate(
        OpaquePointer(page.list.widget), opensByPress.gboolean)
    }
  }

  /// Whether trips are shown, and not the list of places.
  var isShown: Bool { gtk_stack_get_visible_child(stack.cast()) == trips }

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
    session.trips.open(trip)
    // Updated at once, without waiting for the observer.
    follow()
    page.grabFocus()
  }

  /// Returns from a trip to the list of trips.
  func close() {
    session.trips.opened = nil
    follow()
    column.point(at: nil)
  }

  func leave() { gtk_stack_set_visible_child(stack.cast(), places.widget) }

  func openMenu(of trip: Trip.ID, over row: Widget) {
    menuTrip = trip
    Menus.open("trip", over: row)
  }
}

extension TripPages {
  /// Shows the page of a trip that has been opened, or else the list of trips.
  private func follow() {
    let opened = session.trips.opened
    // An opened trip that is opened again may be behind the list of places.
    guard opened != shown || (opened != nil && !isShown) else { return }
    (last, shown) = (opened ?? last, opened)
    let hadFocus = Focus.isIn(widget)
    showPage(opened == nil ? list.widget : page.widget, of: trips)
    if opened != nil { gtk_stack_set_visible_child(stack.cast(), trips) }
    if hadFocus, isShown { grabFocus() }
  }

  /// Follows a switch between places and trips.
  private func pageChanged() {
    let hadFocus = Focus.isIn(widget)
    showPage(isShown ? trips : places.widget, of: stack)
    if hadFocus { isShown ? grabFocus() : places.grabFocus() }
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
    add("show-on-map") { $0.column.showOnMap($1) }
    add("edit") { pages, trip in
      TripDialog.edit(trip, in: pages.session, over: pages.widget)
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
      if let self, let trip { column.showOnMap(trip) }
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
