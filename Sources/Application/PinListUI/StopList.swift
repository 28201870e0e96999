import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TravelModel
import Widgets

/// The stops of a trip as a list that can be reordered by dragging.
final class StopList {
  let widget: Widget

  private unowned let page: TripPage
  private let model = gtk_string_list_new(nil)!
  private let cells: CellList<PlaceRow>
  private(set) var stops: [Stop] = []
  private var dragged: Int?
  /// The height of a drag below the list's upper edge.
  private var draggedAt: Double?

  struct Stop {
    let pin: Pin
    /// The distance from the stop before, in metres; nil for the first.
    let distance: Double?
  }

  init(_ page: TripPage, _ photos: PinPhotos) {
    self.page = page
    cells = CellList(of: gtk_no_selection_new(model)) {
      let handle = gtk_image_new_from_icon_name("list-drag-handle-symbolic")!
      handle.addClass("dim-label")
      handle.setAccessibleHidden(true)
      return PlaceRow(photos, trailing: handle)
    }
    widget = cells.widget
    widget.setAccessibleName(tr("Stops"))
    cells.connect(
      setUp: { [weak self] in self?.addDragging(to: $0) }, show: { [weak self] in self?.show($0) })
    cells.onActivate = { [weak self] in
      if let self, $0 < stops.count { open($0) }
    }
    cells.onMenu = { [weak self] in
      if let position = $0.position { self?.page.openMenu(of: position, over: $0.widget) }
    }
    cells.onPoint = { [weak self] in self?.tellPointed() }
    addPress()
    addKeys()
    addDropping()
  }

  /// Shows other stops, or new details of the same ones.
  func show(_ new: [Stop]) {
    let (start, gone, come) = difference(from: stops.map(\.pin.id), to: new.map(\.pin.id))
    stops = new
    // GTK keeps the scroll position at a row that moves, but not if many rows change.
    if gone.count > 1, gone.dropFirst() + gone.prefix(1) == come {
      move(start, to: start + gone.count - 1)
    } else if gone.count > 1, gone.suffix(1) + gone.dropLast() == come {
      move(start + gone.count - 1, to: start)
    } else {
      splice(at: start, removing: gone.count, adding: come.count)
    }
    // The numbers and distances of other stops may have changed.
    for cell in cells.all { show(cell) }
    tellPointed()
  }

  func focusRow(at position: Int) { cells.grabFocus(at: position) }

  func open(_ position: Int) { page.column.openAlbum(of: stops[position].pin.id) }

  /// Performs the action of a key or a menu item on a stop.
  func perform(_ key: StopKey, at position: Int) {
    switch key {
    case .moveUp: if position > 0 { page.move(position, to: position - 1) }
    case .moveDown: if position + 1 < stops.count { page.move(position, to: position + 1) }
    case .showOnMap: page.column.showOnMap(stops[position].pin)
    case .remove: page.remove(position)
    case .menu: if let row = cells.cell(at: position) { cells.openMenu(of: row) }
    }
  }

  /// Updates the highlighted pin after the rows have changed.
  private func tellPointed() { page.column.point(at: cells.pointed) }

  func forgetCovers() { cells.forgetCovers() }
}

extension StopList {
  private func move(_ row: Int, to place: Int) {
    splice(at: row, removing: 1, adding: 0)
    splice(at: place, removing: 0, adding: 1)
  }

  private func splice(at row: Int, removing removed: Int, adding added: Int) {
    withCStrings(Array(repeating: "", count: added)) {
      gtk_string_list_splice(model, guint(row), guint(removed), $0)
    }
  }

  private func show(_ row: PlaceRow) {
    guard let position = row.position, stops.indices.contains(position) else { return }
    let stop = stops[position]
    let former = position > 0 ? stops[position - 1].pin.title : nil
    let place = Words.stop(distance: stop.distance, from: former)
    row.show(
      stop.pin, detail: place,
      description: asList([place, stop.pin.details.note].compactMap { $0 }),
      position: position + 1, of: stops.count)
  }

  /// Lets a press show a stop on the map, unless it opens the album.
  private func addPress() {
    let press = widget.addController(gtk_gesture_click_new(), capturing: true)
    press.on("released") { [weak self] (count: Int32, x: Double, y: Double) in
      guard let self, count == 1, !Focus.isInPopover(of: widget),
        gtk_list_view_get_single_click_activate(OpaquePointer(widget)) == 0,
        let position = cells.position(x: x, y: y), stops.indices.contains(position)
      else { return }
      perform(.showOnMap, at: position)
    }
  }

