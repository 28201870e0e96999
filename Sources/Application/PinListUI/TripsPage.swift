import CAdwaita
import GLibBridge
import MapDrawing
import MapWidget
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The list of trips.
final class TripsPage {
  let widget: Widget

  private unowned let pages: TripPages
  private let layout = Layout("trips")
  private let list: Widget
  /// The rows as shown, the newest trip first.
  private var rows: [TripRow] = []
  private var observer: Observer?

  private var session: Session { pages.column.session }

  init(_ pages: TripPages) {
    self.pages = pages
    (widget, list) = (layout["pane"], layout["list"])
    list.setAccessibleName(tr("Trips"))
    list.on("row-activated") { [weak self] (row: Widget) in
      guard let self, let row = rows.first(where: { $0.widget == row }) else { return }
      pages.open(row.trip.id)
    }
    for name in ["new", "first"] {
      layout[name].on("clicked") { [widget, session] in
        TripDialog.show(in: session, over: widget)
      }
    }
    layout["retry"].on("clicked") { [session] in Task { await session.retryReading() } }
    addKeys()
    observer = Observer { [weak self] in self?.showTrips() }
  }

  /// Focuses a trip in the list, or the first one.
  func grabFocus(at trip: Trip.ID? = nil) {
    let row = rows.first { $0.trip.id == trip } ?? rows.first
    gtk_widget_grab_focus(row?.widget ?? layout["first"])
  }

  private func showTrips() {
    let model = session.trips
    let trips = Array(model.trips.reversed())
    let (hadFocus, focused) = (Focus.isIn(list), focused?.trip.id)
    while rows.count > trips.count {
      gtk_list_box_remove(list.cast(), rows.removeLast().widget)
    }
    while rows.count < trips.count { append(TripRow(trips[rows.count])) }
    for (row, trip) in zip(rows, trips) {
      row.show(
        trip,
        detail: Words.detail(
          of: trip, pins: model.pins(of: trip).count, length: model.line(of: trip).length))
    }
    let page = model.readingFailure != nil ? "unread" : trips.isEmpty ? "empty" : "scroller"
    showPage(layout[page], of: layout["pages"])
    if let error = model.readingFailure {
      adw_status_page_set_description(layout["unread"].cast(), Words.sentence(for: error))
    }
    let count = tr(
      "{number} trip", plural: "{number} trips", count: trips.count,
      ["number": Words.number(trips.count)])
    gtk_label_set_label(layout["count"].cast(), trips.isEmpty ? "" : count)
    // The focus stays with its trip, which may have another row now.
    if !Focus.isInPopover(of: list), let row = rows.first(where: { $0.trip.id == focused }) {
      if !Focus.isIn(row.widget) { gtk_widget_grab_focus(row.widget) }
    } else if hadFocus, !Focus.isIn(list) {
      gtk_widget_grab_focus(rows.last?.widget ?? layout["first"])
    }
  }

  private var focused: TripRow? { rows.first { Focus.isIn($0.widget) } }

  private func append(_ row: TripRow) {
    rows.append(row)
    gtk_list_box_append(list.cast(), row.widget)
    let press = row.widget.addController(gtk_gesture_click_new(), button: GDK_BUTTON_SECONDARY)
    press.on("pressed") { [weak self, weak row] in
      guard let row else { return }
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
      gtk_widget_grab_focus(row.widget)
      self?.pages.openMenu(of: row.trip.id, over: row.widget)
    }
  }

  private func addKeys() {
    list.addKeys(capturing: true) { [weak self] (key: TripRowKey) in
      guard let self, let focused, !Focus.isInPopover(of: list) else { return false }
      switch key {
      case .showOnMap: pages.column.showOnMap(focused.trip)
      case .remove:
        let id = focused.trip.id
        widget.changeLibrary { [session] in try await session.removeTrip(id) }
      case .menu: pages.openMenu(of: focused.trip.id, over: focused.widget)
      }
      return true
    }
    widget.addKeys { [weak self] (_: TripsKey) in
      self?.pages.leave()
      return true
    }
  }
}

/// A row of the list of trips: its colour, its name and details.
private final class TripRow {
  let widget: Widget = gtk_list_box_row_new()!
  private(set) var trip: Trip

  private let dot = gtk_image_new()!
  private let title = makeLabel()
  private let detail = makeLabel()

  init(_ trip: Trip) {
    self.trip = trip
    let texts = PlaceRow.makeTexts(title, detail)
    let content = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 12, dot, texts)
    gtk_list_box_row_set_child(widget.cast(), content)
    content.setAccessibleHidden(true)
    widget.on("destroy") { [widget] in detachPopovers(of: widget) }
  }

  func show(_ trip: Trip, detail text: String) {
    self.trip = trip
    gtk_label_set_label(title.cast(), trip.details.name)
    gtk_label_set_label(detail.cast(), text)
    widget.setAccessibleName(trip.details.name)
    widget.setAccessibleDescription(text)
    let scale = max(1, gtk_widget_get_scale_factor(dot))
    let texture = TripRow.makeDot(trip.details.color, scale: scale)
    gtk_image_set_from_paintable(dot.cast(), texture.pointer)
    gtk_image_set_pixel_size(dot.cast(), TripRow.side)
  }

  /// The side of the colour's square, in pixels.
  private static let side: Int32 = 16

  private static func makeDot(_ color: PinColor?, scale: Int32) -> Ref<OpaquePointer> {
    let side = Int(side * scale)
    let painting = Painting(width: side, height: side, CAIRO_FORMAT_ARGB32)
    MapColor(color).use(in: painting.cairo)
    let middle = Double(side) / 2
    cairo_arc(painting.cairo, middle, middle, middle * 0.8, 0, 2 * .pi)
    cairo_fill(painting.cairo)
    return makeTexture(of: painting.surface)
  }
}
