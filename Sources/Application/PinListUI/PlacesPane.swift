import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The list of places with its search, its order, and actions on several places.
final class PlacesPane {
  let widget: Widget
  let list: PinList
  let view: PlaceListView
  unowned let column: PlacesColumn

  private let layout = Layout("places")
  private let entry: Widget
  private let scroller: Widget
  private var observer: Observer?
  private let countries: CountriesButton
  /// The position to focus after rows have been removed.
  private var nextFocus: Int?

  init(list: PinList, in column: PlacesColumn, photos: PinPhotos) {
    (self.list, self.column) = (list, column)
    view = PlaceListView(of: list, photos)
    (widget, entry) = (layout["pane"], layout["entry"])
    countries = CountriesButton(layout["countries"], been: column.session.been, entry)
    scroller = layout["scroller"]
    gtk_scrolled_window_set_child(scroller.cast(), view.widget)
    preserveScrollOnResize(of: scroller)
    Menus.give("places-order", to: layout["order"])
    Menus.give("places", to: layout["menu"])
    connectEntry()
    addActions()
    view.pane = self
    for button in ["add-to-trip", "export", "remove"] {
      gtk_label_set_ellipsize(
        gtk_button_get_child(layout[button].cast()).cast(), PANGO_ELLIPSIZE_END)
    }
    layout["select"].on("toggled") { [weak self] in self?.selectingChanged() }
    widget.addKeys { [weak self] (key: PlacesKey) in
      guard let self, key == .leave else { return false }
      if view.isSelecting {
        select(false)
      } else if view.chosen.count > 1 {
        view.selectNone()
      } else {
        column.leave()
      }
      return true
    }
    layout["clear"].on("clicked") { [entry] in gtk_editable_set_text(entry.cast(), "") }
    for remedy in ["clear", "all"] {
      layout[remedy].on("clicked") { [weak self] in self?.grabFocus() }
    }
    observer = Observer { [weak self] in self?.showState() }
  }

  func grabFocus() { gtk_widget_grab_focus(entry) }

  func applySettings() {
    list.order = column.settings.placeOrder
    list.isInView = column.settings[.placesInView]
    showTop()
  }

  func remove(_ chosen: [Pin.ID]) {
    guard let first = chosen.first else { return }
    if Focus.isIn(view.widget) || chosen.count > 1 {
      nextFocus = list.rows.firstIndex(of: first)
    }
    widget.changeLibrary { [weak self, session = column.session] in
      try await session.remove(chosen)
      self?.select(false)
    }
  }

  /// Starts or ends selecting several places.
  func select(_ begins: Bool) {
    gtk_toggle_button_set_active(layout["select"].cast(), begins.gboolean)
  }
}

extension PlacesPane {
  private func connectEntry() {
    gtk_search_entry_set_key_capture_widget(entry.cast(), view.widget)
    // Searches at each key: it is too fast to notice.
    entry.on("changed") { [weak self] in
      guard let self, let text = gtk_editable_get_text(entry.cast()) else { return }
      list.text = String(cString: text)
      showTop()
    }
    // Typing may remove the focused row, so the entry gets the focus first.
    entry.on("search-started") { [entry] in
      gtk_widget_grab_focus(entry)
      gtk_editable_set_position(entry.cast(), -1)
    }
    entry.on("activate") { [weak self] in self?.openFirst() }
    entry.on("stop-search") { [weak self] in
      guard let self else { return }
      list.text.isEmpty ? column.leave() : gtk_editable_set_text(entry.cast(), "")
    }
    entry.addKeys(capturing: true) { [weak self] (_: PlaceSearchKey) in
      guard let self, list.count > 0 else { return false }
      view.focusRow(at: 0)
      return true
    }
  }

