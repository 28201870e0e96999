import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import Places
import TouristSession
import TravelModel
import Widgets

/// Shows and hides the panel about the place.
///
/// In a wide window the panel is beside the album. It opens with the page if there is a text about
/// the place, unless the user has closed the panel. In a narrow window it covers the album, opens
/// only when asked for, and closes with it.
final class AboutPane {
  /// What the page shows below its header.
  let widget: Widget
  /// The part that contains the album.
  let content: Widget
  /// Called when the panel is closed while it has the focus.
  var onLoseFocus: () -> Void = {}
  /// Called when the panel changes the width that is left for the album.
  var onResize: () -> Void = {}

  private let layout = Layout("about-place")
  private let pane: SidePane
  private let panel: PlacePanel
  private let settings: Settings
  private let breakpoints: Breakpoints
  private var wasNarrow: Bool?
  /// Whether the user wants the panel beside this album; nil until that is said.
  private var isWanted: Bool?
  /// Whether the panel may still open by itself, which it does as soon as texts are found.
  ///
  /// Once photos are looked at and pressed, it does not, because that would move the photos.
  private var isOpening = false
  /// Whether the program, and not the user, is showing or hiding the panel.
  private var isAdapting = false

  /// The panel's width with its border, in pixels.
  private static let paneWidth = 301

  /// Makes a panel that a toggle button shows and hides.
  init(_ button: Widget, settings: Settings, breakpoints: Breakpoints) {
    (self.settings, self.breakpoints) = (settings, breakpoints)
    (widget, content) = (layout["column"], layout["content"])
    pane = SidePane(layout["pane"], in: widget, by: button, breakpoints: breakpoints)
    panel = PlacePanel(layout, settings: settings)
    pane.onToggle = { [weak self] in self?.toggled(hadFocus: $0) }
    layout["close"].on("clicked") { [weak self] in self?.pane.isShown = false }
    panel.onTexts = { [weak self] in
      guard let self, isOpening else { return }
      isOpening = false
      if !self.breakpoints.isNarrow { showAsRemembered() }
    }
    breakpoints.observe { [weak self] in
      guard let self, wasNarrow != self.breakpoints.isNarrow else { return }
      wasNarrow = self.breakpoints.isNarrow
      showAsRemembered()
    }
  }

  func show(_ pin: Pin, in session: Session) {
    isWanted = nil
    isOpening = true
    panel.show(pin, in: session)
    showAsRemembered()
  }

  func clear() { panel.clear() }

  func toggle() { pane.isShown.toggle() }

  /// The sight that the panel shows by a title.
  func sight(titled title: String) -> Sight? { panel.sight(titled: title) }

  /// Whether the panel lies over the album.
  var coversAlbum: Bool { pane.coversContent }

  /// How much of the window's width the panel takes from the album, in pixels.
  var width: Int { pane.isShown && !pane.coversContent ? AboutPane.paneWidth : 0 }

  private func showAsRemembered() {
    let opens = isWanted ?? panel.hasTexts.map { $0 && settings[.placePanel] }
    isAdapting = true
    defer { isAdapting = false }
    if breakpoints.isNarrow {
      pane.isShown = false
    } else if let opens {
      // Until it is known whether there are texts, the panel stays as at the last album, and so
      // does not close only to open again.
      pane.isShown = opens
    }
  }

  private func toggled(hadFocus: Bool) {
    if !isAdapting, !breakpoints.isNarrow {
      isWanted = pane.isShown
      // A user who closes the panel where it is empty may want to see texts about other places.
      if pane.isShown || panel.hasTexts == true { settings[.placePanel] = pane.isShown }
    }
    onResize()
    if hadFocus, !pane.isShown { onLoseFocus() }
  }
}

/// The panel beside an album that tells about its place.
private final class PlacePanel {
  let widget: Widget
  /// Called when the texts, or that there are none, have become known.
  var onTexts: () -> Void = {}

  private let layout: Layout
  private let settings: Settings
  private let sights: PlaceRows
  private let pins: PlaceRows
  private var guide: PlaceGuide?
  private var observers: [Observer] = []
  private var tick: ScheduledCall?

