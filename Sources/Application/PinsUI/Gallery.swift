import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// Shows the items of a group on the map, each with a picture and a line, to choose from.
///
/// It lives as long as its popover.
final class Gallery {
  struct Item {
    let title: String
    /// Its name for assistive tools.
    let name: String
    /// Loads its picture; nil if it has none.
    let picture: () async -> Ref<OpaquePointer>?
    let open: () -> Void
  }

  private let content: MarkerContent
  private let items: [Item]
  private let popover: Widget
  private let grid: Widget
  private let more: Widget
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
  /// How many cells are made at once.
  ///
  /// On the map further items are only counted, because zooming in shows them; elsewhere a button
  /// adds them.
  private static let mostItems = 200

  /// Opens a gallery at a button on a map; `zoomIn`, if given, zooms to where the items part.
  @discardableResult
  init(
    of content: MarkerContent, _ items: [Item], zoomIn: (() -> Void)?, at button: Widget,
    on map: Widget
  ) {
    (self.content, self.items) = (content, items)
    columns = min(
      Gallery.mostColumns, Int32(items.count),
      max(1, (gtk_widget_get_width(map) - Gallery.frame) / Gallery.cellWidth))
    let layout = Layout("gallery")
    (popover, grid, more) = (layout["popover"], layout["grid"], layout["more"])
    attachPopover(popover, to: button)
    let heading = Words.name(of: content)
    popover.setAccessibleName(heading)
    gtk_label_set_label(layout["heading"].cast(), heading)
    addCells()
    if let zoomIn {
      gtk_label_set_label(layout["rest"].cast(), Words.andMore(rest, of: content))
      gtk_widget_set_visible(layout["rest"], (rest > 0).gboolean)
      gtk_widget_set_visible(layout["zoom-in"], 1)
      layout["zoom-in"].on("clicked") { [popover] in
        gtk_popover_popdown(popover.cast())
        zoomIn()
      }
    } else {
      offerMore()
      more.on("clicked") { [unowned self] in
        if let first = addCells() { gtk_widget_grab_focus(first) }
        offerMore()
      }
    }
    // The marker may be removed while the popover is open.
    for end in ["closed", "destroy"] { popover.on(end) { self.loading?.cancel() } }
    gtk_popover_popup(popover.cast())
  }

  private var rest: Int { items.count - count }

  /// Shows the button that adds the next cells, as long as there are any.
  private func offerMore() {
    let next = min(Gallery.mostItems, rest)
    gtk_button_set_label(more.cast(), Words.showMore(next, of: content))
    gtk_widget_set_visible(more, (next > 0).gboolean)
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
