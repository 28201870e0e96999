import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The page of one trip: its stops in their order, and how far they are from each other.
final class TripPage {
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
    add("show-on-map") { $0.list.onShowOnMap($0.list.stops[$1].pin) }
    add("move-up") { if $1 > 0 { $0.list.onMove($1, $1 - 1) } }
    add("move-down") { if $1 + 1 < $0.list.stops.count { $0.list.onMove($1, $1 + 1) } }
    add("remove") { $0.list.onRemove($1) }
    gtk_widget_insert_action_group(widget, "stop", group.cast())
    g_object_unref(group.raw)
  }
}
