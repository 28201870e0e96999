import CAdwaita
import CGLib
import GLibBridge

/// Something that is wrong and stays so until it is dealt with.
package struct Notice: Identifiable {
  /// What the notice is about; a newer one about the same takes its place.
  package enum ID: Int, Comparable {
    // The first is the most urgent.
    case obstacle, unsavedPins, unreadPins, skippedTiles, skippedWorld, skippedAlbums, offlineMap,
      settings, tileAddress, tiles
    case album, failedPhotos, fallback

    package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
  }

  package let id: ID
  let text: String
  /// The button's label and what it does; nil where there is nothing to do but to know.
  let remedy: (label: String, action: () -> Void)?

  package init(id: ID, text: String, remedy: (label: String, action: () -> Void)? = nil) {
    self.id = id
    self.text = text
    self.remedy = remedy
  }
}

/// A bar below the header that shows the most urgent notice.
package final class NoticeBar {
  package let widget: Widget
  private let layout = Layout("notice-bar")
  private let box: Widget
  private let label: Widget
  private let remedy: Widget
  private let dismiss: Widget
  private var notices: [Notice.ID: Notice] = [:]

  package init() {
    (widget, box) = (layout["bar"], layout["box"])
    (label, remedy, dismiss) = (layout["label"], layout["remedy"], layout["dismiss"])
    box.setAccessibleHidden(true)
    remedy.on("clicked") { [weak self] in self?.current?.remedy?.action() }
    dismiss.on("clicked") { [weak self] in
      if let self, let current { remove(current.id) }
    }
  }

  /// Shows a notice, or what is more urgent.
  package func add(_ notice: Notice) {
    notices[notice.id] = notice
    update()
  }

  /// Takes a notice back.
  package func remove(_ id: Notice.ID) {
    notices[id] = nil
    update()
  }

  /// Takes notices back, and shows others, in one change.
  package func replace(_ ids: [Notice.ID], with new: [Notice]) {
    for id in ids { notices[id] = nil }
    for notice in new { notices[notice.id] = notice }
    update()
  }

  private var current: Notice? { notices.min { $0.key < $1.key }?.value }

  private func update() {
    gtk_revealer_set_reveal_child(widget.cast(), (current != nil).gboolean)
    box.setAccessibleHidden(current == nil)
    // What goes out of sight lets go of the focus at once.
    gtk_widget_set_sensitive(box, (current != nil).gboolean)
    guard let current else { return }
    gtk_label_set_label(label.cast(), current.text)
    gtk_widget_set_visible(remedy, (current.remedy != nil).gboolean)
    // What can be remedied goes when it is; what cannot has to be put away.
    gtk_widget_set_visible(dismiss, (current.remedy == nil).gboolean)
    if let remedy = current.remedy { gtk_button_set_label(self.remedy.cast(), remedy.label) }
  }
}
