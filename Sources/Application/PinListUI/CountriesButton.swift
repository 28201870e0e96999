import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import Widgets

/// The button that says in how many countries the user has been, and lists them.
final class CountriesButton {
  /// Called with the name of a country whose places are to be listed.
  var onChoose: (String) -> Void = { _ in }

  private let button: Widget
  private let list: Widget
  private let been: BeenCountries
  private var shown: [BeenCountry] = []
  private var observer: Observer?

  /// Fills a menu button, which is hidden while there are no countries.
  init(_ button: Widget, been: BeenCountries) {
    (self.button, self.been) = (button, been)
    let layout = Layout("countries")
    list = layout["list"]
    list.setAccessibleName(tr("Countries I Have Been to"))
    gtk_menu_button_set_popover(button.cast(), layout["popover"])
    hideTooltip(during: layout["popover"])
    list.on("row-activated") { [weak self, popover = layout["popover"]] (row: Widget) in
      guard let self else { return }
      let place = Int(gtk_list_box_row_get_index(row.cast()))
      guard shown.indices.contains(place) else { return }
      gtk_popover_popdown(popover.cast())
      onChoose(shown[place].name)
    }
    been.start()
    observer = Observer { [weak self] in self?.show() }
  }

  private func show() {
    let countries = been.countries
    gtk_widget_set_visible(button, (!countries.isEmpty).gboolean)
    gtk_menu_button_set_label(button.cast(), Words.countries(countries.count))
    guard countries != shown else { return }
    shown = countries
    while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(list.cast(), row) }
    for country in countries { gtk_list_box_append(list.cast(), CountriesButton.row(of: country)) }
  }

  private static func row(of country: BeenCountry) -> Widget {
    let name = PlaceRow.makeLabel()
    gtk_label_set_label(name.cast(), country.name)
    gtk_widget_set_hexpand(name, 1)
    let count = PlaceRow.makeLabel()
    gtk_label_set_label(count.cast(), Words.number(country.count))
    count.addClass("dim-label")
    let row: Widget = gtk_list_box_row_new()!
    let content = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 12, name, count)
    content.setAccessibleHidden(true)
    gtk_list_box_row_set_child(row.cast(), content)
    row.setAccessibleName(country.name)
    row.setAccessibleDescription(Words.listed(country.count, of: country.count))
    return row
  }
}