  init(_ layout: Layout, settings: Settings) {
    (self.layout, self.settings) = (layout, settings)
    widget = layout["panel"]
    sights = PlaceRows(layout["sights"], in: layout["sights-group"])
    pins = PlaceRows(layout["pins"], in: layout["pins-group"])
    widget.on("map") { [weak self] in self?.showTime() }
    widget.on("unmap") { [weak self] in self?.stopClock() }
    layout["turn-on"].on("clicked") { [weak self] in self?.turnTextsOn() }
    layout["stand-here"].on("clicked") { [weak self] in
      guard let self, let pin = guide?.pin else { return }
      widget.ask(.standAt(pin.coordinate, pin.id))
    }
    settings.onChange(of: .askPanoramax) { [weak self] in self?.offerStreet() }
    offerStreet()
    settings.onChange(of: .placeArticles) { [weak self] in
      self?.showTexts()
      self?.guide?.fetchArticles()
    }
  }

  /// Shows what is known about the place of a pin, and updates it.
  func show(_ pin: Pin, in session: Session) {
    let guide = PlaceGuide(for: pin, in: session)
    self.guide = guide
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(layout["scroller"].cast()), 0)
    observers = [
      Observer { [weak self] in self?.showTexts() },
      Observer(of: { [weak self] in self?.hasTexts }) { [weak self] known in
        if known != nil { self?.onTexts() }
      },
      Observer { [weak self] in
        _ = guide.zone
        self?.showTime()
      },
      Observer { [weak self] in self?.showSights() },
      Observer { [weak self] in self?.showPins() },
      Observer { [weak guide] in
        _ = session.map.pins
        guide?.measure()
      },
    ]
  }

  func clear() {
    observers = []
    guide = nil
    stopClock()
  }

  func sight(titled title: String) -> Sight? {
    guide?.about?.sights.first { $0.title == title }
  }

  /// Whether there are texts about the place; nil while that is not known.
  var hasTexts: Bool? {
    guard let guide, guide.isRead || guide.about != nil else { return nil }
    return guide.about?.texts.isEmpty == false
  }
}

extension PlacePanel {
  /// For articles about something farther away than this, in metres, the panel says how far.
  private static let farDistance = 1_000.0
  private static let sightZoom = 15.0
  private static let mostSights = 6

  private func showTexts() {
    let texts = layout["texts"]
    while let child = gtk_widget_get_first_child(texts) { gtk_box_remove(texts.cast(), child) }
    guard let guide else { return }
    let shown = guide.about?.texts ?? []
    for text in shown { add(text, to: texts, around: guide.pin.coordinate) }
    gtk_widget_set_visible(texts, (!shown.isEmpty).gboolean)
    let isOff = guide.isRead && guide.about == nil && !settings[.placeArticles]
    gtk_widget_set_visible(layout["no-texts"], isOff.gboolean)
  }

  private func offerStreet() {
    let isOn: Bool = settings[.askPanoramax]
    gtk_widget_set_visible(layout["stand-here"], isOn.gboolean)
  }

  private func turnTextsOn() {
    // The button goes, and must not take the focus along.
    gtk_widget_grab_focus(layout["close"])
    settings[.placeArticles] = true
  }

