import GLibBridge
import Tourist
import Travels
import Widgets

/// What the window takes up by itself, and what it says where that has ended the program before.
extension MainWindow {
  /// Takes something that is shown for well once it has been for a while.
  func endSoon(_ work: Undertakings.Work) {
    MainLoop.after(milliseconds: MainWindow.probation) { [undertakings = session.undertakings] in
      undertakings.end(work)
    }
  }

  /// How long what is shown may take to end the program, in milliseconds: the first frames have been
  /// drawn by then, and the albums have not waited for long.
  private static let probation: UInt32 = 1500

  /// Says what was left out, and offers to take it up after all.
  func showLeftOut() {
    let leftOut = session.undertakings.leftOut
    for work in Undertakings.Work.allCases {
      let id = MainWindow.notice(of: work)
      guard leftOut.contains(work) else {
        notices.remove(id)
        continue
      }
      notices.add(
        Notice(
          id: id, text: Words.leftOut(work),
          remedy: (tr("Try Again"), { [weak self] in self?.resume(work) })))
    }
  }

  private func resume(_ work: Undertakings.Work) {
    session.undertakings.allow(work)
    switch work {
    case .tiles: showTiles()
    case .offlineMap: loadOfflineMap()
    case .albums: session.resumeAlbums()
    }
  }

  private static func notice(of work: Undertakings.Work) -> Notice.ID {
    switch work {
    case .tiles: .leftOutTiles
    case .offlineMap: .leftOutWorld
    case .albums: .leftOutAlbums
    }
  }
}
