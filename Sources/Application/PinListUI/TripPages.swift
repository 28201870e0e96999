import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The list of places, and above it the list of trips and the page of one.
final class TripPages {
  let widget: Widget = gtk_stack_new()!
  var onOpenAlbum: (Pin.ID) -> Void = { _ in }
  var onShowOnMap: (Pin) -> Void = { _ in }
  /// Called with all places along a trip that are to be seen, and whether a list that covers the map
  /// is to go.
  var onShowAll: ([Coordinate], _ uncovers: Bool) -> Void = { _, _ in }
  var onPoint: (Pin?) -> Void = { _ in }
  var onExport: (Trip.ID) -> Void = { _ in }
  /// Called when the list of places shows again.
  var onLeave: () -> Void = {}

  private let places: Widget
  private let session: Session
  private let list: TripsPage
  private let page: TripPage
  /// The trip that a menu is about, which need not be opened.
  private var menuTrip: Trip.ID?
  /// The trip that was opened last, to which the keyboard goes back.
  private var last: Trip.ID?
  private var observer: Observer?

  init(below places: Widget, session: Session, photos: PinPhotos) {
    (self.places, self.session) = (places, session)
    list = TripsPage(session: session)
    page = TripPage(session: session, photos: photos)
    for page in [places, list.widget, page.widget] { gtk_stack_add_child(widget.cast(), page) }
    gtk_stack_set_transition_type(widget.cast(), GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    list.onOpen = { [weak self] in self?.open($0) }
    list.onShowOnMap = { [weak self] in self?.showAll($0, uncovers: true) }
    list.onMenu = { [weak self] in self?.openMenu(of: $0, over: $1) }
    list.onLeave = { [weak self] in self?.leave() }
    page.onLeave = { [weak self] in self?.close() }
    page.onShowAll = { [weak self] in self?.showAll(uncovers: true) }
    page.list.onOpen = { [weak self] in self?.onOpenAlbum($0) }
    page.list.onShowOnMap = { [weak self] in self?.onShowOnMap($0) }
    page.list.onPoint = { [weak self] in self?.onPoint($0) }
    addActions()
    show(places)
    observer = Observer { [weak self] in self?.follow() }
  }

  /// Whether one press on a stop opens its album.
  var opensByPress = false {
    didSet {
      gtk_list_view_set_single_click_activate(
        OpaquePointer(page.list.widget), opensByPress.gboolean)
    }
  }

  /// Whether trips are shown, and not the list of places.
  var isShown: Bool { gtk_stack_get_visible_child(widget.cast()) != places }

  /// Shows the list of trips and gives it the keyboard.
  func show() {
    show(list.widget)
    list.takeFocus()
  }

  func takeFocus() {
    session.trips.opened == nil ? list.takeFocus(at: last) : page.takeFocus()
  }

  /// Gives the keyboard to the stop at a pin; false where there is none.
  func takeFocus(at pin: Pin.ID) -> Bool {
    guard let stop = page.list.stops.firstIndex(where: { $0.pin.id == pin }) else { return false }
    page.list.focusRow(at: stop)
    return true
  }

  func forgetCovers() { page.list.forgetCovers() }
}

extension TripPages {
  private func show(_ shown: Widget) {
    gtk_stack_set_visible_child(widget.cast(), shown)
    for page in [places, list.widget, page.widget] { page.setAccessibleHidden(page != shown) }
  }

  private func open(_ trip: Trip.ID) {
    session.trips.opened = trip
    // What follows is done at once, and not when the observer comes to it.
    follow()
    page.takeFocus()
    showAll(uncovers: false)
  }

  /// Shows the page of the trip that is opened, or else the list.
  private func follow() {
    let opened = session.trips.opened
    defer { last = opened ?? last }
    if opened != nil {
      guard opened != last || gtk_stack_get_visible_child(widget.cast()) == list.widget else {
        return
      }
      let hadFocus = Focus.isIn(widget)
      show(page.widget)
      if hadFocus { page.takeFocus() }
    } else if gtk_stack_get_visible_child(widget.cast()) == page.widget {
      let hadFocus = Focus.isIn(widget)
      show(list.widget)
      if hadFocus { list.takeFocus(at: last) }
    }
  }

  private func close() {
    session.trips.opened = nil
    follow()
    onPoint(nil)
  }

  private func leave() {
    show(places)
    onLeave()
  }

  private func showAll(uncovers: Bool) {
    guard let trip = session.trips.opened.flatMap({ session.trips[$0] }) else { return }
    showAll(trip, uncovers: uncovers)
  }

