import CAdwaita
import CGLib
import GLibBridge
import MapUI
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// Removing and restoring.
extension MainWindow {
  func undo() {
    window.changeLibrary { [weak self, session] in
      switch try await session.undoLast() {
      case .pin(let pin), .move(let pin): self?.mapPage.bringIntoSight(pin.coordinate)
      case .album: self?.mapPage.pinLayer.forgetPictures()
      case .photo, .pins, .made, .words, nil: break
      }
    }
  }

  /// Makes Control+Z undo on every page.
  func addUndoKey() {
    // The window's, which has the keys while what had the focus has just been removed.
    window.addKeys { [weak self] (_: UndoKey) in
      // Entries have an undo of their own.
      guard let self, hasLostFocus || Focus.isIn(pageStack.widget), !Focus.isInEntry(of: window)
      else { return false }
      undo()
      return true
    }
  }

  /// Shows a toast that offers to undo the last removal or replacement.
  func offerUndo() {
    let removals = session.undo.removals
    let earlier = undoToast
    undoToast = nil
    if let earlier { toaster.dismiss(earlier) }
    guard let text = Words.removed(removals) else { return }
    let toast = MainWindow.makeToast(text)
    adw_toast_set_button_label(toast, tr("Undo"))
    // `Undo` decides how long the offer stands.
    adw_toast_set_timeout(toast, 0)
    undoToast = Ref(adopting: toast)
    toast.on("button-clicked") { [weak self] in
      // This toast closes itself; another one is shown if more can be undone.
      self?.undoToast = nil
      self?.undo()
    }
    toast.on("dismissed") { [weak self] in
      guard let self, undoToast?.pointer == toast else { return }
      undoToast = nil
      session.undo.forget()
    }
    undoToast.map(toaster.show)
  }

  /// Whether the pointer or the focus is on the toast.
  var isUndoInUse: Bool {
    guard let offer = gtk_widget_get_last_child(toastOverlay),
      String(cString: gtk_widget_get_css_name(offer)) == "toast"
    else { return false }
    let inUse = GTK_STATE_FLAG_PRELIGHT.rawValue | GTK_STATE_FLAG_FOCUS_WITHIN.rawValue
    return gtk_widget_get_state_flags(offer).rawValue & inUse != 0
  }
}
