import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// Undo and redo: their keys and actions on every page, and the offer to undo what was done last.
final class UndoActions {
  private unowned let main: MainWindow
  private var observers: [Observer] = []

  private var undo: Undo { main.session.undo }

  init(_ main: MainWindow) {
    self.main = main
    // On the window, which gets the keys after the focused widget was removed.
    main.window.addKeys { [weak self] (key: UndoKey) in
      guard let self, self.main.handlesUndoKeys else { return false }
      perform(key == .undo ? .undo : .redo)
      return true
    }
    main.window.addAction("undo") { [weak self] in self?.perform(.undo) }
    main.window.addAction("redo") { [weak self] in self?.perform(.redo) }
    undo.isInUse = { [weak main] in main?.toaster.isInUse ?? false }
    observers = [
      Observer { [weak self] in self?.offerUndo() },
      Observer { [undo, window = main.window] in
        window.enableActions(["undo": undo.next.undo != nil, "redo": undo.next.redo != nil])
      },
    ]
  }

  /// Undoes the last step, or redoes the step undone last; on the pages of an album, only what was
  /// done to it.
  private func perform(_ direction: StepDirection) {
    perform(direction, inAlbumOf: main.albums.pinOfOpenAlbum)
  }

  private func perform(_ direction: StepDirection, inAlbumOf album: Pin.ID?) {
    main.window.changeLibrary { [weak self, undo] in
      let step = try await undo.applyLast(direction, inAlbumOf: album)
      guard let self, !main.isGone else { return }
      if let step { showOutcome(of: step) }
      // A redone step is offered for undo, in a toast that says what it was.
      guard direction == .undo else { return }
      if let step {
        let place = step.pin.flatMap { main.session.map.pins[$0]?.title } ?? ""
        // The step undone last, on whatever page the button is pressed.
        let redo: @MainActor () -> Void = { [weak self] in self?.perform(.redo, inAlbumOf: nil) }
        main.toaster.show(Words.undone(step, at: place), button: (tr("Redo"), redo))
      } else if let album, main.session.map.pins[album] != nil {
        main.toaster.show(tr("Nothing to undo in this album"))
      }
    }
  }

  private func showOutcome(of step: ShownStep) {
    if step.changesAlbums { return main.forgetPictures() }
    // What is not seen on an album's page is on the map.
    guard !step.kind.isOfAlbum, step.pins.count == 1 else { return }
    main.mapPage.bringIntoSight(step.pins[0].coordinate)
  }

  /// Offers to undo the last removal or replacement, for as long as `Undo` says.
  private func offerUndo() {
    guard let text = Words.done(undo.offered) else { return main.toaster.withdrawOffer() }
    main.toaster.offer(text, (tr("Undo"), { [weak self] in self?.undoOffered() })) { [undo] in
      undo.dismiss()
    }
  }

  private func undoOffered() {
    main.window.changeLibrary { [weak self, undo] in
      if let step = try await undo.undoOffered() { self?.showOutcome(of: step) }
    }
  }
}
