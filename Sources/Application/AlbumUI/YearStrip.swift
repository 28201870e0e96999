import CAdwaita
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// A row of the decades of an album's photos, with a bar for how many there are of each.
///
/// It is shown where the photos span at least two decades. Each decade is a button; those that are
/// pressed are shown alone.
final class YearStrip {
  let widget: Widget
  /// Called with the chosen decades; none if all photos are to be shown.
  var onChoose: (Set<Int>) -> Void = { _ in }
  /// Whether the window leaves no height for it; what is chosen stays in sight.
  var isLow = false { didSet { update() } }
  var chosen: Set<Int> = [] {
    didSet {
      update()
      if chosen != oldValue { onChoose(chosen) }
    }
  }

  private let row: Widget
  private let allYears: Widget
  private var buttons: [Int: Widget] = [:]
  private var counts: [Int: Int] = [:]
  /// The edition and length of the list of photos that is shown.
  private var shown: (edition: Int, count: Int)?

  /// The height of the longest bar, in pixels.
  private static let barHeight = 18

  init(_ layout: Layout) {
    (widget, row, allYears) = (layout["years"], layout["decades"], layout["all-years"])
    allYears.on("clicked") { [weak self] in self?.chosen = [] }
  }

  /// Shows the decades of an album; `isChanged` if a photo has replaced another.
  func show(_ album: AlbumModel, isChanged: Bool = false) {
    let new = (edition: album.edition, count: album.tally.all)
    guard isChanged || shown.map({ $0 != new }) ?? true else { return }
    let isOther = shown?.edition != new.edition
    shown = new
    show(Decades.counts(of: album.photos.compactMap(\.details.years)))
    // Other photos are not to be hidden by a choice among the last ones.
    chosen = isOther ? [] : chosen.filter { counts[$0] != nil }
  }

  func clear() {
    shown = nil
    show([:])
    chosen = []
  }

  private func show(_ new: [Int: Int]) {
    guard new != counts else { return }
    counts = new
    for button in buttons.values { gtk_box_remove(row.cast(), button) }
    buttons = [:]
    for decade in new.keys.sorted() {
      let button = makeButton(of: decade)
      buttons[decade] = button
      gtk_box_append(row.cast(), button)
    }
  }

  private func makeButton(of decade: Int) -> Widget {
    let count = counts[decade] ?? 0
    let button = gtk_toggle_button_new()!
    let bar = makeBox(GTK_ORIENTATION_VERTICAL)
    bar.addClass("year-bar")
    let height = YearStrip.barHeight * count / max(1, counts.values.max() ?? 1)
    gtk_widget_set_size_request(bar, -1, Int32(max(2, height)))
    gtk_widget_set_valign(bar, GTK_ALIGN_END)
    gtk_widget_set_vexpand(bar, 1)
    // Translators: ten years, such as those from 1890 to 1899.
    let name = tr("{year}s", ["year": String(decade)])
    let label = gtk_label_new(name)!
    gtk_button_set_child(button.cast(), makeBox(GTK_ORIENTATION_VERTICAL, spacing: 3, bar, label))
    button.addClass("flat")
    button.setAccessibleName(name)
    button.setAccessibleDescription(Words.photoCount(count))
    gtk_widget_set_tooltip_text(button, Words.photoCount(count))
    button.on("clicked") { [weak self] in self?.chosen.formSymmetricDifference([decade]) }
    return button
  }

  private func update() {
    let isShown = !counts.isEmpty && (!isLow || !chosen.isEmpty)
    gtk_widget_set_visible(widget, isShown.gboolean)
    gtk_toggle_button_set_active(allYears.cast(), chosen.isEmpty.gboolean)
    for (decade, button) in buttons {
      gtk_toggle_button_set_active(button.cast(), chosen.contains(decade).gboolean)
    }
  }
}
