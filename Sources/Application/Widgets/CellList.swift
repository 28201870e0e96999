import CAdwaita
import CGLib
import GLibBridge

package protocol ListCell: AnyObject {
  /// The child of the list's item.
  var widget: Widget { get }
  /// The list's item, which `CellList` sets; nil once it is gone.
  var listItem: OpaquePointer? { get set }
}

extension ListCell {
  /// The position in the list; nil while the cell shows nothing.
  package var position: Int? {
    let position = listItem.map { gtk_list_item_get_position($0) } ?? guint.max
    return position == guint.max ? nil : Int(position)
  }

  /// The widget that gets the focus and has the accessible name.
  package var item: Widget? { gtk_widget_get_parent(widget) }
}

/// A list or grid that shows each item in a cell; GTK makes many more cells than are visible.
package final class CellList<Cell: ListCell> {
  package let widget: Widget
  package var onSetUp: (Cell) -> Void = { _ in }
  /// Called when a cell should show the item at its position.
  package var onBind: (Cell) -> Void = { _ in }
  /// Called when a cell should show nothing.
  package var onUnbind: (Cell) -> Void = { _ in }
  /// Called when an item is activated, by its position.
  package var onActivate: (Int) -> Void = { _ in }
  /// Called to open the menu of a cell, whose item has the focus by then; nil if cells have none.
  package var onMenu: ((Cell) -> Void)?
  /// Called when the pointer or the focus enters an item, or leaves all items.
  package var onPoint: () -> Void = {}
  /// Scrolls the list after its next layout, because GTK does not know the places of changed items
  /// before.
  package var pendingScroll: (() -> Void)? {
    didSet {
      isLaidOut = false
      if pendingScroll != nil { requestLayout(of: widget) }
    }
  }
  /// Whether it has been laid out since that scroll was asked for.
  private var isLaidOut = false
  private lazy var scrollSoon = BeforeLayout { [weak self] in
    guard let self, isLaidOut, let scroll = pendingScroll else { return }
    pendingScroll = nil
    scroll()
  }

  private let model: OpaquePointer
  private var byItem: [OpaquePointer: Cell] = [:]
  package private(set) weak var hovered: Cell?

  /// Makes a list or a grid of a model's items, and takes ownership of the reference.
  package init(of model: OpaquePointer, isGrid: Bool = false, make: @escaping () -> Cell) {
    self.model = model
    let factory = gtk_signal_list_item_factory_new()!
    widget = ItemList.make(of: model, by: factory, isGrid: isGrid)
    factory.on("setup") { [weak self] (item: OpaquePointer) in self?.add(make(), to: item) }
    factory.on("bind") { [weak self] (item: OpaquePointer) in
      if let self, let cell = byItem[item] { onBind(cell) }
    }
    factory.on("unbind") { [weak self] (item: OpaquePointer) in
      if let self, let cell = byItem[item] { onUnbind(cell) }
    }
    factory.on("teardown") { [weak self] (item: OpaquePointer) in
      self?.byItem.removeValue(forKey: item)?.listItem = nil
    }
    widget.on("activate") { [weak self] (position: UInt32) in
      guard let self else { return }
      Focus.open(from: cell(at: Int(position))?.item) { onActivate(Int(position)) }
    }
    onLayout(of: widget) { [weak self] in
      guard let self, pendingScroll != nil else { return }
      isLaidOut = true
      scrollSoon()
    }
    let focus = widget.addController(gtk_event_controller_focus_new())
    for signal in ["enter", "leave"] {
      // GTK emits these signals before the window knows which widget has the focus now
      // (`gtk_window_root_set_focus` in `gtkwindow.c`).
      focus.on(signal) { [weak self] in MainLoop.whenIdle { self?.onPoint() } }
    }
    widget.addController(gtk_event_controller_key_new())
      .on("key-released") { [weak self] in self?.onPoint() }
  }

  package var all: some Collection<Cell> { byItem.values }

  package var focused: Cell? {
    guard let focus = Focus.widget(inWindowOf: widget) else { return nil }
    return all.first { $0.position != nil && $0.item == focus }
  }

  package func cell(at position: Int) -> Cell? { all.first { $0.position == position } }

  /// The position of the item at a point of the list.
  package func position(x: Double, y: Double) -> Int? {
    guard let picked = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT) else { return nil }
    let cell = all.first {
      $0.item.map { $0 == picked || gtk_widget_is_ancestor(picked, $0) != 0 } == true
    }
    return cell?.position
  }

  package func scroll(to position: Int) {
    guard position < g_list_model_get_n_items(model) else { return }
    let place = g_variant_ref_sink(g_variant_new_uint32(guint32(position)))
    defer { g_variant_unref(place) }
    gtk_widget_activate_action_variant(widget, "list.scroll-to-item", place)
  }

  /// Brings an item into sight, also where it has just come or has got another place.
  package func keepInSight(_ position: Int) {
    scroll(to: position)
    pendingScroll = { [weak self] in self?.scroll(to: position) }
  }

  /// Focuses an item, once it is laid out.
  package func grabFocus(at position: Int) {
    scroll(to: position)
    gtk_widget_grab_focus(cell(at: position)?.item ?? widget)
  }

  /// Focuses a cell's item and opens the cell's menu.
  package func openMenu(of cell: Cell) {
    if let item = cell.item { gtk_widget_grab_focus(item) }
    onMenu?(cell)
  }

  private func add(_ cell: Cell, to item: OpaquePointer) {
    byItem[item] = cell
    cell.listItem = item
    gtk_list_item_set_child(item, cell.widget)
    let press = cell.widget.addController(gtk_gesture_click_new(), button: GDK_BUTTON_SECONDARY)
    press.on("pressed") { [weak self, weak cell] in
      guard let self, let cell, onMenu != nil, cell.position != nil else { return }
      gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED)
      openMenu(of: cell)
    }
    let motion = cell.widget.addController(gtk_event_controller_motion_new())
    motion.on("enter") { [weak self, weak cell] in
      self?.hovered = cell
      self?.onPoint()
    }
    motion.on("leave") { [weak self, weak cell] in
      guard let self, hovered === cell else { return }
      hovered = nil
      onPoint()
    }
    // An open menu is a child of the cell.
    cell.widget.on("destroy") { [widget = cell.widget] in detachPopovers(of: widget) }
    onSetUp(cell)
  }
}

