import GLibBridge
import Tourist
import Travels
import Widgets

/// What the window takes up by itself, and what it says where that has ended the program before.
extension MainWindow {
  /// Takes something that is shown for well once it has been for a while.
  func endSoon(_ work: StartupGuard.Work) {
    MainLoop.after(milliseconds: MainWindow.probation) { [startupGuard = session.startupGuard] in
      startupGuard.end(work)
    }
  }

  /// How long what is shown may take to end the program, in milliseconds: the first frames have been
  /// drawn by then, and the albums have not waited for long.
  private static let probation: UInt32 = 1500

  /// Says what was left out, and offers to take it up after all.
  func showLeftOut() {
    let skipped = session.startupGuard.skipped
    for work in StartupGuard.Work.allCases {
      let id = MainWindow.notice(of: work)
      guard skipped.contains(work) else {
        notices.remove(id)
        continue
      }
      notices.add(
        Notice(
          id: id, text: Words.skipped(work),
          remedy: (tr("Try Again"), { [weak self] in self?.resume(work) })))
    }
  }

  private func resume(_ work: StartupGuard.Work) {
    session.startupGuard.allow(work)
    switch work {
    case .tiles: showTiles()
    case .offlineMap: loadOfflineMap()
    case .albums: session.resumeAlbums()
    }
  }

  private static func notice(of work: StartupGuard.Work) -> Notice.ID {
    switch work {
    case .tiles: .skippedTiles
    case .offlineMap: .skippedWorld
    case .albums: .skippedAlbums
    }
  }
}
