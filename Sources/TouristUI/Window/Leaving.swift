import CAdwaita
import CGLib
import GLibBridge
import Tourist
import TravelStore
import Widgets

/// One try to leave; another one, or a new start, takes its place.
final class Departure {}

/// The way out: nothing that was dropped is left behind without a word.
extension MainWindow {
  /// Closes the window once everything is saved, or asks what to do where it cannot be.
  func leave() {
    guard departure == nil else { return }
    let departure = Departure()
    self.departure = departure
    flush()
    Task {
      await session.map.waitUntilSaved()
      guard self.departure === departure else { return }
      guard session.map.drafts.isEmpty else {
        self.departure = nil
        return askAboutDrafts()
      }
      await close(departure)
    }
  }

  /// Shows the window, or raises it where it is hidden behind others.
  ///
  /// Whoever starts the program while the window is on its way out wants it to be there.
  func present() {
    departure = nil
    isGone = false
    gtk_window_present(window.cast())
  }

  /// How long the way out may take once the window is closed: longer than a library that another
  /// program holds is waited for, and not for ever where the disk does not answer.
  private static let timeout = Duration.seconds(15)

  private func close(_ departure: Departure) async {
    isGone = true
    gtk_widget_set_visible(window, 0)
    let outcome = await wait(upTo: MainWindow.timeout) { [session] () -> StoreError? in
      do throws(StoreError) {
        try await session.close()
        return nil
      } catch {
        return error
      }
    }
    guard self.departure === departure else {
      if self.departure == nil { session.cancelClosing() }
      return
    }
    if let failure = outcome ?? nil {
      present()
      return toast(Words.sentence(for: failure))
    }
    gtk_window_destroy(window.cast())
  }

  private func askAboutDrafts() {
    let error = session.map.savingFailure
    let dialog = makeDialog("quitting", over: window)
    let reason = error.map(Words.sentence(for:)) ?? tr("The library is not open.")
    adw_message_dialog_set_body(
      dialog.cast(), Words.lostPins(session.map.drafts.count, because: reason))
    dialog.on("response") { [weak self] (response: String) in
      guard let self else { return }
      switch response {
      case "again":
        session.map.retrySaving()
        leave()
      case "quit":
        let departure = Departure()
        self.departure = departure
        Task { await self.close(departure) }
      default: break
      }
    }
    gtk_window_present(dialog.cast())
  }
}
