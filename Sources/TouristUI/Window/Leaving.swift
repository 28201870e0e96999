import CAdwaita
import CGLib
import GLibBridge
import Tourist

/// The way out: nothing that was dropped is left behind without a word.
extension MainWindow {
  /// Closes the window once everything is saved, or asks what to do where it cannot be.
  func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    flush()
    Task {
      await context.map.settle()
      guard context.map.drafts.isEmpty else {
        isLeaving = false
        return askAboutDrafts()
      }
      await close()
    }
  }

  private func close() async {
    isGone = true
    gtk_widget_set_visible(window, 0)
    await context.library.tidy()
    gtk_window_destroy(window.cast())
  }

  private func askAboutDrafts() {
    let error = context.map.savingFailure
    let dialog = adw_message_dialog_new(window.cast(), tr("Quit Without Saving?"), nil)!
    let reason = error.map(Words.sentence(for:)) ?? tr("The library is not open.")
    adw_message_dialog_set_body(
      dialog.cast(), Words.lostPins(context.map.drafts.count, because: reason))
    for (id, label) in [
      ("stay", tr("_Cancel")), ("again", tr("_Try Again")), ("quit", tr("_Quit Anyway")),
    ] {
      adw_message_dialog_add_response(dialog.cast(), id, label)
    }
    adw_message_dialog_set_response_appearance(dialog.cast(), "quit", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_default_response(dialog.cast(), "again")
    adw_message_dialog_set_close_response(dialog.cast(), "stay")
    dialog.on("response") { [weak self] (response: String) in
      guard let self else { return }
      switch response {
      case "again":
        context.map.retrySaving()
        leave()
      case "quit":
        Task { await self.close() }
      default: break
      }
    }
    gtk_window_present(dialog.cast())
  }
}
