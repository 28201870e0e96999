import CAdwaita
import GLibBridge
package import TouristSession
package import TravelModel

package enum FlickrKeyDialog {
  private static let pageOfKeys = "https://www.flickr.com/services/apps/create/"

  /// Asks for a key over a window, and calls `onKey` with a valid one.
  ///
  /// `failure` says why a key is needed; nil if the user opened the dialog.
  package static func show(
    over parent: Widget, key: FlickrKey, because failure: SourceFailure? = nil,
    onKey: @escaping () -> Void = {}
  ) {
    let layout = Layout("flickr-key")
    let (dialog, entry, sessionOnly) = (layout["dialog"], layout["entry"], layout["session-only"])
    let (flaw, use, session) = (layout["flaw"], layout["use"], layout["session"])
    dialog.set("title", to: title(for: failure))
    layout["link"].on("activated") { WebPage.open(pageOfKeys, over: dialog) }
    entry.on("changed") { check(entry, showing: flaw, enabling: use) }
    check(entry, showing: flaw, enabling: use)
    attach(Observer { show(key.storeFailure, in: session, sessionOnly) }, to: dialog)
    Task { await key.look() }
    let kept = Ref(retaining: parent)
    Dialog.present(form: layout, answers: "use", over: parent, focus: entry) { answer in
      guard answer != nil else { return }
      let (typed, isSaved) = (typedText(in: entry), gtk_switch_get_active(sessionOnly.cast()) == 0)
      Task {
        guard (try? await key.use(typed, saving: isSaved)) != nil else { return }
        onKey()
        // The key should have been stored, and the dialog did not say that it cannot be.
        guard isSaved, key.state == .thisSessionOnly, let reason = key.storeFailure else { return }
        await Dialog.tell(tr("Key Not Stored"), Words.sentence(for: reason), over: kept.pointer)
      }
    }
  }
}

extension FlickrKeyDialog {
  /// Enables the button if the text can be a key, and shows what is wrong with it.
  private static func check(_ entry: Widget, showing flaw: Widget, enabling button: Widget) {
    var reason: FlickrKey.Flaw?
    do {
      _ = try FlickrKey.checked(typedText(in: entry))
    } catch {
      reason = error
    }
    gtk_widget_set_sensitive(button, (reason == nil).gboolean)
    // An empty entry needs no explanation.
    let isSaid = reason != nil && reason != .empty
    if let reason { flaw.set("title", to: Words.sentence(for: reason)) }
    gtk_widget_set_visible(flaw, isSaid.gboolean)
    entry.setAccessibleDescription(isSaid ? reason.map(Words.sentence(for:)) ?? "" : "")
  }

  /// Shows in a row why the key cannot be stored; `sessionOnly` is its switch.
  private static func show(_ reason: KeyStoreFailure?, in row: Widget, _ sessionOnly: Widget) {
    // The user's choice is kept while storing remains possible.
    if (reason == nil) != (gtk_widget_get_sensitive(sessionOnly) != 0) {
      gtk_switch_set_active(sessionOnly.cast(), (reason != nil).gboolean)
    }
    gtk_widget_set_sensitive(sessionOnly, (reason == nil).gboolean)
    row.set("subtitle", to: reason.map(Words.sentence(for:)) ?? "")
  }

  private static func title(for failure: SourceFailure?) -> String {
    switch failure {
    case .keyMissing: tr("Flickr Needs Your Key")
    case .keyRefused: tr("Flickr Does Not Accept the Key")
    default: tr("Your Flickr Key")
    }
  }
}