  private func addKeys() {
    widget.addKeys(capturing: true) { [weak self] (key: StopKey) in
      guard let self, !Focus.isInPopover(of: widget),
        let position = cells.focused?.position, stops.indices.contains(position)
      else { return false }
      perform(key, at: position)
      return true
    }
  }
}

/// Dragging stops into another order.
extension StopList {
  /// The type of a dragged stop, a number, which nothing dragged from elsewhere has.
  private static let type = GType(6 << 2)

  private func addDragging(to row: PlaceRow) {
    let source = row.widget.addController(gtk_drag_source_new())
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    withGValue(Int32(0)) { value in
      let content = gdk_content_provider_new_for_value(value)!
      gtk_drag_source_set_content(source, content)
      g_object_unref(content.raw)
    }
    source.on("drag-begin") { [weak self, weak row] in
      guard let row else { return }
      self?.dragged = row.position
      // The present state: after scrolling, the row shows another stop or none.
      let live = Ref(adopting: gtk_widget_paintable_new(row.widget)!)
      let picture = Ref(adopting: gdk_paintable_get_current_image(live.pointer)!)
      gtk_drag_source_set_icon(source, picture.pointer, 0, 0)
    }
    source.on("drag-end") { [weak self] in
      self?.dragged = nil
      self?.endScrolling()
    }
  }

  /// Accepts drops anywhere on the list: while it scrolls, rows pass under the pointer, and one
  /// that does so after the release would never end the drag.
  private func addDropping() {
    let target = widget.addController(gtk_drop_target_new(StopList.type, GDK_ACTION_MOVE))
    gtk_drop_target_set_preload(target, 1)
    target.on("drop") { [weak self] (_: OpaquePointer, _: Double, y: Double) -> Bool in
      guard let self else { return false }
      dragOver(at: nil)
      guard let from = dragged, let gap = gap(at: y, from: from) else { return false }
      if gap.place != from { page.move(from, to: gap.place) }
      return true
    }
    let motion = widget.addController(gtk_drop_controller_motion_new())
    for signal in ["enter", "motion"] {
      motion.on(signal) { [weak self] (_: Double, y: Double) in self?.dragOver(at: y) }
    }
    motion.on("leave") { [weak self] in self?.dragOver(at: nil) }
    widget.on("notify::vadjustment") { [weak self, widget] in
      gtk_scrollable_get_vadjustment(OpaquePointer(widget))?.on("value-changed") { [weak self] in
        if let y = self?.draggedAt { self?.dragOver(at: y) }
      }
    }
  }

  /// Stops the scrolling when a drag has ended at the list's edge; GTK would wait until the pointer
  /// leaves it.
  private func endScrolling() {
    let kind = gtk_drop_controller_motion_get_type()
    for controller in controllers(of: widget)
    where g_type_check_instance_is_a(controller.cast(), kind) != 0 {
      controller.emit("leave")
    }
  }

  /// Follows a drag, and shows at a row's edge where the stop would be dropped.
  private func dragOver(at y: Double?) {
    draggedAt = y
    let gap = y.flatMap { y in dragged.flatMap { self.gap(at: y, from: $0) } }
    let edge = gap?.place == dragged ? nil : gap?.edge
    for row in cells.all {
      guard let item = row.item else { continue }
      for other in [Edge.start, .end] { gtk_widget_remove_css_class(item, other.rawValue) }
      if let edge, row === gap?.row { item.addClass(edge.rawValue) }
    }
  }

  /// The row nearest to a height in the list, the edge at which the stop would be dropped, and the
  /// place that it would get.
  private func gap(at y: Double, from: Int) -> (row: PlaceRow, edge: Edge, place: Int)? {
    var nearest: (row: PlaceRow, position: Int, distance: Double)?
    for row in cells.all {
      guard let position = row.position, stops.indices.contains(position), let item = row.item,
        gtk_widget_get_mapped(item) != 0
      else { continue }
      var middle = 0.0
      gtk_widget_translate_coordinates(
        item, widget, 0, Double(gtk_widget_get_height(item)) / 2, nil, &middle)
      if abs(y - middle) < abs(nearest?.distance ?? .infinity) {
        nearest = (row, position, y - middle)
      }
    }
    return nearest.map { row, position, distance in
      let gap = distance < 0 ? position : position + 1
      return (row, distance < 0 ? .start : .end, gap > from ? gap - 1 : gap)
    }
  }

  private enum Edge: String { case start = "drop-above", end = "drop-below" }
}
