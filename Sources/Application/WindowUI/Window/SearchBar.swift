import Atlas
import CAdwaita
import GLibBridge
import PinsUI
import Places
import TouristSession
import Widgets

/// The search for places: an entry above the map, and the results over it.
final class SearchBar {
  let bar: Widget
  let list: Widget

  private unowned let main: MainWindow
  private let model: SearchModel
  private let layout = Layout("search")
  private let entry: Widget
  private let rows: Widget
  private var shown: [SearchResult] = []
  private var observer: Observer?
  /// The action for the selected result, once the results are there.
  private var pending: ((SearchResult) -> Void)?

  init(_ main: MainWindow) {
    self.main = main
    model = SearchModel(
      world: main.session.world, map: main.session.map, languages: preferredLanguages())
    (bar, entry) = (layout["bar"], layout["entry"])
    (list, rows) = (layout["list"], layout["rows"])
    connectList()
    connectEntry()
    observer = Observer { [weak self] in self?.showResults() }
  }

  /// Opens the search, for a text if one is given, and focuses the entry.
  func open(_ text: String? = nil) {
    gtk_search_bar_set_search_mode(bar.cast(), 1)
    if let text { gtk_editable_set_text(entry.cast(), text) }
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.cast(), 0, -1)
  }

  /// Closes the search; false if it is not open.
  @discardableResult
  func close() -> Bool {
    defer { gtk_search_bar_set_search_mode(bar.cast(), 0) }
    return isOpen
  }

  private var isOpen: Bool { gtk_search_bar_get_search_mode(bar.cast()) != 0 }
}

extension SearchBar {
  private func connectEntry() {
    bar.setAccessibleHidden(true)
    // Without animation: GTK drops keys typed before its first frame.
    gtk_revealer_set_transition_duration(gtk_widget_get_first_child(bar).cast(), 0)
    gtk_search_bar_connect_entry(bar.cast(), entry.cast())
    // Searches at each key, which is fast because it is offline.
    entry.on("changed") { [weak self] in
      guard let self, let text = gtk_editable_get_text(entry.cast()) else { return }
      pending = nil
      model.text = String(cString: text)
    }
    entry.on("activate") { [weak self] in self?.choose { self?.show($0) } }
    bar.on("notify::search-mode-enabled") { [weak self] in
      guard let self else { return }
      showResults()
      pending = nil
      bar.setAccessibleHidden(!isOpen)
      if !isOpen { main.mapPage.grabFocus() }
    }

    entry.addKeys(capturing: true) { [weak self] (key: SearchKey) in
      switch key {
      case .next: self?.moveSelection(by: 1)
      case .previous: self?.moveSelection(by: -1)
      case .dropPin: self?.choose { [weak self] in self?.main.dropPin(atFound: $0) }
      }
      return true
    }
  }

  private func connectList() {
    // Keeps keys from the map, except those that move the focus.
    let keys = list.addController(gtk_event_controller_key_new())
    keys.on("key-pressed") { [weak self] (key: UInt32, _: UInt32, _: UInt32) -> Bool in
      switch Int32(bitPattern: key) {
      case GDK_KEY_Escape: self?.close()
      case GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab, GDK_KEY_Up, GDK_KEY_Down: return false
      default: break
      }
      return true
    }
    rows.on("row-activated") { [weak self] (row: OpaquePointer) in
      guard let self else { return }
      let index = Int(gtk_list_box_row_get_index(row.cast()))
      if shown.indices.contains(index) { show(shown[index]) }
    }
  }

  private func show(_ result: SearchResult) {
    close()
    main.mark(result)
  }

  /// Acts on the selected result, once the results are those of the current text.
  private func choose(_ act: @escaping (SearchResult) -> Void) {
    guard isOpen else { return }
    guard model.isCurrent, shown == model.results else { return pending = act }
    if let selected { act(selected) }
  }

  private var selected: SearchResult? {
    let row = gtk_list_box_get_selected_row(rows.cast())
    let index = row.map { Int(gtk_list_box_row_get_index($0)) } ?? 0
    return shown.indices.contains(index) ? shown[index] : nil
  }

  private func moveSelection(by step: Int32) {
    let row = gtk_list_box_get_selected_row(rows.cast())
    let index = row.map { gtk_list_box_row_get_index($0) + step } ?? 0
    guard let next = gtk_list_box_get_row_at_index(rows.cast(), max(0, index)) else { return }
    gtk_list_box_select_row(rows.cast(), next)
    var box = graphene_rect_t()
    guard gtk_widget_compute_bounds(next.widget, rows, &box) != 0 else { return }
    gtk_adjustment_clamp_page(
      gtk_scrolled_window_get_vadjustment(layout["scroller"].cast()), Double(box.origin.y),
      Double(box.origin.y + box.size.height))
  }

  private func showResults() {
    let results = model.results
    let isEmpty = model.isCurrent && results.isEmpty && model.text.contains { !$0.isWhitespace }
    defer { choosePending() }
    gtk_widget_set_visible(list, (isOpen && (!results.isEmpty || isEmpty)).gboolean)
    gtk_widget_set_visible(layout["nothing"], isEmpty.gboolean)
    guard results != shown else { return }
    shown = results
    while let row = gtk_list_box_get_row_at_index(rows.cast(), 0) {
      gtk_list_box_remove(rows.cast(), row.widget)
    }
    for result in results { addRow(for: result) }
    gtk_list_box_select_row(rows.cast(), gtk_list_box_get_row_at_index(rows.cast(), 0))
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(layout["scroller"].cast()), 0)
  }

  private func choosePending() {
    guard model.isCurrent, shown == model.results, let act = pending else { return }
    pending = nil
    choose(act)
  }

  private func addRow(for result: SearchResult) {
    let layout = Layout("search-row")
    gtk_list_box_append(rows.cast(), layout["row"])
    let detail = Words.detail(of: result)
    layout["icon"].set("icon-name", to: SearchBar.icon(of: result.kind))
    gtk_label_set_label(layout["title"].cast(), result.title)
    gtk_label_set_label(layout["detail"].cast(), detail)
    gtk_widget_set_visible(layout["detail"], (!detail.isEmpty).gboolean)
    let isPin = if case .pin = result.kind { true } else { false }
    gtk_widget_set_visible(layout["drop"], (!isPin).gboolean)
    layout["drop"].on("clicked") { [weak self] in self?.main.dropPin(atFound: result) }
    layout["row"].setAccessibleName(detail.isEmpty ? result.title : "\(result.title), \(detail)")
  }

  private static func icon(of kind: SearchResult.Kind) -> String {
    switch kind {
    case .coordinate: "find-location-symbolic"
    case .pin: "mark-location-symbolic"
    case .city: "place-city-symbolic"
    case .country: "place-country-symbolic"
    case .landmark(_, let kind): kind.isWater ? "place-water-symbolic" : "place-land-symbolic"
    }
  }
}
