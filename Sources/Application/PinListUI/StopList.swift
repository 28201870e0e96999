import CAdwaita
import CGLib
import GLibBridge
import MapWidget
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The stops of a trip as a list, which can be dragged and moved into another order.
final class StopList {
  let widget: Widget
  var onOpen: (Pin.ID) -> Void = { _ in }
  var onShowOnMap: (Pin) -> Void = { _ in }
  /// Called when a stop is to go to the place of another one.
  var onMove: (_ from: Int, _ to: Int) -> Void = { _, _ in }
  var onRemove: (Int) -> Void = { _ in }
  /// Called with a stop and the row at which its menu is to open.
  var onMenu: (Int, Widget) -> Void = { _, _ in }
  /// Called when the pointer or the keyboard comes to a row, or leaves all.
  var onPoint: (Pin?) -> Void = { _ in }

  private let photos: PinPhotos
  private let model = gtk_string_list_new(nil)!
  private(set) var stops: [Stop] = []
  private var cells: [UnsafeMutableRawPointer: Cell] = [:]
  private weak var hovered: PlaceRow?
  private var dragged: Int?
  /// How far below the list's upper edge something is dragged, and the row that shows where it would
  /// go in.
  private var draggedAt: Double?
  private weak var marked: Cell?

  struct Stop {
    let pin: Pin
    /// How far the stop before is, in metres; nil for the first.
    let distance: Double?
  }

  /// A row, and the item of the list that it shows.
  private final class Cell {
    let row: PlaceRow
    let item: OpaquePointer

    init(_ row: PlaceRow, _ item: OpaquePointer) { (self.row, self.item) = (row, item) }

    /// Nil for a row that shows nothing.
    var position: Int? {
      let position = gtk_list_item_get_position(item)
      return position == guint.max ? nil : Int(position)
    }
  }

  init(_ photos: PinPhotos) {
    self.photos = photos
    let factory = gtk_signal_list_item_factory_new()!
    widget = ItemList.make(of: gtk_no_selection_new(model), by: factory)
    widget.addClass("places-list")
    widget.setAccessibleName(tr("Stops"))
    NewerToolkit.letArrowsMove(in: widget)
    factory.on("setup") { [weak self] (item: OpaquePointer) in self?.setUp(item) }
    factory.on("bind") { [weak self] (item: OpaquePointer) in
      if let cell = self?.cells[item.raw] { self?.show(cell) }
    }
    factory.on("unbind") { [weak self] (item: OpaquePointer) in self?.cells[item.raw]?.row.clear() }
    factory.on("teardown") { [weak self] (item: OpaquePointer) in self?.cells[item.raw] = nil }
    widget.on("activate") { [weak self] (position: UInt32) in
      guard let self, Int(position) < stops.count else { return }
      let cell = cells.values.first { $0.position == Int(position) }
      Focus.open(from: cell.flatMap { gtk_widget_get_parent($0.row.widget) }) {
        onOpen(stops[Int(position)].pin.id)
      }
    }
    let focus = gtk_event_controller_focus_new()!
    for signal in ["enter", "leave"] {
      focus.on(signal) { [weak self] in MainLoop.whenIdle { self?.tellPointed() } }
    }
    gtk_widget_add_controller(widget, focus)
    addKeys()
    addDropping()
  }

