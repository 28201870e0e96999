import CAdwaita
import CGLib
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
  let remedy: (label: String, action: () -> Void)?
  /// Whether the notice is advice, not a problem.
  let isAdvice: Bool

  package init(
    id: ID, text: String, remedy: (label: String, action: () -> Void)? = nil, isAdvice: Bool = false
  ) {
    self.id = id
    self.text = text
    self.remedy = remedy
    self.isAdvice = isAdvice
  }
}

/// A bar below the header that shows the most urgent notice.
package final class NoticeBar {
  package let widget: Widget
  private let layout = Layout("notice-bar")
  private var notices: [Notice.ID: Notice] = [:]

  package init() {
    widget = layout["bar"]
    layout["box"].setAccessibleHidden(true)
    layout["remedy"].on("clicked") { [weak self] in self?.current?.remedy?.action() }
    layout["dismiss"].on("clicked") { [weak self] in
      if let self, let current { remove(current.id) }
    }
  }

  /// Adds a notice; it is shown unless another is more urgent.
  package func add(_ notice: Notice) {
    notices[notice.id] = notice
    update()
  }

  package func remove(_ id: Notice.ID) {
    notices[id] = nil
    update()
  }

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
    // Insensitive widgets lose the focus at once, which hidden ones do only after the animation.
    gtk_widget_set_sensitive(layout["box"], (current != nil).gboolean)
    guard let current else { return }
    gtk_label_set_label(layout["label"].cast(), current.text)
    gtk_widget_set_visible(layout["remedy"], (current.remedy != nil).gboolean)
    // A problem with a remedy goes when it is solved; others must be dismissed.
    gtk_widget_set_visible(
      layout["dismiss"], (current.remedy == nil || current.isAdvice).gboolean)
    if let remedy = current.remedy { gtk_button_set_label(layout["remedy"].cast(), remedy.label) }
  }
}
