import AlbumUI
import CAdwaita
import CGLib
import GLibBridge
import PinListUI
import PinsUI
import TouristSession
import TravelModel
import TravelStore
import ViewerUI
import Widgets

/// Undo and redo.
extension MainWindow {
  /// Undoes the last step, or does the one that was undone last again.
  func take(_ direction: StepDirection) {
    window.changeLibrary { [weak self, session] in
      let step =
        switch direction {
        case .undo: try await session.undo.undoLast()
        case .redo: try await session.undo.redoLast()
        }
      guard let self, !isGone, let step else { return }
      showOutcome(of: step)
      // What was done again is offered to be undone, in a toast that says what it was.
      if direction == .undo, pinOfOpenAlbum == nil || step.pin != pinOfOpenAlbum {
        let place = step.pin.flatMap { session.map.pins[$0]?.title } ?? ""
        toast(Words.undone(step, at: place))
      }
    }
  }

  private func undoOffered() {
    window.changeLibrary { [weak self, session] in
      if let step = try await session.undo.undoOffered() { self?.showOutcome(of: step) }
    }
  }

  private func showOutcome(of step: ShownStep) {
    let pin = step.pins.count == 1 ? step.pins[0] : nil
    switch step.kind {
    case .pinsRemoved, .pinsMade, .pinMoved:
      if let pin { mapPage.bringIntoSight(pin.coordinate) }
    case .pinRenamed: if let pin, hasAlbumPages { albumPage.rename(pin) }
    case .photosRemoved, .albumReplaced, .libraryMerged:
      mapPage.pinLayer.forgetPictures()
      places.forgetCovers()
    case .pinWords, .tripChanged: break
    }
  }

  /// The pin whose album, or a photo of it, is shown.
  private var pinOfOpenAlbum: Pin.ID? {
    isAlbumOpen ? viewer?.photo?.pin ?? shownPin : nil
  }

  /// Makes keys and menu undo and redo on every page.
  func addUndo() {
    // The window's, which has the keys while what had the focus has just been removed.
    window.addKeys { [weak self] (key: UndoKey) in
      // Entries have an undo of their own. A toast may have the keys when what had them is removed.
      guard let self,
        hasLostFocus || Focus.isIn(pageStack.widget) || (Focus.isIn(toasts) && !Focus.isIn(pages)),
        !Focus.isInEntry(of: window)
      else { return false }
      take(key == .undo ? .undo : .redo)
      return true
    }
    window.addAction("undo") { [weak self] in self?.take(.undo) }
    window.addAction("redo") { [weak self] in self?.take(.redo) }
  }

  /// Enables what can be undone, and done again.
  func showNextSteps() {
    let next = session.undo.next
    for (name, step) in [("undo", next.undo), ("redo", next.redo)] {
      let action: OpaquePointer = g_action_map_lookup_action(window.cast(), name)
      g_simple_action_set_enabled(action, (step != nil).gboolean)
    }
  }

  /// Shows a toast that offers to undo the last removal or replacement.
  func offerUndo() {
    guard let text = Words.done(session.undo.offered) else {
      if let undoToast { toaster.dismiss(undoToast) }
      return undoToast = nil
    }
    // What was said before is out of date, such as that this was undone.
    if let message { toaster.dismiss(message) }
    if let undoToast, toaster.change(undoToast, to: text) { return }
    // `Undo` decides how long the offer stands.
    let toast = Toast(
      text, button: (tr("Undo"), { [weak self] in self?.undoOffered() }), isOffer: true,
      onClose: { [weak self] in
        self?.undoToast = nil
        self?.session.undo.dismiss()
      })
    undoToast = toast
    toaster.show(toast)
  }

  /// Whether the pointer or the focus is on the toast.
  var isUndoInUse: Bool {
    guard let offer = gtk_widget_get_last_child(toasts),
      String(cString: gtk_widget_get_css_name(offer)) == "toast"
    else { return false }
    let inUse = GTK_STATE_FLAG_PRELIGHT.rawValue | GTK_STATE_FLAG_FOCUS_WITHIN.rawValue
    return gtk_widget_get_state_flags(offer).rawValue & inUse != 0
  }
}