  private func add(_ text: PlaceText, to texts: Widget, around place: Coordinate) {
    let layout = Layout("place-text")
    gtk_box_append(texts.cast(), layout["text"])
    for (label, words) in [(layout["title"], text.title), (layout["body"], text.text)] {
      gtk_label_set_label(label.cast(), words)
      gtk_widget_set_direction(
        label, text.text.beginsRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
      // Some letters look different in other languages.
      let attributes = pango_attr_list_new()!
      pango_attr_list_insert(
        attributes, pango_attr_language_new(pango_language_from_string(text.language)))
      gtk_label_set_attributes(label.cast(), attributes)
      pango_attr_list_unref(attributes)
    }
    Quotation.lend(layout["body"], from: text)
    let distance = text.coordinate?.distance(to: place) ?? 0
    gtk_label_set_label(layout["away"].cast(), Words.away(distance))
    gtk_widget_set_visible(layout["away"], (distance > PlacePanel.farDistance).gboolean)
    gtk_label_set_label(layout["credit"].cast(), Words.credit(of: text))
    layout["credit"].on("activate-link") { [weak self] (address: String) -> Bool in
      self?.widget.ask(.openPage(address: address))
      return true
    }
  }

  private func showSights() {
    guard let guide else { return }
    let sights = guide.about?.sights ?? []
    let place = guide.pin.coordinate
    self.sights.show(
      sights.isEmpty
        ? guide.landmarks.map { near in
          let found = near.landmark
          return row(found.title, Words.detail(of: found), found.place, Words.away(near))
        }
        : sights.prefix(PlacePanel.mostSights).map { sight in
          row(
            sight.title, sight.detail,
            PlaceRequest(coordinate: sight.coordinate, zoom: PlacePanel.sightZoom),
            Words.away(sight.coordinate.distance(to: place)), offersMore: true)
        })
  }

  private func row(
    _ title: String, _ detail: String, _ target: PlaceRequest, _ away: String,
    offersMore: Bool = false
  ) -> PlaceRows.Row {
    PlaceRows.Row(
      title: title, subtitle: detail.isEmpty ? away : "\(detail) · \(away)",
      icon: "mark-location-symbolic", offersMore: offersMore
    ) { [weak self] in
      self?.widget.ask(.markPlace(name: title, kind: detail, target))
    }
  }

  private func showPins() {
    pins.show(
      (guide?.neighbours ?? []).map { near in
        PlaceRows.Row(
          title: near.pin.title, subtitle: Words.away(near.distance), icon: "go-next-symbolic"
        ) { [widget] in widget.ask(.openAlbum(near.pin.id)) }
      })
  }

  private func stopClock() {
    tick?.cancel()
    tick = nil
  }

  /// Shows the local time, and updates it when the next minute begins.
  private func showTime() {
    stopClock()
    guard let guide, gtk_widget_get_mapped(widget) != 0 else { return }
    let now = Double(g_get_real_time()) / 1e6
    let rules = guide.zone.map(PlaceClock.init)
    let offset = rules?.offset(at: now)
    gtk_widget_set_visible(layout["time"], (offset != nil).gboolean)
    guard let rules, let offset, let midday = rules.midday(at: now) else { return }
    let here = PlaceClock.here(at: now)
    set(
      layout["clock"],
      [
        Words.localTime(now, offset: offset, here: here),
        Words.timeDifference(offset, here: here),
      ].filter { !$0.isEmpty }.joined(separator: " · "))
    let times = SunTimes(at: guide.pin.coordinate, midday: midday)
    set(layout["sun"], Words.sun(times) { rules.offset(at: $0) ?? offset })
    let rest = 60 - now.truncatingRemainder(dividingBy: 60)
    tick = MainLoop.after(milliseconds: UInt32(rest * 1000) + 20) { [weak self] in
      self?.showTime()
    }
  }

  private func set(_ row: Widget, _ text: String) {
    row.set("subtitle", to: text)
    let title = String(cString: adw_preferences_row_get_title(row.cast()))
    row.setAccessibleName(tr("{name}: {value}", ["name": title, "value": text]))
  }
}

/// A list of places that can be shown on the map; hidden with its group while it is empty.
private final class PlaceRows {
  struct Row {
    let title: String
    let subtitle: String
    let icon: String
    /// Whether it has a button that fills the album with more photos of it.
    var offersMore = false
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
    for row in new { add(row) }
    gtk_widget_set_visible(group, (!new.isEmpty).gboolean)
  }

  private func add(_ row: Row) {
    let layout = Layout("place-row")
    let widget = layout["row"]
    gtk_list_box_append(list.cast(), widget)
    widget.set("title", to: row.title)
    widget.set("subtitle", to: row.subtitle)
    widget.setAccessibleName(tr("{name}: {value}", ["name": row.title, "value": row.subtitle]))
    layout["icon"].set("icon-name", to: row.icon)
    guard row.offersMore else { return }
    let (button, name) = (layout["more"], tr("More of {place}", ["place": row.title]))
    gtk_widget_set_visible(button, 1)
    gtk_widget_set_tooltip_text(button, name)
    button.setAccessibleName(name)
    // The target first, without which GTK would warn that it does not fit the action.
    gtk_actionable_set_action_target_value(button.cast(), g_variant_new_string(row.title))
    gtk_actionable_set_action_name(button.cast(), "album.more-of")
  }
}
