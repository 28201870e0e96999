import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// A list of places, each of which can be gone to; hidden with its group while there are none.
final class PlaceRows {
  /// A place as a row shows it.
  struct Row {
    let title: String
    let subtitle: String
    let icon: String
    let onActivate: () -> Void
  }

  private let list: Widget
  private let group: Widget
  private var rows: [Row] = []

  init(_ list: Widget, in group: Widget) {
    self.list = list
    self.group = group
    gtk_widget_set_visible(group, 0)
    list.on("row-activated") { [weak self] (row: UnsafeMutablePointer<GtkListBoxRow>) in
      let place = Int(gtk_list_box_row_get_index(row))
      if let self, rows.indices.contains(place) { rows[place].onActivate() }
    }
  }

  func show(_ new: [Row]) {
    // Rows that stay the same keep the focus.
    let isChange = new.map { [$0.title, $0.subtitle] } != rows.map { [$0.title, $0.subtitle] }
    rows = new
    guard isChange else { return }
    while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(list.cast(), row) }
    for row in new { gtk_list_box_append(list.cast(), makeRow(row)) }
    gtk_widget_set_visible(group, (!new.isEmpty).gboolean)
  }

  private func makeRow(_ row: Row) -> Widget {
    let widget = adw_action_row_new()!
    widget.set("use-markup", to: false)
    widget.set("title", to: row.title)
    widget.set("subtitle", to: row.subtitle)
    widget.set("activatable", to: true)
    widget.setAccessibleName(tr("{name}: {value}", ["name": row.title, "value": row.subtitle]))
    let icon = makeWidget(gtk_image_get_type(), role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    icon.set("icon-name", to: row.icon)
    adw_action_row_add_suffix(widget.cast(), icon)
    return widget
  }
}