  /// Scrolls to the top now, and again when the list has changed: GTK keeps a row in sight that is
  /// in both lists.
  private func showTop() {
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.cast()), 0)
    Task { [weak self, list] in
      await list.settle()
      self?.view.scrollToTop()
    }
  }

  private func addActions() {
    let group = g_simple_action_group_new()!
    group.addAction("export") { [weak self] in
      if let self { widget.ask(.exportPins(view.chosen)) }
    }
    group.addAction("add-to-trip") { [weak self] in
      guard let self, !view.chosen.isEmpty else { return }
      TripDialog.show(through: view.chosen, in: column.session, over: widget) { [weak self] in
        self?.select(false)
        self?.view.selectNone()
      }
    }
    group.addAction("remove") { [weak self] in
      if let self { remove(view.chosen) }
    }
    group.addAction("show-on-map") { [weak self] in
      if let self, let pin = view.focused { column.showOnMap(pin) }
    }
    gtk_widget_insert_action_group(widget, "places", group.cast())
    g_object_unref(group.raw)
  }

  /// Opens the first place found, once the list matches the text.
  private func openFirst() {
    Task { [weak self, list] in
      await list.settle()
      guard let self, list.count > 0, gtk_widget_get_mapped(widget) != 0 else { return }
      column.openAlbum(of: list.rows[0])
    }
  }

  private func selectingChanged() {
    view.isSelecting = gtk_toggle_button_get_active(layout["select"].cast()) != 0
    // The keys that select are those of the list.
    if view.isSelecting, Focus.isIn(layout["select"]) { gtk_widget_grab_focus(view.widget) }
    rowsChanged()
  }

  /// Updates the pane after rows or the selection have changed.
  func rowsChanged() {
    let count = view.rows.chosen.count
    let isShown = count > 1 || view.isSelecting
    gtk_label_set_label(
      layout["chosen-count"].cast(),
      tr(
        "{number} selected", plural: "{number} selected", count: count,
        ["number": Words.number(count)]))
    gtk_revealer_set_reveal_child(layout["chosen"].cast(), isShown.gboolean)
    layout["chosen"].setAccessibleHidden(!isShown)
    // An insensitive button would lose the focus to outside of the list.
    if count == 0, Focus.isIn(layout["chosen-actions"]) { gtk_widget_grab_focus(view.widget) }
    gtk_widget_set_sensitive(layout["chosen-actions"], (count > 0).gboolean)
    view.tellPointed()
  }

  /// Shows how many places there are or, if none, what to do about it.
  private func showState() {
    let (count, all, isCurrent) = (list.count, list.pinCount, list.isCurrent)
    gtk_widget_set_sensitive(layout["select"], (all > 0).gboolean)
    gtk_label_set_label(layout["count"].cast(), all > 0 ? Words.listed(count, of: all) : "")
    var name = "scroller"
    // Before the first reading it is unknown whether there are any pins.
    if count == 0, isCurrent {
      name = all == 0 ? "none" : list.text.isEmpty ? "out-of-view" : "not-found"
    }
    let (page, pages) = (layout[name], layout["pages"])
    let hadFocus = Focus.isIn(pages) && gtk_stack_get_visible_child(pages.cast()) != page
    showPage(page, of: pages)
    if hadFocus { grabFocus() }
    if isCurrent, let position = nextFocus {
      nextFocus = nil
      view.focusRow(at: min(position, count - 1))
    }
  }
}

/// The button with the number of countries where the user has been, and a list of them.
private final class CountriesButton {
  private let button: Widget
  private let list: Widget
  private let been: BeenCountries
  private var shown: [BeenCountry] = []
  private var observer: Observer?

  /// Fills a menu button, which is hidden while there are no countries; pressing a country searches
  /// for its name in the entry.
  init(_ button: Widget, been: BeenCountries, _ entry: Widget) {
    (self.button, self.been) = (button, been)
    let layout = Layout("countries")
    list = layout["list"]
    list.setAccessibleName(tr("Visited Countries"))
    gtk_menu_button_set_popover(button.cast(), layout["popover"])
    hideTooltip(during: layout["popover"])
    list.on("row-activated") { [weak self, entry, popover = layout["popover"]] (row: Widget) in
      guard let self else { return }
      let place = Int(gtk_list_box_row_get_index(row.cast()))
      guard shown.indices.contains(place) else { return }
      gtk_popover_popdown(popover.cast())
      gtk_editable_set_text(entry.cast(), shown[place].name)
    }
    been.start()
    observer = Observer { [weak self] in self?.show() }
  }

  private func show() {
    let countries = been.countries
    gtk_widget_set_visible(button, (!countries.isEmpty).gboolean)
    gtk_menu_button_set_label(
      button.cast(),
      tr(
        "{number} country", plural: "{number} countries", count: countries.count,
        ["number": Words.number(countries.count)]))
    guard countries != shown else { return }
    shown = countries
    while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(list.cast(), row) }
    for country in countries { gtk_list_box_append(list.cast(), CountriesButton.row(of: country)) }
  }

  private static func row(of country: BeenCountry) -> Widget {
    let name = makeLabel(country.name)
    gtk_widget_set_hexpand(name, 1)
    let count = makeLabel(Words.number(country.count))
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
