import CAdwaita
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

  /// Shows the properties of a photo; `place` is that of its pin, if it has one.
  func show(_ photo: Photo, titled name: String, near place: Coordinate?) {
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
    if let place, let coordinate = details.coordinate {
      add(trc("of a photo", "Place"), Words.distanceFromPin(coordinate.distance(to: place)))
    }
    if let heading = details.heading {
      add(trc("of a photo", "Direction"), Words.direction(heading))
    }
    if let size = details.size { add(trc("of a photo", "Size"), Words.size(size)) }
    gtk_widget_set_visible(list, (gtk_widget_get_first_child(list) != nil).gboolean)
  }

  private func add(_ name: String, _ value: String, link: String? = nil) {
    let layout = Layout("viewer-property")
    let row = layout["row"]
    gtk_list_box_append(list.cast(), row)
    gtk_label_set_label(layout["name"].cast(), name)
    gtk_label_set_label(layout["value"].cast(), value)
    let link = link.flatMap(WebAddress.page)
    links[row] = link
    gtk_widget_set_tooltip_text(row, link)
    gtk_list_box_row_set_activatable(row.cast(), (link != nil).gboolean)
    gtk_widget_set_visible(layout["link"], (link != nil).gboolean)
    row.setAccessibleName(tr("{name}: {value}", ["name": name, "value": value]))
  }
}