/// Lists and grids that are a single stop of Tab: arrow keys move between items, and Tab only
/// within the focused item.
///
/// GTK's own move Tab through all their items, however many there are.
private enum ItemList {
  /// Makes a list or a grid of a model's items, and takes ownership of the references.
  static func make(of model: OpaquePointer, by factory: OpaquePointer, isGrid: Bool) -> Widget {
    let list = makeObject(isGrid ? gridType : listType)
    if isGrid {
      gtk_grid_view_set_model(list, model)
      gtk_grid_view_set_factory(list, factory)
    } else {
      gtk_list_view_set_model(list, model)
      gtk_list_view_set_factory(list, factory)
    }
    for reference in [model, factory] { g_object_unref(reference.raw) }
    // Since GTK 4.12, Tab into a list would go to its first item, and so would the focus of an item
    // that is gone: the window looks for another one as Tab does.
    if list.has("tab-behavior") { list.set("tab-behavior", to: oneItem) }
    return list.widget
  }

  /// GTK_LIST_TAB_ITEM, which GTK 4.8 lacks.
  private static let oneItem: Int32 = 1

  private static let listType = register(gtk_list_view_get_type(), named: "VirtualTouristItemList")
  private static let gridType = register(gtk_grid_view_get_type(), named: "VirtualTouristItemGrid")

  private static func register(_ parent: GType, named name: String) -> GType {
    registerSubclass(of: parent, named: name) { widgetClass, _ in
      widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus = moveFocus
    }
  }
}

/// Moves the focus into, within or out of a list.
private let moveFocus:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkDirectionType) -> gboolean = {
    list, direction in
    if direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD,
      let item = gtk_widget_get_focus_child(list)
    {
      return gtk_widget_child_focus(item, direction)
    }
    let ownClass = UnsafeMutableRawPointer(list!).load(as: GTypeInstance.self).g_class
    return g_type_class_peek_parent(ownClass)
      .assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus(list, direction)
  }

/// The part of a list in which two versions of it differ: where it begins, and what goes and comes
/// there.
///
/// If only that is changed in a list of GTK's, the focus and the scroll position stay.
package func difference<ID: Equatable>(
  from old: [ID], to new: [ID]
) -> (start: Int, gone: ArraySlice<ID>, come: ArraySlice<ID>) {
  let start = zip(old, new).prefix { $0 == $1 }.count
  let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
    .prefix { $0 == $1 }.count
  return (start, old[start..<(old.count - end)], new[start..<(new.count - end)])
}
