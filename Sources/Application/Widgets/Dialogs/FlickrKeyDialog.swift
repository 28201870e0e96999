import CAdwaita
import GLibBridge
package import TouristSession
package import TravelModel

/// The dialog that asks for the user's Flickr key.
package final class FlickrKeyDialog {
  private let parent: Ref<Widget>
  private let key: FlickrKey
  private let onKey: () -> Void
  private let entry: Widget
  private let flaw: Widget
  private let useButton: Widget
  private let sessionOnly: Widget
  /// The row of `sessionOnly`.
  private let session: Widget
  private var observer: Observer?

  private static let pageOfKeys = "https://www.flickr.com/services/apps/create/"

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
    Dialog.present(form: layout, answers: "use", over: parent, focus: dialog.entry) {
      [weak dialog] answer in if answer != nil { dialog?.use() }
    }
  }

  private init(
    _ layout: Layout, over parent: Widget, key: FlickrKey, because failure: SourceFailure?,
    onKey: @escaping () -> Void
  ) {
    self.key = key
    self.onKey = onKey
    self.parent = Ref(retaining: parent)
    (entry, flaw, useButton) = (layout["entry"], layout["flaw"], layout["use"])
    (sessionOnly, session) = (layout["session-only"], layout["session"])
    let dialog = layout["dialog"]
    dialog.set("title", to: FlickrKeyDialog.title(for: failure))
    layout["link"].on("activated") { [dialog] in
      WebPage.open(FlickrKeyDialog.pageOfKeys, over: dialog)
    }
    entry.on("changed") { [weak self] in self?.check() }
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
    gtk_widget_set_sensitive(useButton, (reason == nil).gboolean)
    // An empty entry needs no explanation.
    let isSaid = reason != nil && reason != .empty
    if let reason { flaw.set("title", to: Words.sentence(for: reason)) }
    gtk_widget_set_visible(flaw, isSaid.gboolean)
    entry.setAccessibleDescription(isSaid ? reason.map(Words.sentence(for:)) ?? "" : "")
  }

  private func showStoreFailure() {
    let reason = key.storeFailure
    // The user's choice is kept while storing remains possible.
    if (reason == nil) != (gtk_widget_get_sensitive(sessionOnly) != 0) {
      gtk_switch_set_active(sessionOnly.cast(), (reason != nil).gboolean)
    }
    gtk_widget_set_sensitive(sessionOnly, (reason == nil).gboolean)
    session.set("subtitle", to: reason.map(Words.sentence(for:)) ?? "")
  }

  private func use() {
    let isSaved = gtk_switch_get_active(sessionOnly.cast()) == 0
    Task { [key, onKey, text, parent] in
      guard (try? await key.use(text, saving: isSaved)) != nil else { return }
      onKey()
      // The key should have been stored, and the dialog did not say that it cannot be.
      guard isSaved, key.state == .thisSessionOnly, let reason = key.storeFailure else { return }
      await Dialog.tell(
        tr("Key Not Stored"), Words.sentence(for: reason), over: parent.pointer)
    }
  }

  private static func title(for failure: SourceFailure?) -> String {
    switch failure {
    case .keyMissing: tr("Flickr Needs Your Key")
    case .keyRefused: tr("Flickr Does Not Accept the Key")
    default: tr("Your Flickr Key")
    }
  }
}
