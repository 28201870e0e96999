import CAdwaita
import CGLib
import GLibBridge
import Tourist
import TravelStore
import Travels

/// Taking pins off the map, and bringing them back.
extension MainWindow {
  func remove(_ pin: Pin) {
    Task {
      do {
        try await context.map.remove(pin.id)
        context.filler.drop(pin.id)
        if isAlbumOpen, shownPin == pin.id { showMap() }
        offerUndo(of: pin)
      } catch StoreError.gone {
        // A second press while the first was at work.
      } catch let error as StoreError {
        toast(Words.sentence(for: error))
      }
    }
  }

  /// Lets Control and Z on the map do what the offers do, that of the last removal first.
  func addUndoKey(to page: Widget) {
    page.addKeys { [weak self] (_: UndoKey) in
      // What is being typed has an undo of its own.
      guard let self, !Focus.isIn(search.bar) else { return false }
      undoLastRemoval()
      return true
    }
  }

  private func undoLastRemoval() {
    if let (pin, toast) = removedPins.popLast() {
      toaster.dismiss(toast)
      restore(pin)
    } else if let album = removalToast?.album {
      context.filler.undoRemoval(in: album) { [weak self] in self?.offerUndo(in: album) }
    }
  }

  private func offerUndo(of pin: Pin) {
    let toast = MainWindow.makeToast(tr("“{title}” removed", ["title": pin.title]))
    adw_toast_set_button_label(toast, tr("Undo"))
    adw_toast_set_timeout(toast, MainWindow.undoSeconds)
    let held = Ref(adopting: toast)
    removedPins.append((pin, held))
    toast.on("button-clicked") { [weak self] in
      self?.forget(toast)
      self?.restore(pin)
    }
    toast.on("dismissed") { [weak self] in self?.forget(toast) }
    toaster.show(held)
  }

  private func forget(_ toast: OpaquePointer) {
    removedPins.removeAll { $0.toast.pointer == toast }
  }

  private func restore(_ pin: Pin) {
    Task {
      do {
        try await context.map.restore(pin)
        context.filler.takeUp(pin)
        mapPage.bringIntoSight(pin.coordinate)
      } catch let error as StoreError {
        toast(Words.sentence(for: error))
      }
    }
  }
}
