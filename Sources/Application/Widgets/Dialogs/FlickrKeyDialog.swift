import CAdwaita
import CGLib
import GLibBridge
package import TouristSession
package import TravelModel

/// The dialog that asks for the user's Flickr key.
package final class FlickrKeyDialog {
  private let dialog: Widget
  private let parent: Ref<Widget>
  private let key: FlickrKey
  private let onKey: () -> Void
  private let entry: Widget
  private let flaw: Widget
  private let sessionOnly: Widget
  private let reasonLabel: Widget
  private var observer: Observer?

  /// Asks for a key over a window, and calls `onKey` with a valid one.
  ///
  /// `failure` says why a key is needed; nil if the user opened the dialog.
  package static func show(
    over parent: Widget, key: FlickrKey, because failure: SourceFailure? = nil,
    onKey: @escaping () -> Void = {}
  ) {
    let layout = Layout("flickr-key")
    let dialog = FlickrKeyDialog(layout, over: parent, key: key, because: failure, onKey: onKey)
    attach(dialog, to: layout["dialog"])
    Dialog.present(layout, over: parent, focus: dialog.entry)
  }

  private init(
    _ layout: Layout, over parent: Widget, key: FlickrKey, because failure: SourceFailure?,
    onKey: @escaping () -> Void
  ) {
    self.key = key
    self.onKey = onKey
    self.parent = Ref(retaining: parent)
    dialog = layout["dialog"]
    (entry, flaw) = (layout["entry"], layout["flaw"])
    (sessionOnly, reasonLabel) = (layout["session-only"], layout["store-failure"])
    dialog.set("heading", to: FlickrKeyDialog.heading(for: failure))
    let link = layout["link"]
    link.on("activate-link") { [dialog] () -> Bool in
      WebPage.open(String(cString: gtk_link_button_get_uri(link.cast())), over: dialog)
      return true
    }
    entry.on("changed") { [weak self] in self?.check() }
    dialog.on("response") { [weak self] (response: String) in
      if response == "use" { self?.use() }
    }
    observer = Observer { [weak self] in self?.showStoreFailure() }
    check()
    Task { await key.look() }
  }
}

extension FlickrKeyDialog {
  private var text: String { String(cString: gtk_editable_get_text(entry.cast())) }

  /// Enables the button if the text can be a key, and shows what is wrong with it.
  private func check() {
    var reason: FlickrKey.Flaw?
    do {
      _ = try FlickrKey.checked(text)
    } catch {
      reason = error
    }
    Dialog.setEnabled(reason == nil, answer: "use", to: dialog)
    // An empty entry needs no explanation.
    let isSaid = reason != nil && reason != .empty
    if let reason { gtk_label_set_label(flaw.cast(), Words.sentence(for: reason)) }
    gtk_widget_set_visible(flaw, isSaid.gboolean)
    entry.setAccessibleDescription(isSaid ? reason.map(Words.sentence(for:)) ?? "" : "")
  }

  private func showStoreFailure() {
    let reason = key.storeFailure
    // The user's choice is kept while storing remains possible.
    if (reason == nil) != (gtk_widget_get_sensitive(sessionOnly) != 0) {
      gtk_check_button_set_active(sessionOnly.cast(), (reason != nil).gboolean)
    }
    gtk_widget_set_sensitive(sessionOnly, (reason == nil).gboolean)
    if let reason { gtk_label_set_label(reasonLabel.cast(), Words.sentence(for: reason)) }
    gtk_widget_set_visible(reasonLabel, (reason != nil).gboolean)
  }

  private func use() {
    let isSaved = gtk_check_button_get_active(sessionOnly.cast()) == 0
    Task { [key, onKey, text, parent] in
      guard (try? await key.use(text, saving: isSaved)) != nil else { return }
      onKey()
      // The key should have been stored, and the dialog did not say that it cannot be.
      guard isSaved, key.state == .thisSessionOnly, let reason = key.storeFailure else { return }
      await Dialog.tell(
        tr("Key Not Stored"), Words.sentence(for: reason), over: parent.pointer)
    }
  }

  private static func heading(for failure: SourceFailure?) -> String {
    switch failure {
    case .keyMissing: tr("Flickr Needs Your Key")
    case .keyRefused: tr("Flickr Does Not Accept the Key")
    default: tr("Your Flickr Key")
    }
  }
}
