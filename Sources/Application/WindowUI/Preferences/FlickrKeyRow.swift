import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import Widgets

/// The row of the user's Flickr key.
final class FlickrKeyRow {
  private let preferences: Widget
  private let widget: Widget
  private let key: FlickrKey
  private let change: Widget
  private let remove: Widget
  private var observer: Observer?

  init(_ layout: Layout, key: FlickrKey) {
    self.key = key
    preferences = layout["dialog"]
    (widget, change, remove) = (layout["key"], layout["change-key"], layout["remove-key"])
    widget.on("activated") { [weak self] in self?.ask() }
    change.on("clicked") { [weak self] in self?.ask() }
    remove.on("clicked") { [weak self] in self?.forget() }
    observer = Observer { [weak self] in self?.update() }
    Task { await key.look() }
  }

  private func update() {
    widget.set("subtitle", to: Words.state(of: key))
    let (hasKey, isOurs) =
      switch key.state {
      case .unknown, .none: (false, true)
      case .kept, .thisSessionOnly: (true, true)
      case .fromEnvironment: (true, false)
      }
    gtk_button_set_label(change.cast(), hasKey ? tr("Change…") : tr("Set…"))
    change.setAccessibleName(hasKey ? tr("Change Flickr Key…") : tr("Set Flickr Key…"))
    gtk_list_box_row_set_activatable(widget.cast(), isOurs.gboolean)
    gtk_widget_set_visible(change, isOurs.gboolean)
    gtk_widget_set_visible(remove, (hasKey && isOurs).gboolean)
  }

  private func ask() {
    FlickrKeyDialog.show(over: preferences, key: key)
  }

  private func forget() {
    Task {
      do {
        try await key.forget()
      } catch let failure as KeyStoreFailure {
        guard gtk_widget_get_mapped(preferences) != 0 else { return }
        Dialog.addToast(Words.keyNotRemoved(because: failure), to: preferences)
      }
    }
  }
}
