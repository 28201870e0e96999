import CAdwaita
import CGLib
import GLibBridge
package import PinsUI
import Places
package import TouristSession
import TravelModel
package import Widgets

/// The list of places: its rows, and what keys and pointer do to them.
package final class PlaceListView {
  package let widget: Widget
  let rows: PlaceRows
  /// The pane around it, which performs what rows cannot do by themselves.
  weak var pane: PlacesPane?

  /// Whether a single press on a row opens its album, because no map beside the list would show the
  /// place.
  var opensByPress = false

  private let list: PinList
  private let model: Ref<OpaquePointer>
  private let cells: CellList<PlaceRow>
  private var observer: Observer?

  package init(of list: PinList, _ photos: PinPhotos) {
    self.list = list
    rows = PlaceRows(of: list)
    model = Ref(adopting: rows.model)
    // The view takes over the reference.
    g_object_ref(model.pointer.raw)
    cells = CellList(of: model.pointer) { PlaceRow(photos) }
    widget = cells.widget
    widget.setAccessibleName(tr("Places"))
    cells.connect(
      setUp: { [weak self] in $0.isSelecting = self?.isSelecting ?? false },
      show: { [weak self] in self?.show(in: $0) })
    connect()
    addPresses()
    addKeys()
    rows.view = self
    list.onPinChange = { [weak self] in self?.refresh($0) }
    observer = Observer(of: { DistanceUnits.shared.areMiles }) { [weak self] _ in self?.refresh() }
  }

  var focused: Pin? { cells.focused?.pin }

  /// Whether rows have check boxes, and presses on them open nothing.
  var isSelecting: Bool {
    get { rows.isSelecting }
    set {
      guard newValue != rows.isSelecting else { return }
      // A press selects its row; only several selected rows are the user's choice.
      if !newValue || rows.chosen.count < 2 { selectNone() }
      rows.isSelecting = newValue
      for cell in cells.all { cell.isSelecting = newValue }
    }
  }

  func selectNone() { gtk_selection_model_unselect_all(model.pointer) }

  /// The selected pins, or else the focused one.
  var chosen: [Pin.ID] {
    let chosen = rows.chosen
    return chosen.isEmpty && !isSelecting ? [focused?.id].compactMap { $0 } : chosen
  }

  /// Updates the text of the row of a pin, or of all rows.
  func refresh(_ id: Pin.ID? = nil) {
    for cell in cells.all {
      guard let shown = cell.pin, id == nil || shown.id == id, let pin = list.pin(shown.id) else {
        continue
      }
      show(pin, in: cell)
    }
  }

  func forgetCovers() { cells.forgetCovers() }

  /// Brings the first row into sight.
  func scrollToTop() { cells.scroll(to: 0) }

  /// Focuses a row, once it is laid out.
  func focusRow(at position: Int) {
    guard list.rows.indices.contains(position) else { return }
    if position > 0 { rows.haveAll() }
    gtk_selection_model_select_item(model.pointer, guint(position), 1)
    cells.grabFocus(at: position)
  }

  /// Updates the highlighted pin after the rows have changed.
  func tellPointed() { pane?.column.point(at: cells.pointed) }
}

extension PlaceListView {
  private func connect() {
    cells.onActivate = { [weak self] position in
      if let self, position < list.rows.count { open(position) }
    }
    cells.onMenu = { [weak self] in
      if let pin = $0.pin { self?.pane?.column.openMenu(of: pin, over: $0.widget) }
    }
    cells.onPoint = { [weak self] in self?.tellPointed() }
  }

  /// Opens the album of a row, or adds the row to the selection.
  private func open(_ position: Int) {
    isSelecting ? rows.toggle(position) : pane?.column.openAlbum(of: list.rows[position])
  }

  /// Lets a cell show the pin at its position.
  private func show(in cell: PlaceRow) {
    guard let position = cell.position, position < list.rows.count,
      let pin = list.pin(list.rows[position])
    else { return }
    show(pin, in: cell)
  }

  /// Lets rows show the pins that are now at their positions; if that includes the first row, the
  /// list scrolls to its top.
  func showOthers(at range: Range<Int>) {
    for cell in cells.all where cell.position.map(range.contains) == true { show(in: cell) }
    if range.lowerBound == 0 {
      gtk_adjustment_set_value(gtk_scrollable_get_vadjustment(OpaquePointer(widget)), 0)
    }
  }

  private func show(_ pin: Pin, in cell: PlaceRow) {
    guard let position = cell.position else { return }
    let (place, distance) = (list.place(of: pin), list.distance(of: pin))
    cell.show(
      pin, detail: Words.detail(of: pin, list.stock(of: pin), in: place, distance: distance),
      description: Words.description(of: pin, in: place, distance: distance),
      position: position + 1, of: list.rows.count)
  }

  /// Lets a press show a place on the map or open its album, and a long press start selecting
  /// several rows without a keyboard; further presses add to them.
  private func addPresses() {
    let hold = widget.addController(
      gtk_gesture_long_press_new(), button: GDK_BUTTON_PRIMARY, capturing: true)
    hold.on("pressed") { [weak self] (x: Double, y: Double) in
      guard let self, !isSelecting, !Focus.isInPopover(of: widget),
        let position = position(x: x, y: y)
      else { return }
      gtk_gesture_set_state(hold, GTK_EVENT_SEQUENCE_CLAIMED)
      selectNone()
      pane?.select(true)
      rows.toggle(position)
    }
    let press = widget.addController(gtk_gesture_click_new(), capturing: true)
    press.on("pressed") { [weak self] (count: Int32, _: Double, _: Double) in
      // A second press would open an album.
      guard let self, isSelecting, count > 1 else { return }
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
    }
    press.on("released") { [weak self] (count: Int32, x: Double, y: Double) in
      let held = gtk_event_controller_get_current_event_state(press).rawValue
      guard let self, isSelecting || count == 1, !Focus.isInPopover(of: widget),
        held & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue) == 0,
        let position = position(x: x, y: y)
      else { return }
      guard isSelecting || opensByPress else { return showOnMap(list.rows[position]) }
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
      open(position)
    }
  }

  private func position(x: Double, y: Double) -> Int? {
    cells.position(x: x, y: y).flatMap { $0 < list.rows.count ? $0 : nil }
  }

  /// Shows on the map the place of a row that is pressed.
  ///
  /// The map moves only if it must where its movement would change the list under the pointer.
  private func showOnMap(_ id: Pin.ID) {
    guard let pin = list.pin(id) else { return }
    let followsMap = list.isInView || list.order == .distance
    pane?.column.showOnMap(pin, onlyIfUnseen: followsMap)
  }

  private func addKeys() {
    widget.addKeys(capturing: true) { [weak self] (key: PlaceRowKey) in
      guard let self, !Focus.isInPopover(of: widget) else { return false }
      switch key {
      case .showOnMap:
        guard let focused else { return false }
        pane?.column.showOnMap(focused)
      case .remove:
        let chosen = chosen
        guard !chosen.isEmpty else { return false }
        pane?.remove(chosen)
      case .select:
        guard isSelecting, let place = focused.flatMap({ list.rows.firstIndex(of: $0.id) }) else {
          return false
        }
        rows.toggle(place)
      case .menu:
        guard let cell = cells.focused else { return false }
        cells.openMenu(of: cell)
      }
      return true
    }
  }
}
