import CAdwaita
import GLibBridge

/// A problem that lasts until it is solved, or advice.
package struct Notice: Identifiable {
  /// The kind of problem; a newer notice of the same kind replaces the older one.
  package enum ID: Comparable {
    // The most urgent first.
    case readOnly, unsavedPins, unreadPins, offlineMap, settings, tileAddress, tiles, pictures
    case movingLibrary, importing, exporting, makingPostcard, album, failedPhotos, gonePhotos,
      fallback
  }

  package let id: ID
  let text: String
  /// The label and action of a button; nil if the user can do nothing.
  let remedy: Remedy?
  /// Another remedy, beside the first one.
  let alternative: Remedy?
  /// Whether the notice is advice, not a problem.
  let isAdvice: Bool

  package typealias Remedy = (label: String, action: () -> Void)

  package init(
    id: ID, text: String, remedy: Remedy? = nil, alternative: Remedy? = nil, isAdvice: Bool = false
  ) {
    self.id = id
    self.text = text
    self.remedy = remedy
    self.alternative = alternative
    self.isAdvice = isAdvice
  }
}

/// A bar below the header that shows the most urgent notice.
package final class NoticeBar {
  package let widget: Widget
  private let layout = Layout("notice-bar")
  private var notices: [Notice.ID: Notice] = [:]
  /// The notice that a screen reader has said, as long as it shows: what tells of progress changes
  /// often.
  private var announced: Notice.ID?

  package init() {
    widget = layout["bar"]
    layout["box"].setAccessibleHidden(true)
    layout["remedy"].on("clicked") { [weak self] in self?.current?.remedy?.action() }
    layout["alternative"].on("clicked") { [weak self] in self?.current?.alternative?.action() }
    layout["dismiss"].on("clicked") { [weak self] in
      if let self, let current { remove(current.id) }
    }
  }

  /// Adds a notice; it is shown unless another is more urgent.
  package func add(_ notice: Notice) { replace([], with: [notice]) }

  package func remove(_ id: Notice.ID) { replace([id], with: []) }

  /// Replaces notices in one update.
  package func replace(_ ids: [Notice.ID], with new: [Notice]) {
    for id in ids { notices[id] = nil }
    for notice in new { notices[notice.id] = notice }
    update()
  }

  private var current: Notice? { notices.min { $0.key < $1.key }?.value }

  private func update() {
    gtk_revealer_set_reveal_child(widget.cast(), (current != nil).gboolean)
    layout["box"].setAccessibleHidden(current == nil)
    guard let current else { return announced = nil }
    gtk_label_set_label(layout["label"].cast(), current.text)
    for (id, remedy) in [("remedy", current.remedy), ("alternative", current.alternative)] {
      gtk_widget_set_visible(layout[id], (remedy != nil).gboolean)
      if let remedy { gtk_button_set_label(layout[id].cast(), remedy.label) }
    }
    if announced != current.id { layout["box"].announce(current.text) }
    announced = current.id
    // A problem with a remedy goes when it is solved; others must be dismissed.
    gtk_widget_set_visible(layout["dismiss"], (current.remedy == nil || current.isAdvice).gboolean)
  }
}