  private func showAll(_ trip: Trip, uncovers: Bool) {
    let pins = session.trips.pins(of: trip).map(\.coordinate)
    onShowAll(pins + session.trips.line(of: trip).legs.flatMap(\.places), uncovers)
  }

  private func openMenu(of trip: Trip.ID, over row: Widget) {
    menuTrip = trip
    Menus.open("trip", over: row)
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
    add("show-on-map") { $0.showAll($1, uncovers: true) }
    add("edit") { pages, trip in
      TripDialog.show(tr("Edit Trip"), of: trip.details, over: pages.widget) {
        [widget = pages.widget, session = pages.session] details in
        widget.changeLibrary { try await session.change(trip.id) { $0.details = details } }
      }
    }
    add("export") { $0.onExport($1.id) }
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
private final class TripPage {
  let widget: Widget
  let list: StopList
  var onLeave: () -> Void = {}
  var onShowAll: () -> Void = {}

  private let layout = Layout("trip")
  private let session: Session
  /// The row that has the keyboard when the stops have changed.
  private var goesOnAt: Int?
  /// The stop that the open menu is about.
  private var menuStop: Int?
  private var observer: Observer?

  init(session: Session, photos: PinPhotos) {
    self.session = session
    widget = layout["pane"]
    list = StopList(photos)
    gtk_scrolled_window_set_child(layout["scroller"].cast(), list.widget)
    Menus.give("trip", to: layout["menu"])
    layout["back"].on("clicked") { [weak self] in self?.onLeave() }
    layout["show"].on("clicked") { [weak self] in self?.onShowAll() }
    list.onMove = { [weak self] from, place in
      self?.change(goingOnAt: place) { session, trip in
        try await session.moveStop(from, to: place, of: trip)
      }
    }
    list.onRemove = { [weak self] stop in
      self?.change(goingOnAt: stop) { session, trip in
        try await session.removeStop(stop, of: trip)
      }
    }
    list.onMenu = { [weak self] in self?.openMenu(of: $0, over: $1) }
    addActions()
    widget.addKeys { [weak self] (_: TripsKey) in
      self?.onLeave()
      return true
    }
    observer = Observer { [weak self] in self?.showTrip() }
  }

  /// Gives the keyboard to the first stop of the trip that is opened.
  func takeFocus() {
    // The observer may not have come to it yet.
    showTrip()
    list.stops.isEmpty ? _ = gtk_widget_grab_focus(layout["back"]) : list.focusRow(at: 0)
  }

  private func showTrip() {
    let model = session.trips
    guard let trip = model.opened.flatMap({ model[$0] }) else { return list.show([]) }
    let (pins, line) = (model.pins(of: trip), model.line(of: trip))
    gtk_label_set_label(layout["title"].cast(), trip.details.name)
    let detail = Words.detail(of: trip, pins: pins.count, length: line.length)
    gtk_label_set_label(layout["detail"].cast(), detail)
    widget.setAccessibleName(trip.details.name)
    list.show(
      pins.enumerated().map { place, pin in
        StopList.Stop(pin: pin, distance: place > 0 ? line.legs[place - 1].length : nil)
      })
    let page = pins.isEmpty ? "empty" : "scroller"
    gtk_stack_set_visible_child(layout["pages"].cast(), layout[page])
    for name in ["empty", "scroller"] { layout[name].setAccessibleHidden(name != page) }
    gtk_widget_set_sensitive(layout["show"], (!pins.isEmpty).gboolean)
    if let place = goesOnAt {
      goesOnAt = nil
      pins.isEmpty ? takeFocus() : list.focusRow(at: min(place, pins.count - 1))
    }
  }

  private func change(
    goingOnAt place: Int, _ change: @escaping (Session, Trip.ID) async throws -> Void
  ) {
    guard let trip = session.trips.opened else { return }
    // A drag leaves the keyboard where it was.
    let hasFocus = Focus.isIn(list.widget)
    widget.changeLibrary { [weak self, session] in
      if hasFocus { self?.goesOnAt = place }
      try await change(session, trip)
    }
  }

  private func openMenu(of stop: Int, over row: Widget) {
    menuStop = stop
    Menus.open("stop", over: row)
  }

  private func addActions() {
    let group = g_simple_action_group_new()!
    func add(_ name: String, _ perform: @escaping (TripPage, Int) -> Void) {
      group.addAction(name) { [weak self] in
        if let self, let menuStop, list.stops.indices.contains(menuStop) { perform(self, menuStop) }
      }
    }
    add("open") { $0.list.onOpen($0.list.stops[$1].pin.id) }
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
