import CAdwaita
import CGLib
import GLibBridge
import Tourist

/// The row that says where the user's Flickr key is.
final class FlickrKeyRow {
  let widget = makeRow(adw_action_row_get_type(), tr("Flickr Key"))
  private let key: FlickrKey
  private let change = gtk_button_new()!
  private let remove = makeIconButton("user-trash-symbolic", tr("Remove Flickr Key"))
  private var observer: Observer?

  init(key: FlickrKey) {
    self.key = key
    for button in [change, remove] {
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      adw_action_row_add_suffix(widget.cast(), button)
    }
    remove.addClass("flat")
    // As the row's activatable widget, the button would be called by the row's title.
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
    if let window = gtk_widget_get_root(widget) {
      FlickrKeyDialog.show(over: window.cast(), key: key)
    }
  }

  private func forget() {
    Task {
      do {
        try await key.forget()
      } catch let failure as KeeperFailure {
        let text = Words.keyNotRemoved(because: failure)
        guard let window = gtk_widget_get_root(widget) else { return }
        adw_preferences_window_add_toast(
          window.cast(), MainWindow.makeToast(text))
      }
    }
  }
}