  /// Shows other stops, or what is said of them now.
  func show(_ new: [Stop]) {
    let (old, ids) = (stops.map(\.pin.id), new.map(\.pin.id))
    stops = new
    var (start, oldEnd, newEnd) = (0, old.count, ids.count)
    while start < min(oldEnd, newEnd), old[start] == ids[start] { start += 1 }
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == ids[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    if start < oldEnd || start < newEnd {
      let (changed, present) = (old[start..<oldEnd], ids[start..<newEnd])
      // A list keeps its place around a row that moves, and loses it where many are others.
      if Array(present.dropLast()) == Array(changed.dropFirst()), present.last == changed.first {
        move(start, to: newEnd - 1)
      } else if Array(present.dropFirst()) == Array(changed.dropLast()),
        present.first == changed.last
      {
        move(oldEnd - 1, to: start)
      } else {
        splice(at: start, removing: changed.count, adding: present.count)
      }
    }
    // The numbers and distances of the others may be others now.
    for cell in cells.values { show(cell) }
    tellPointed()
  }

  /// Gives the keyboard to a row, once it is laid out.
  func focusRow(at position: Int) {
    guard stops.indices.contains(position) else { return }
    if let cell = cells.values.first(where: { $0.position == position }),
      gtk_widget_get_mapped(cell.row.widget) != 0, let item = gtk_widget_get_parent(cell.row.widget)
    {
      gtk_widget_grab_focus(item)
      return
    }
    let place = g_variant_ref_sink(g_variant_new_uint32(guint32(position)))
    gtk_widget_activate_action_variant(widget, "list.scroll-to-item", place)
    g_variant_unref(place)
    gtk_widget_grab_focus(widget)
  }

  /// Tells what is pointed at, as after a change of the rows.
  func tellPointed() { onPoint(hovered?.pin ?? focusedCell?.row.pin) }

  func forgetCovers() {
    for cell in cells.values { cell.row.forgetCover() }
  }
}

extension StopList {
  private var focusedCell: Cell? {
    guard let focus = Focus.widget(inWindowOf: widget) else { return nil }
    return cells.values.first {
      $0.row.pin != nil
        && (gtk_widget_get_parent($0.row.widget) == focus || $0.row.widget == focus)
    }
  }

  private func move(_ row: Int, to place: Int) {
    splice(at: row, removing: 1, adding: 0)
    splice(at: place, removing: 0, adding: 1)
  }

  private func splice(at row: Int, removing removed: Int, adding added: Int) {
    withCStrings(Array(repeating: "", count: added)) {
      gtk_string_list_splice(model, guint(row), guint(removed), $0)
    }
  }

  private func show(_ cell: Cell) {
    guard let position = cell.position, stops.indices.contains(position) else { return }
    cell.row.take(stops[position].pin)
  }

  private func setUp(_ item: OpaquePointer) {
    let handle = gtk_image_new_from_icon_name("list-drag-handle-symbolic")!
    handle.addClass("dim-label")
    handle.setAccessibleHidden(true)
    let row = PlaceRow(photos, trailing: handle)
    let cell = Cell(row, item)
    cells[item.raw] = cell
    gtk_list_item_set_child(item, row.widget)
    row.onStale = { [weak self, weak cell] row in
      guard let self, let position = cell?.position, stops.indices.contains(position) else {
        return
      }
      let stop = stops[position]
      let place = Words.stop(distance: stop.distance)
      row.show(
        stop.pin, detail: "\(position + 1) · \(place)",
        description: [place, stop.pin.words.note].compactMap { $0 }.joined(separator: ", "),
        position: position + 1, of: stops.count)
    }
    row.onHover = { [weak self] in self?.hover($0, $1) }
    row.onMenu = { [weak self, weak cell] in if let cell { self?.openMenu(of: cell) } }
    addDragging(to: cell)
  }

  private func hover(_ row: PlaceRow, _ isOver: Bool) {
    guard isOver || hovered === row else { return }
    hovered = isOver ? row : nil
    tellPointed()
  }

  private func openMenu(of cell: Cell) {
    // The keys and the menu apply to the stop whose menu it was.
    if let item = gtk_widget_get_parent(cell.row.widget) { gtk_widget_grab_focus(item) }
    if let position = cell.position { onMenu(position, cell.row.widget) }
  }

  private func addKeys() {
    widget.addKeys(capturing: true) { [weak self] (key: StopKey) in
      guard let self, !Focus.isInPopover(of: widget), let cell = focusedCell,
        let position = cell.position, stops.indices.contains(position)
      else { return false }
      switch key {
      case .moveUp: if position > 0 { onMove(position, position - 1) }
      case .moveDown: if position + 1 < stops.count { onMove(position, position + 1) }
      case .showOnMap: onShowOnMap(stops[position].pin)
      case .remove: onRemove(position)
      case .menu: openMenu(of: cell)
      }
      return true
    }
  }
}

/// Dragging stops into another order.
extension StopList {
  /// The type of what is dragged, a number: nothing from elsewhere is one.
  private static let type = GType(6 << 2)

