import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelStore
import Widgets

/// Closes the window without losing pins.
final class Closing {
  private(set) var isGone = false

  private unowned let main: MainWindow
  /// The running attempt; a later attempt, or another start, replaces it.
  private var attempt: Attempt? {
    didSet { if attempt == nil { session.cancelClosing() } }
  }

  private final class Attempt {
    /// Whether the program ends in any case, because nobody can be asked.
    let isUnasked: Bool
    init(isUnasked: Bool = false) { self.isUnasked = isUnasked }
  }

  /// How long saving may take after the window is closed: longer than the wait for a locked library,
  /// but not for ever if the disk hangs.
  private static let timeout = Duration.seconds(15)
  /// How long saving may take at a log-out, which waits for nobody: a little longer than the wait
  /// for a locked library.
  private static let patience = Duration.seconds(6)

  private var session: Session { main.session }
  private var window: Widget { main.window }

  init(_ main: MainWindow) { self.main = main }

  /// Closes the window once all pins are saved; asks the user if that fails.
  func closeSafely() {
    guard attempt == nil else { return }
    let attempt = begin()
    Task {
      await session.waitUntilSaved()
      guard self.attempt === attempt else { return }
      guard session.map.drafts.isEmpty else {
        self.attempt = nil
        return await askAboutDrafts()
      }
      await close(attempt)
    }
  }

  /// Closes the window at a log-out: asks nothing, and gives up what takes too long.
  func closeUnasked() {
    guard attempt?.isUnasked != true else { return }
    _ = begin(isUnasked: true)
    Task {
      _ = await wait(upTo: Closing.patience) { [self] in
        session.map.retrySaving()
        await session.waitUntilSaved()
        return await save()
      }
      quit()
    }
  }

  /// Shows or raises the window, at a time of the desktop if that is known; if the user is closing it,
  /// it stays open.
  func reopen(at time: UInt32 = UInt32(GDK_CURRENT_TIME)) {
    guard attempt?.isUnasked != true else { return }
    attempt = nil
    isGone = false
    gtk_window_present_with_time(window.cast(), time)
  }

  private func begin(isUnasked: Bool = false) -> Attempt {
    let attempt = Attempt(isUnasked: isUnasked)
    self.attempt = attempt
    // Saves a name that is being edited: the entry does so when it loses the focus.
    gtk_window_set_focus(window.cast(), nil)
    main.flush()
    return attempt
  }

  private func close(_ attempt: Attempt) async {
    let outcome = await wait(upTo: Closing.timeout) { [self] in await save() }
    guard self.attempt === attempt else {
      if self.attempt == nil { session.cancelClosing() }
      return
    }
    if let failure = outcome ?? nil {
      reopen()
      return main.toaster.show(Words.sentence(for: failure))
    }
    quit()
  }

  /// Hides the window, cancels running work, and returns what could not be saved.
  private func save() async -> StoreError? {
    isGone = true
    gtk_widget_set_visible(window, 0)
    // On a slow disk an export may take longer than saving the library may wait.
    let stopping = Task {
      await main.albums.stop()
      await main.files.stop()
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
    main.notifications.end()
    // The window is hidden and not destroyed, because pending callbacks still use its widgets.
    g_application_quit(gtk_window_get_application(window.cast())?.cast())
  }

  private func askAboutDrafts() async {
    let layout = Layout("quitting")
    let reason =
      session.map.savingFailure.map(Words.sentence(for:)) ?? tr("The library is not open.")
    let what = tr(
      "A pin is not saved and would be lost.",
      plural: "{count} pins are not saved and would be lost.", count: session.map.drafts.count)
    layout["dialog"].set("body", to: "\(what) \(reason)")
    switch await Dialog.answer(to: layout, over: window) {
    case "again":
      session.map.retrySaving()
      closeSafely()
    case "quit":
      let attempt = Attempt()
      self.attempt = attempt
      await close(attempt)
    default: break
    }
  }
}
