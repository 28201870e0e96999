import CAdwaita
import CGLib
import GLibBridge
package import PinsUI
package import TouristSession
import TravelModel
package import Widgets

/// The list of places as a widget: its rows, and what keys and pointer do to them.
package final class PlaceListView {
  package let widget: Widget
  let rows: PlaceRows
  /// Called when a pin's album is to be opened.
  var onOpen: (Pin.ID) -> Void = { _ in }
  var onShowOnMap: (Pin) -> Void = { _ in }
  var onRemove: ([Pin.ID]) -> Void = { _ in }
  /// Called with a pin, and the row at which its menu is to open.
  var onMenu: (Pin, Widget) -> Void = { _, _ in }
  /// Called when a long press has selected a row, and others are to be selected besides it.
  var onSelect: () -> Void = {}
  /// Called when the pointer or the keyboard comes to a row, or leaves all.
  var onPoint: (Pin?) -> Void = { _ in }

  /// Whether one press on a row opens its album, where no map beside the list shows what is selected.
  var opensByPress = false

  private let list: PinList
  private let model: Ref<OpaquePointer>
  private let photos: PinPhotos
  private var cells: [UnsafeMutableRawPointer: PlaceRow] = [:]
  private weak var hovered: PlaceRow?

  package init(of list: PinList, _ photos: PinPhotos) {
    self.list = list
    self.photos = photos
    (model, rows) = PlaceRows.makeModel(of: list)
    let factory = gtk_signal_list_item_factory_new()!
    // The view takes over the reference.
    g_object_ref(model.pointer.raw)
    widget = ItemList.make(of: model.pointer, by: factory)
    widget.addClass("places-list")
    widget.setAccessibleName(tr("Places"))
    NewerToolkit.letArrowsMove(in: widget)
    connect(factory)
    addPresses()
    addKeys()
    rows.onReplace = { [weak self] in self?.showOthers(at: $0) }
    rows.atNextFrame = { [widget] work in Widgets.atNextFrame(of: widget) { work() } }
    list.onPinChange = { [weak self] in self?.refresh($0) }
  }

  /// The pin of the row that has the keyboard.
  var focused: Pin? { focusedCell?.pin }

  /// Whether a press on a row selects it besides others, and opens nothing.
  var isSelecting: Bool {
    get { rows.isSelecting }
    set {
      guard newValue != rows.isSelecting else { return }
      rows.isSelecting = newValue
      if !newValue { selectNone() }
    }
  }

  func selectNone() { gtk_selection_model_unselect_all(model.pointer) }

  /// The selected pins, or else the one that has the keyboard.
  var chosen: [Pin.ID] {
    let chosen = rows.chosen
    return chosen.isEmpty && !isSelecting ? [focused?.id].compactMap { $0 } : chosen
  }

  /// Writes what rows say anew, of one pin or of all.
  func refresh(_ id: Pin.ID? = nil) {
    for cell in cells.values {
      guard let shown = cell.pin, id == nil || shown.id == id, let pin = list.pin(shown.id) else {
        continue
      }
      cell.take(pin)
    }
  }

  func forgetCovers() {
    for cell in cells.values { cell.forgetCover() }
  }

  /// Brings a row into sight.
  func scroll(to position: Int) {
    guard position < list.rows.count else { return }
    if position > 0 { rows.haveAll() }
    let place = g_variant_ref_sink(g_variant_new_uint32(guint32(position)))
    gtk_widget_activate_action_variant(widget, "list.scroll-to-item", place)
    g_variant_unref(place)
  }

  /// Gives the keyboard to a row, once it is laid out.
  func focusRow(at position: Int) {
    guard position >= 0, position < list.rows.count else { return }
    scroll(to: position)
    let id = list.rows[position]
    gtk_selection_model_select_item(model.pointer, guint(position), 1)
    if let cell = cells.values.first(where: { $0.pin?.id == id }),
      let item = gtk_widget_get_parent(cell.widget)
    {
      gtk_widget_grab_focus(item)
    } else {
      gtk_widget_grab_focus(widget)
    }
  }

  /// Tells what is pointed at, as after a change of the rows.
  func tellPointed() { onPoint(hovered?.pin ?? focused) }
}

extension PlaceListView {
  private var focusedCell: PlaceRow? {
    guard let focus = Focus.widget(inWindowOf: widget) else { return nil }
    return cells.values.first {
      $0.pin != nil && (gtk_widget_get_parent($0.widget) == focus || $0.widget == focus)
    }
  }

  private func connect(_ factory: OpaquePointer) {
    factory.on("setup") { [weak self] (item: OpaquePointer) in self?.setUp(item) }
    factory.on("bind") { [weak self] (item: OpaquePointer) in self?.bind(item.raw) }
    factory.on("unbind") { [weak self] (item: OpaquePointer) in self?.cells[item.raw]?.clear() }
    factory.on("teardown") { [weak self] (item: OpaquePointer) in self?.cells[item.raw] = nil }
    widget.on("activate") { [weak self] (position: UInt32) in
      guard let self, Int(position) < list.rows.count else { return }
      let pin = list.rows[Int(position)]
      let cell = cells.values.first { $0.pin?.id == pin }
      if isSelecting { return rows.toggle(Int(position)) }
      Focus.open(from: cell.flatMap { gtk_widget_get_parent($0.widget) }) { onOpen(pin) }
    }
    widget.on("notify::has-focus") { [weak self] in self?.tellPointed() }
    let focus = gtk_event_controller_focus_new()!
    for signal in ["enter", "leave"] {
      focus.on(signal) { [weak self] in MainLoop.whenIdle { self?.tellPointed() } }
    }
    gtk_widget_add_controller(widget, focus)
  }

