import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// Shows what is in a group of the map: a picture and a line of each, to choose from.
enum Gallery {
  /// One thing to choose.
  struct Item {
    let title: String
    /// Its name for assistive tools.
    let name: String
    /// Finds its picture; nil where there is none.
    let picture: () async -> Ref<OpaquePointer>?
    let open: () -> Void
  }

  /// The side of a picture, and the width of its cell, in pixels.
  static let side: Int32 = 96
  private static let cellWidth: Int32 = 120
  /// The most cells in a row; narrow maps have room for fewer.
  private static let mostColumns: Int32 = 4
  /// What a popover needs beside its cells, in pixels.
  private static let frame: Int32 = 72
  /// A gallery higher than this, in pixels, scrolls.
  private static let greatestHeight: Int32 = 340
  /// How many cells are made at once.
  ///
  /// What else there is is counted, where whoever looks for one of them can zoom in; elsewhere it comes
  /// in parts.
  fileprivate static let mostItems = 200

  /// Opens a gallery at a button of a map, which comes closer by `zoomIn` where what is there parts then.
  static func show(
    _ heading: String, _ items: [Item], zoomIn: (() -> Void)?, at button: Widget, of map: Widget
  ) {
    let popover = gtk_popover_new()!
    let title = gtk_label_new(heading)!
    title.addClass("heading")
    gtk_label_set_xalign(title.cast(), 0)
    gtk_widget_set_hexpand(title, 1)
    let header = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, title)
    if let zoomIn {
      let press = gtk_button_new_with_label(tr("Zoom to Group"))!
      press.on("clicked") {
        gtk_popover_popdown(popover.cast())
        zoomIn()
      }
      gtk_box_append(header.cast(), press)
    }
    let columns = min(
      mostColumns, Int32(items.count), max(1, (gtk_widget_get_width(map) - frame) / cellWidth))
    let grid = gtk_grid_new()!
    let content = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6, grid)
    let cells = GalleryCells(items, in: grid, columns: columns) { item in
      gtk_popover_popdown(popover.cast())
      item.open()
    }
    cells.add()
    if cells.rest > 0 {
      gtk_box_append(
        content.cast(), zoomIn == nil ? makeMore(cells) : makeCount(of: cells.rest))
    }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.cast(), 1)
    gtk_scrolled_window_set_max_content_height(scroller.cast(), greatestHeight)
    gtk_scrolled_window_set_child(scroller.cast(), content)
    gtk_popover_set_child(
      popover.cast(), makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6, header, scroller))
    attachPopover(popover, to: button)
    popover.on("closed") { cells.stop() }
    // Its marker may go before it is closed.
    popover.on("destroy") { cells.stop() }
    gtk_popover_popup(popover.cast())
  }

  private static func makeCount(of rest: Int) -> Widget {
    gtk_label_new(tr("and {count} more", plural: "and {count} more", count: rest))
  }

  /// Makes a button that adds the next cells, and goes with the last of them.
  private static func makeMore(_ cells: GalleryCells) -> Widget {
    let button = gtk_button_new()!
    func count() {
      let next = min(mostItems, cells.rest)
      gtk_button_set_label(
        button.cast(), tr("Show {count} More", plural: "Show {count} More", count: next))
    }
    count()
    button.on("clicked") { [button] in
      let first = cells.add()
      if let first { gtk_widget_grab_focus(first) }
      if cells.rest > 0 { count() } else { gtk_widget_set_visible(button, 0) }
    }
    return button
  }

  fileprivate static func makeCell(
    _ item: Item, _ square: PhotoSquare, onPress: @escaping () -> Void
  ) -> Widget {
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
    gtk_widget_set_size_request(cell, cellWidth, -1)
    gtk_widget_set_tooltip_text(cell, item.name)
    cell.setAccessibleName(item.name)
    cell.on("clicked") { onPress() }
    return cell
  }
}

/// The cells of a gallery that have been made, and their pictures.
private final class GalleryCells {
  private let items: [Gallery.Item]
  private let grid: Widget
  private let columns: Int32
  private let onOpen: (Gallery.Item) -> Void
  private var count = 0
  /// The squares whose pictures have not been looked for.
  private var waiting: [(item: Gallery.Item, square: PhotoSquare)] = []
  private var loading: Task<Void, Never>?

  init(
    _ items: [Gallery.Item], in grid: Widget, columns: Int32,
    onOpen: @escaping (Gallery.Item) -> Void
  ) {
    (self.items, self.grid, self.columns, self.onOpen) = (items, grid, columns, onOpen)
  }

  /// How many items have no cell yet.
  var rest: Int { items.count - count }

  /// Makes the next cells, and returns the first of them.
  @discardableResult
  func add() -> Widget? {
    var first: Widget?
    for item in items[count...].prefix(Gallery.mostItems) {
      let square = PhotoSquare(side: Gallery.side)
      waiting.append((item, square))
      let cell = Gallery.makeCell(item, square) { [onOpen] in onOpen(item) }
      let place = Int32(count)
      gtk_grid_attach(grid.cast(), cell, place % columns, place / columns, 1, 1)
      first = first ?? cell
      count += 1
    }
    loading = loading ?? Task { await load() }
    return first
  }

  /// Loads no more pictures.
  func stop() { loading?.cancel() }

  private func load() async {
    while !Task.isCancelled, !waiting.isEmpty {
      let (item, square) = waiting.removeFirst()
      if let texture = await item.picture() { square.show(texture) }
    }
    loading = nil
  }
}
