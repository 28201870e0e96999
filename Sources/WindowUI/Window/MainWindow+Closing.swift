import AlbumUI
import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import TouristSession
import TravelStore
import Widgets

/// One attempt to close the window; a later attempt, or another start, replaces it.
final class Closing {}

/// Closing the window without losing pins.
extension MainWindow {
  /// Closes the window once all pins are saved; asks the user where that fails.
  func closeSafely() {
    guard closing == nil else { return }
    let closing = Closing()
    self.closing = closing
    flush()
    Task {
      await session.map.waitUntilSaved()
      guard self.closing === closing else { return }
      guard session.map.drafts.isEmpty else {
        self.closing = nil
        return askAboutDrafts()
      }
      await close(closing)
    }
  }

  /// Shows or raises the window; if it is being closed, it stays open.
  func present() {
    closing = nil
    isGone = false
    gtk_window_present(window.cast())
  }

  /// How long saving may take after the window is closed: longer than the wait for a locked library,
  /// but not for ever if the disk hangs.
  private static let timeout = Duration.seconds(15)

  private func close(_ closing: Closing) async {
    isGone = true
    gtk_widget_set_visible(window, 0)
    let exporter = hasAlbumPages ? albumPage.exporter : nil
    let postcards = hasAlbumPages ? postcards : nil
    let outcome = await wait(upTo: MainWindow.timeout) { [session, backups] () -> StoreError? in
      // A slow disk may keep an export longer than the library may wait.
      let stopping = Task {
        await exporter?.stop()
        await postcards?.stop()
        await backups.stop()
      }
      do throws(StoreError) {
        try await session.close()
        await stopping.value
        return nil
      } catch {
        return error
      }
    }
    guard self.closing === closing else {
      if self.closing == nil { session.cancelClosing() }
      return
    }
    if let failure = outcome ?? nil {
      present()
      return toast(Words.sentence(for: failure))
    }
    // The window stays, hidden: what still answers in this turn of the main loop finds its widgets.
    g_application_quit(gtk_window_get_application(window.cast())?.cast())
  }

  private func askAboutDrafts() {
    let error = session.map.savingFailure
    let layout = Layout("quitting")
    let dialog = layout["dialog"]
    let reason = error.map(Words.sentence(for:)) ?? tr("The library is not open.")
    dialog.set("body", to: Words.lostPins(session.map.drafts.count, because: reason))
    dialog.on("response") { [weak self] (response: String) in
      guard let self else { return }
      switch response {
      case "again":
        session.map.retrySaving()
        closeSafely()
      case "quit":
        let closing = Closing()
        self.closing = closing
        Task { await self.close(closing) }
      default: break
      }
    }
    Dialog.present(layout, over: window)
  }
}
