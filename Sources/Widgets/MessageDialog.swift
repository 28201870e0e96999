import CAdwaita
import CGLib
import GLibBridge

/// Shows a message in a dialog, for windows without another place for it.
func showMessage(_ heading: String, _ sentence: String, over parent: Widget) {
  let dialog = adw_message_dialog_new(parent.cast(), heading, sentence)!
  adw_message_dialog_add_response(dialog.cast(), "close", tr("_Close"))
  gtk_window_present(dialog.cast())
}