  private func bind(_ item: UnsafeMutableRawPointer, within range: Range<Int>? = nil) {
    guard let cell = cells[item] else { return }
    let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
    guard range?.contains(position) ?? true, position < list.rows.count,
      let pin = list.pin(list.rows[position])
    else { return }
    cell.take(pin)
  }

  /// Has rows show the pins that are at their positions now; a list that is another one from its
  /// first row on begins at its top.
  private func showOthers(at range: Range<Int>) {
    for item in cells.keys { bind(item, within: range) }
    if range.lowerBound == 0 {
      gtk_adjustment_set_value(gtk_scrollable_get_vadjustment(OpaquePointer(widget)), 0)
    }
    MainLoop.whenIdle { [weak self] in self?.tellPointed() }
  }

  private func setUp(_ item: OpaquePointer) {
    let cell = PlaceRow(photos)
    cells[item.raw] = cell
    gtk_list_item_set_child(item, cell.widget)
    cell.onStale = { [weak self, item = item.raw] in
      guard let self, let pin = $0.pin else { return }
      show(pin, in: $0, at: Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
    cell.onHover = { [weak self] in self?.hover($0, $1) }
    cell.onMenu = { [weak self, weak cell] in if let cell { self?.openMenu(of: cell) } }
  }

  private func hover(_ cell: PlaceRow, _ isOver: Bool) {
    guard isOver || hovered === cell else { return }
    hovered = isOver ? cell : nil
    tellPointed()
  }

  private func show(_ pin: Pin, in cell: PlaceRow, at position: Int) {
    let (place, distance) = (list.place(of: pin), list.distance(of: pin))
    cell.show(
      pin, detail: Words.detail(of: pin, list.stock(of: pin), in: place, distance: distance),
      description: Words.description(of: pin, in: place, distance: distance),
      position: position + 1, of: list.rows.count)
  }

  private func openMenu(of cell: PlaceRow) {
    guard let pin = cell.pin else { return }
    // The keys apply to the place whose menu it was.
    if let item = gtk_widget_get_parent(cell.widget) { gtk_widget_grab_focus(item) }
    onMenu(pin, cell.widget)
  }

  /// Has a long press begin to select several, and presses go on with it: that takes no keyboard.
  private func addPresses() {
    let hold = gtk_gesture_long_press_new()!
    gtk_event_controller_set_propagation_phase(hold.cast(), GTK_PHASE_CAPTURE)
    gtk_gesture_single_set_button(hold.cast(), guint(GDK_BUTTON_PRIMARY))
    hold.on("pressed") { [weak self] (x: Double, y: Double) in
      guard let self, !isSelecting, !Focus.isInPopover(of: widget),
        let position = position(x: x, y: y)
      else { return }
      gtk_gesture_set_state(hold, GTK_EVENT_SEQUENCE_CLAIMED)
      gtk_selection_model_select_item(model.pointer, guint(position), 1)
      onSelect()
    }
    gtk_widget_add_controller(widget, hold.cast())
    let press = gtk_gesture_click_new()!
    gtk_event_controller_set_propagation_phase(press.cast(), GTK_PHASE_CAPTURE)
    press.on("pressed") { [weak self] (count: Int32, _: Double, _: Double) in
      // A second press would open an album.
      guard let self, isSelecting, count > 1 else { return }
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
    }
    press.on("released") { [weak self] (count: Int32, x: Double, y: Double) in
      let held = gtk_event_controller_get_current_event_state(press.cast()).rawValue
      guard let self, isSelecting || (opensByPress && count == 1),
        !Focus.isInPopover(of: widget), let position = position(x: x, y: y),
        held & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue) == 0
      else { return }
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
      isSelecting ? rows.toggle(position) : onOpen(list.rows[position])
    }
    gtk_widget_add_controller(widget, press.cast())
  }

  /// The row at a point.
  private func position(x: Double, y: Double) -> Int? {
    var picked = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT)
    while let part = picked, part != widget {
      if let item = cells.first(where: { gtk_widget_get_parent($1.widget) == part })?.key {
        let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
        return position < list.rows.count ? position : nil
      }
      picked = gtk_widget_get_parent(part)
    }
    return nil
  }

  private func addKeys() {
    widget.addKeys(capturing: true) { [weak self] (key: PlaceRowKey) in
      guard let self, !Focus.isInPopover(of: widget) else { return false }
      switch key {
      case .showOnMap:
        guard let focused else { return false }
        onShowOnMap(focused)
      case .remove:
        let chosen = chosen
        guard !chosen.isEmpty else { return false }
        onRemove(chosen)
      case .select:
        guard isSelecting, let place = focused.flatMap({ list.rows.firstIndex(of: $0.id) }) else {
          return false
        }
        rows.toggle(place)
      case .menu:
        guard let focusedCell else { return false }
        openMenu(of: focusedCell)
      }
      return true
    }
    let keys = gtk_event_controller_key_new()!
    keys.on("key-released") { [weak self] in self?.tellPointed() }
    gtk_widget_add_controller(widget, keys)
  }
}
