import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// Shows the items of a group on the map, each with a picture and a line, to choose from.
///
/// It lives as long as its popover.
final class Gallery {
  /// One thing to choose.
  struct Item {
    let title: String
    /// Its name for assistive tools.
    let name: String
    /// Loads its picture; nil if it has none.
    let picture: () async -> Ref<OpaquePointer>?
    let open: () -> Void
  }

  private let items: [Item]
  private let popover = gtk_popover_new()!
  private let grid = gtk_grid_new()!
  private let columns: Int32
  /// How many items have a cell.
  private var count = 0
  /// The squares whose pictures have not been loaded.
  private var waiting: [(item: Item, square: PhotoSquare)] = []
  private var loading: Task<Void, Never>?

  /// The side of a picture, and the width of its cell, in pixels.
  static let side: Int32 = 96
  private static let cellWidth: Int32 = 120
  /// The most cells in a row; narrow maps have room for fewer.
  private static let mostColumns: Int32 = 4
  /// The width of a popover besides its cells, in pixels.
  private static let frame: Int32 = 72
  /// A gallery higher than this scrolls, in pixels.
  private static let greatestHeight: Int32 = 340
  /// How many cells are made at once.
  ///
  /// On the map further items are only counted, because zooming in shows them; elsewhere a button
  /// adds them.
  private static let mostItems = 200

  /// Opens a gallery at a button on a map; `zoomIn`, if given, zooms to where the items part.
  @discardableResult
  init(
    _ heading: String, _ items: [Item], zoomIn: (() -> Void)?, at button: Widget, of map: Widget
  ) {
    self.items = items
    columns = min(
      Gallery.mostColumns, Int32(items.count),
      max(1, (gtk_widget_get_width(map) - Gallery.frame) / Gallery.cellWidth))
    let title = gtk_label_new(heading)!
    title.addClass("heading")
    gtk_label_set_xalign(title.cast(), 0)
    gtk_widget_set_hexpand(title, 1)
    let header = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, title)
    if let zoomIn {
      let press = gtk_button_new_with_label(tr("Zoom to Group"))!
      press.on("clicked") { [popover] in
        gtk_popover_popdown(popover.cast())
        zoomIn()
      }
      gtk_box_append(header.cast(), press)
    }
    let content = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6, grid)
    addCells()
    if rest > 0 { gtk_box_append(content.cast(), zoomIn == nil ? makeMore() : makeCount()) }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.cast(), 1)
    gtk_scrolled_window_set_max_content_height(scroller.cast(), Gallery.greatestHeight)
    gtk_scrolled_window_set_child(scroller.cast(), content)
    gtk_popover_set_child(
      popover.cast(), makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6, header, scroller))
    popover.set("accessible-role", to: Int32(bitPattern: GTK_ACCESSIBLE_ROLE_GROUP.rawValue))
    popover.setAccessibleName(heading)
    attachPopover(popover, to: button)
    // The marker may be removed while the popover is open.
    for end in ["closed", "destroy"] { popover.on(end) { self.loading?.cancel() } }
    gtk_popover_popup(popover.cast())
  }

  private var rest: Int { items.count - count }

  private func makeCount() -> Widget {
    gtk_label_new(tr("and {count} more", plural: "and {count} more", count: rest))
  }

  /// Makes a button that adds the next cells, and is removed with the last of them.
  private func makeMore() -> Widget {
    let button = gtk_button_new()!
    func countNext() {
      let next = min(Gallery.mostItems, rest)
      gtk_button_set_label(
        button.cast(), tr("Show {count} More", plural: "Show {count} More", count: next))
    }
    countNext()
    button.on("clicked") { [button, unowned self] in
      if let first = addCells() { gtk_widget_grab_focus(first) }
      if rest > 0 { countNext() } else { gtk_widget_set_visible(button, 0) }
    }
    return button
  }

  /// Adds the next cells, and returns the first of them.
  @discardableResult
  private func addCells() -> Widget? {
    var first: Widget?
    for item in items[count...].prefix(Gallery.mostItems) {
      let square = PhotoSquare(side: Gallery.side)
      waiting.append((item, square))
      let cell = makeCell(item, square)
      let place = Int32(count)
      gtk_grid_attach(grid.cast(), cell, place % columns, place / columns, 1, 1)
      first = first ?? cell
      count += 1
    }
    loading = loading ?? Task { await loadPictures() }
    return first
  }

  private func makeCell(_ item: Item, _ square: PhotoSquare) -> Widget {
    let label = gtk_label_new(item.title)!
    label.addClass("caption")
    gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
    gtk_label_set_width_chars(label.cast(), 1)
    gtk_widget_set_halign(square.widget, GTK_ALIGN_CENTER)
    let cell = gtk_button_new()!
    cell.addClass("flat")
    cell.addClass("gallery-cell")
    gtk_button_set_child(
      cell.cast(), makeBox(GTK_ORIENTATION_VERTICAL, spacing: 3, square.widget, label))
    gtk_widget_set_size_request(cell, Gallery.cellWidth, -1)
    gtk_widget_set_tooltip_text(cell, item.name)
    cell.setAccessibleName(item.name)
    cell.on("clicked") { [popover] in
      gtk_popover_popdown(popover.cast())
      item.open()
    }
    return cell
  }

  private func loadPictures() async {
    while !Task.isCancelled, !waiting.isEmpty {
      let (item, square) = waiting.removeFirst()
      if let texture = await item.picture() { square.show(texture) }
    }
    loading = nil
  }
}
