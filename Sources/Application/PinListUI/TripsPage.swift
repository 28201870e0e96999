import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The list of trips.
final class TripsPage {
  let widget: Widget
  /// Called when a trip is to be opened.
  var onOpen: (Trip.ID) -> Void = { _ in }
  var onShowOnMap: (Trip) -> Void = { _ in }
  /// Called with a trip and the row at which its menu is to open.
  var onMenu: (Trip.ID, Widget) -> Void = { _, _ in }
  var onLeave: () -> Void = {}

  private let layout = Layout("trips")
  private let session: Session
  private let list: Widget
  /// The newest trip first, as they are shown.
  private var rows: [TripRow] = []
  private var observer: Observer?

  init(session: Session) {
    self.session = session
    (widget, list) = (layout["pane"], layout["list"])
    list.setAccessibleName(tr("Trips"))
    list.on("row-activated") { [weak self] (row: Widget) in
      if let trip = self?.trip(of: row) { self?.onOpen(trip) }
    }
    for name in ["new", "first"] {
      layout[name].on("clicked") { [weak self] in self?.makeTrip() }
    }
    layout["retry"].on("clicked") { Task { await session.retryReading() } }
    layout["back"].on("clicked") { [weak self] in self?.onLeave() }
    addKeys()
    observer = Observer { [weak self] in self?.showTrips() }
  }

  /// Gives the keyboard to the list, or to a trip in it.
  func takeFocus(at trip: Trip.ID? = nil) {
    let row = rows.first { $0.trip.id == trip } ?? rows.first
    gtk_widget_grab_focus(row?.widget ?? layout["first"])
  }

  private func showTrips() {
    let model = session.trips
    let trips = Array(model.trips.reversed())
    let focused = rows.firstIndex { Focus.isIn($0.widget) }
    var known = Dictionary(uniqueKeysWithValues: rows.map { ($0.trip.id, $0) })
    let before = rows.map(\.trip.id)
    let kept = Set(trips.map(\.id))
    for row in rows where !kept.contains(row.trip.id) {
      gtk_list_box_remove(list.cast(), row.widget)
    }
    rows = []
    for (place, trip) in trips.enumerated() {
      let row = known.removeValue(forKey: trip.id) ?? TripRow(trip)
      row.show(
        trip,
        detail: Words.detail(
          of: trip, pins: model.pins(of: trip).count, length: model.line(of: trip).length))
      if gtk_widget_get_parent(row.widget) == nil {
        gtk_list_box_insert(list.cast(), row.widget, Int32(place))
        addMenu(to: row)
      }
      rows.append(row)
    }
    let page = model.readingFailure != nil ? "unread" : trips.isEmpty ? "empty" : "scroller"
    gtk_stack_set_visible_child(layout["pages"].cast(), layout[page])
    for name in ["unread", "empty", "scroller"] { layout[name].setAccessibleHidden(name != page) }
    if let error = model.readingFailure {
      adw_status_page_set_description(layout["unread"].cast(), Words.sentence(for: error))
    }
    gtk_label_set_label(
      layout["count"].cast(), trips.isEmpty ? tr("Trips") : Words.tripsCounted(trips.count))
    if let focused, before != rows.map(\.trip.id), !Focus.isIn(list) {
      gtk_widget_grab_focus(
        rows.isEmpty ? layout["first"] : rows[min(focused, rows.count - 1)].widget)
    }
  }

  private func makeTrip() {
    TripDialog.show(tr("New Trip"), of: TripDetails(name: tr("New Trip")), over: widget) {
      [widget, session, weak self] details in
      widget.changeLibrary {
        let made = try await session.makeTrip(details)
        self?.onOpen(made.id)
      }
    }
  }

  private func trip(of row: Widget) -> Trip.ID? { rows.first { $0.widget == row }?.trip.id }

  private var focused: TripRow? { rows.first { Focus.isIn($0.widget) } }

  private func addMenu(to row: TripRow) {
    let press = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(press.cast(), guint(GDK_BUTTON_SECONDARY))
    press.on("pressed") { [weak self, weak row] in
      guard let row else { return }
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
      gtk_widget_grab_focus(row.widget)
      self?.onMenu(row.trip.id, row.widget)
    }
    gtk_widget_add_controller(row.widget, press.cast())
  }

  private func addKeys() {
    list.addKeys(capturing: true) { [weak self] (key: TripRowKey) in
      guard let self, let focused, !Focus.isInPopover(of: list) else { return false }
      switch key {
      case .showOnMap: onShowOnMap(focused.trip)
      case .remove:
        let id = focused.trip.id
        widget.changeLibrary { [session] in try await session.removeTrip(id) }
      case .menu: onMenu(focused.trip.id, focused.widget)
      }
      return true
    }
    widget.addKeys { [weak self] (_: TripsKey) in
      self?.onLeave()
      return true
    }
  }
}
