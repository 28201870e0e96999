import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// Work that is skipped because it crashed earlier starts.
extension MainWindow {
  /// Notes that work ended normally, after a while without a crash.
  func endAfterProbation(_ work: StartupGuard.Work) {
    MainLoop.after(milliseconds: MainWindow.probation) { [startupGuard = session.startupGuard] in
      startupGuard.end(work)
    }
  }

  /// How long to wait for a crash, in milliseconds: until the first frames are drawn, but without
  /// keeping albums waiting for long.
  private static let probation: UInt32 = 1500

  /// Shows what was skipped, and offers to try it.
  func showSkippedWork() {
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
