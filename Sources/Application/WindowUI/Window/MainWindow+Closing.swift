import AlbumUI
import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import TouristSession
import TravelStore
import Widgets

/// One attempt to close the window; a later attempt, or another start, replaces it.
final class Closing {
  /// Whether the program ends whatever happens, because nobody is there to ask.
  let isUnasked: Bool

  init(isUnasked: Bool = false) { self.isUnasked = isUnasked }
}

/// Closing the window without losing pins.
extension MainWindow {
  /// Closes the window once all pins are saved; asks the user where that fails.
  func closeSafely() {
    guard closing == nil else { return }
    let closing = Closing()
    self.closing = closing
    finishEditing()
    flush()
    Task {
      await session.waitUntilSaved()
      guard self.closing === closing else { return }
      guard session.map.drafts.isEmpty else {
        self.closing = nil
        return askAboutDrafts()
      }
      await close(closing)
    }
  }

  /// Closes the window as the session ends: asks nothing, and gives up what takes too long.
  func closeUnasked() {
    guard closing?.isUnasked != true else { return }
    closing = Closing(isUnasked: true)
    finishEditing()
    flush()
    Task {
      _ = await wait(upTo: MainWindow.patience) { [self] in
        session.map.retrySaving()
        await session.waitUntilSaved()
        return await save()
      }
      quit()
    }
  }

  /// Shows or raises the window; if the user is closing it, it stays open.
  func present() {
    guard closing?.isUnasked != true else { return }
    closing = nil
    isGone = false
    gtk_window_present(window.cast())
  }

  /// Has the name that is being written saved, which an entry does that loses the focus.
  private func finishEditing() { gtk_window_set_focus(window.cast(), nil) }

  /// How long saving may take after the window is closed: longer than the wait for a locked library,
  /// but not for ever if the disk hangs.
  private static let timeout = Duration.seconds(15)
  /// How long it may take while the session ends, which waits for nobody: a little longer than the
  /// wait for a locked library.
  private static let patience = Duration.seconds(6)

  private func close(_ closing: Closing) async {
    let outcome = await wait(upTo: MainWindow.timeout) { [self] in await save() }
    guard self.closing === closing else {
      if self.closing == nil { session.cancelClosing() }
      return
    }
    if let failure = outcome ?? nil {
      present()
      return toast(Words.sentence(for: failure))
    }
    quit()
  }

  /// Hides the window, ends what is under way, and returns what could not be saved.
  private func save() async -> StoreError? {
    isGone = true
    gtk_widget_set_visible(window, 0)
    let exporter = hasAlbumPages ? albumPage.exporter : nil
    let postcards = hasAlbumPages ? postcards : nil
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

  private func quit() {
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