  private func addDragging(to cell: Cell) {
    let row = cell.row.widget
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    withGValue(Int32(0)) { value in
      let content = gdk_content_provider_new_for_value(value)!
      gtk_drag_source_set_content(source, content)
      g_object_unref(content.raw)
    }
    source.on("drag-begin") { [weak self, weak cell] in
      guard let cell else { return }
      self?.dragged = cell.position
      // As it is now: the row shows another stop, or none, once the list has scrolled.
      let live = Ref(adopting: gtk_widget_paintable_new(cell.row.widget)!)
      let picture = Ref(adopting: gdk_paintable_get_current_image(live.pointer)!)
      gtk_drag_source_set_icon(source, picture.pointer, 0, 0)
    }
    source.on("drag-end") { [weak self] in
      self?.dragged = nil
      self?.endScrolling()
    }
    gtk_widget_add_controller(row, source.cast())
  }

  /// Takes what is dragged anywhere on the list: rows go by under the pointer while it scrolls, and one
  /// that leaves the pointer after the release would never end the drag.
  private func addDropping() {
    let target = gtk_drop_target_new(StopList.type, GDK_ACTION_MOVE)!
    gtk_drop_target_set_preload(target, 1)
    target.on("drop") { [weak self] (_: OpaquePointer, _: Double, y: Double) -> Bool in
      guard let self else { return false }
      dragOver(at: nil)
      guard let from = dragged, let gap = gap(at: y, from: from) else { return false }
      if gap.place != from { onMove(from, gap.place) }
      return true
    }
    gtk_widget_add_controller(widget, target.cast())
    let motion = gtk_drop_controller_motion_new()!
    for signal in ["enter", "motion"] {
      motion.on(signal) { [weak self] (_: Double, y: Double) in self?.dragOver(at: y) }
    }
    motion.on("leave") { [weak self] in self?.dragOver(at: nil) }
    gtk_widget_add_controller(widget, motion)
    widget.on("notify::vadjustment") { [weak self, widget] in
      gtk_scrollable_get_vadjustment(OpaquePointer(widget))?.on("value-changed") { [weak self] in
        if let y = self?.draggedAt { self?.dragOver(at: y) }
      }
    }
  }

  /// Has the list stand still when a drag has ended at its edge; GTK waits for the pointer to leave it.
  private func endScrolling() {
    let kind = gtk_drop_controller_motion_get_type()
    for controller in controllers(of: widget)
    where g_type_check_instance_is_a(controller.cast(), kind) != 0 {
      var value = GValue()
      g_value_init(&value, kind)
      g_value_set_object(&value, controller.raw)
      g_signal_emitv(&value, g_signal_lookup("leave", kind), 0, nil)
      g_value_unset(&value)
    }
  }

  /// Follows what is dragged, and says with the row and its edge where it would go in.
  private func dragOver(at y: Double?) {
    draggedAt = y
    let gap = y.flatMap { y in dragged.flatMap { self.gap(at: y, from: $0) } }
    if let marked, marked !== gap?.cell { StopList.mark(marked, nil) }
    marked = gap?.cell
    if let gap { StopList.mark(gap.cell, gap.place == dragged ? nil : gap.edge) }
  }

  /// The row that is nearest to a height in the list, at which edge of it a stop would go in, and the
  /// place that the stop then has.
  private func gap(at y: Double, from: Int) -> (cell: Cell, edge: Edge, place: Int)? {
    var nearest: (cell: Cell, position: Int, distance: Double)?
    for cell in cells.values {
      guard let position = cell.position, stops.indices.contains(position),
        let item = gtk_widget_get_parent(cell.row.widget), gtk_widget_get_mapped(item) != 0
      else { continue }
      var middle = 0.0
      gtk_widget_translate_coordinates(
        item, widget, 0, Double(gtk_widget_get_height(item)) / 2, nil, &middle)
      if abs(y - middle) < abs(nearest?.distance ?? .infinity) {
        nearest = (cell, position, y - middle)
      }
    }
    return nearest.map { cell, position, distance in
      let gap = distance < 0 ? position : position + 1
      return (cell, distance < 0 ? .start : .end, gap > from ? gap - 1 : gap)
    }
  }

  private enum Edge: String { case start = "drop-above", end = "drop-below" }

  /// Shows at which edge of a row what is dragged would go in.
  private static func mark(_ cell: Cell, _ edge: Edge?) {
    guard let item = gtk_widget_get_parent(cell.row.widget) else { return }
    for other in [Edge.start, .end] where other != edge {
      gtk_widget_remove_css_class(item, other.rawValue)
    }
    if let edge { item.addClass(edge.rawValue) }
  }
}
