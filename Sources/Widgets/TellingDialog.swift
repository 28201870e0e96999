import CAdwaita
import CGLib
import GLibBridge

/// Tells something in a dialog of its own, where a window has no other place for it.
func tell(_ heading: String, _ sentence: String, over parent: Widget) {
  let dialog = adw_message_dialog_new(parent.cast(), heading, sentence)!
  adw_message_dialog_add_response(dialog.cast(), "close", tr("_Close"))
  gtk_window_present(dialog.cast())
}
