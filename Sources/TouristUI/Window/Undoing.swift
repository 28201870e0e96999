import CAdwaita
import CGLib
import GLibBridge
import MapUI
import Tourist
import TravelStore
import Travels
import Widgets

/// Bringing back what was removed.
extension MainWindow {
  /// Removes a pin.
  func remove(_ pin: Pin) {
    perform { [session] () throws(StoreError) in try await session.remove(pin) }
  }

  /// Brings back what was removed last.
  func undo() {
    perform { [weak self, session] () throws(StoreError) in
      if case .pin(let pin) = try await session.undoLast() {
        self?.mapPage.bringIntoSight(pin.coordinate)
      }
    }
  }

  /// Brings back all photos that were taken out of an album.
  func undoRemovals(from album: AlbumModel) {
    perform { [session] () throws(StoreError) in try await session.undoRemovals(from: album) }
  }

  /// Lets Control and Z do on every page what the offers do.
  func addUndoKey() {
    leaflet.addKeys { [weak self] (_: UndoKey) in
      // What is being typed has an undo of its own.
      guard let self, !Focus.isIn(search.bar) else { return false }
      undo()
      return true
    }
  }

  /// Offers to bring back what can be brought back, the last first, where the user is now.
  func offerUndo() {
    let removals = session.undo.removals
    let earlier = undoToast
    undoToast = nil
    if let earlier { toaster.dismiss(earlier) }
    guard let text = Words.removed(removals) else { return }
    // What was found before stands in the way no longer.
    dismissFoundToast()
    let toast = MainWindow.makeToast(text)
    adw_toast_set_button_label(toast, tr("Undo"))
    // How long it holds is not the toast's business.
    adw_toast_set_timeout(toast, 0)
    undoToast = Ref(adopting: toast)
    toast.on("button-clicked") { [weak self] in
      // The toast goes with the press: what is left to undo gets another one.
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

  /// Tells whether the pointer or the keyboard is on the offer.
  var isUndoInUse: Bool {
    guard let offer = gtk_widget_get_last_child(toastOverlay),
      String(cString: gtk_widget_get_css_name(offer)) == "toast"
    else { return false }
    let inUse = GTK_STATE_FLAG_PRELIGHT.rawValue | GTK_STATE_FLAG_FOCUS_WITHIN.rawValue
    return gtk_widget_get_state_flags(offer).rawValue & inUse != 0
  }

  /// Does what may fail because of the library, and says where it does.
  private func perform(_ work: @escaping () async throws(StoreError) -> Void) {
    Task {
      do throws(StoreError) {
        try await work()
      } catch {
        // What is no longer there was removed by a press before this one.
        if error != .gone { toast(Words.sentence(for: error)) }
      }
    }
  }
}
