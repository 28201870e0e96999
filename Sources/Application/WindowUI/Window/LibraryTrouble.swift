import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelStore
import Widgets

/// The notices about an open library, with remedies.
final class LibraryNotices {
  private unowned let main: MainWindow
  private var observer: Observer?

  private var session: Session { main.session }

  init(_ main: MainWindow) {
    self.main = main
    observer = Observer { [weak self] in self?.show() }
  }

  private func show() {
    var found: [Notice] = []
    if let error = session.library.writeFailure {
      let remedy =
        error.canBeSetAside
        ? (tr("Show Options"), { [weak self] in self?.askAboutDamage() })
        : (tr("Try Again"), { [session] in Task { await session.open() } })
      found.append(Notice(id: .readOnly, text: Words.readOnly(error), remedy: remedy))
    }
    if let error = session.map.savingFailure {
      let what = tr(
        "A pin is not saved yet.", plural: "{count} pins are not saved yet.",
        count: session.map.drafts.count)
      found.append(
        Notice(
          id: .unsavedPins, text: "\(what) \(Words.sentence(for: error))",
          remedy: (tr("Try Again"), { [map = session.map] in map.retrySaving() })))
    }
    if let error = session.map.readingFailure {
      found.append(
        Notice(
          id: .unreadPins,
          text: tr(
            "Your pins could not be read. {reason}", ["reason": Words.sentence(for: error)]),
          remedy: (tr("Try Again"), { [session] in Task { await session.retryReading() } })))
    }
    main.notices.replace([.readOnly, .unsavedPins, .unreadPins], with: found)
  }

  private func askAboutDamage() {
    let layout = Layout("damage")
    Task { [session, window = main.window] in
      switch await Dialog.answer(to: layout, over: window) {
      case "again": await session.open()
      case "anew": await session.startNewLibrary()
      default: break
      }
    }
  }
}

/// The page shown when the library cannot be opened, with the reason and possible remedies.
final class TroublePage {
  let widget: Widget
  private let layout = Layout("trouble")

  init(session: Session) {
    widget = layout["page"]
    layout["again"].on("clicked") { Task { await session.open() } }
    layout["set-aside"].on("clicked") { Task { await session.startNewLibrary() } }
  }

  func show(_ error: StoreError) {
    adw_status_page_set_description(
      layout["status"].cast(), markup(Words.sentence(for: error)))
    gtk_widget_set_visible(layout["set-aside"], error.canBeSetAside.gboolean)
  }
}

extension StoreError {
  /// Whether starting a new library would help.
  fileprivate var canBeSetAside: Bool {
    switch self {
    case .notALibrary, .lost, .damaged: true
    default: false
    }
  }
}
