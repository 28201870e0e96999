import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// The pane with the properties of a photo.
final class ViewerInfo {
  private let title: Widget
  private let list: Widget
  /// The addresses of rows that are links.
  private var links: [Widget: String] = [:]

  init(_ layout: Layout) {
    (title, list) = (layout["info-title"], layout["properties"])
    list.on("row-activated") { [weak self] (row: UnsafeMutablePointer<GtkListBoxRow>) in
      if let self, let address = links[row.widget] { list.ask(.openPage(address: address)) }
    }
  }

  /// Shows the properties of a photo; `place` is that of its pin.
  func show(_ photo: Photo, titled name: String, near place: Coordinate) {
    while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(list.cast(), row) }
    links = [:]
    gtk_label_set_text(title.cast(), name)
    let details = photo.details
    if name != Words.title(of: photo) { add(tr("File Name"), details.title) }
    if let author = details.author { add(tr("Author"), author) }
    if let license = details.license ?? details.licenseAddress {
      add(tr("Licence"), license, link: details.licenseAddress)
    }
    if let page = details.pageAddress {
      add(trc("of a photo", "Source"), WebAddress.host(of: page) ?? page, link: page)
    }
    if let taken = details.taken { add(trc("of a photo", "Date"), Words.taken(taken)) }
    if let merit = details.merit { add(trc("of a photo", "Distinction"), Words.merit(merit)) }
    if let coordinate = details.coordinate {
      add(trc("of a photo", "Place"), Words.distanceFromPin(coordinate.distance(to: place)))
    }
    if let size = details.size { add(trc("of a photo", "Size"), Words.size(size)) }
    gtk_widget_set_visible(list, (gtk_widget_get_first_child(list) != nil).gboolean)
  }

  private func add(_ name: String, _ value: String, link: String? = nil) {
    let heading = label(name)
    heading.addClass("caption")
    heading.addClass("dim-label")
    let texts = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 3, heading, label(value))
    gtk_widget_set_hexpand(texts, 1)
    let line = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, texts)
    line.addClass("viewer-property")
    let row = gtk_list_box_row_new()!
    gtk_list_box_row_set_child(row.cast(), line)
    let link = link.flatMap(WebAddress.page)
    if let link {
      gtk_box_append(line.cast(), gtk_image_new_from_icon_name("adw-external-link-symbolic"))
      links[row] = link
      gtk_widget_set_tooltip_text(row, link)
    }
    gtk_list_box_row_set_activatable(row.cast(), (link != nil).gboolean)
    row.setAccessibleName(tr("{name}: {value}", ["name": name, "value": value]))
    gtk_list_box_append(list.cast(), row)
  }

  private func label(_ text: String) -> Widget {
    let label = gtk_label_new(text)!
    gtk_label_set_xalign(label.cast(), 0)
    gtk_label_set_wrap(label.cast(), 1)
    gtk_label_set_wrap_mode(label.cast(), PANGO_WRAP_WORD_CHAR)
    return label
  }
}
