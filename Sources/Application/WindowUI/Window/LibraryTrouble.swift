import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelStore
import Widgets

/// What is wrong with a library that is open, with a remedy for each.
final class LibraryNotices {
  private let session: Session
  private let notices: NoticeBar
  private let window: Widget
  private var observers: [Observer] = []

  init(of session: Session, in notices: NoticeBar, over window: Widget) {
    (self.session, self.notices, self.window) = (session, notices, window)
    observers = [
      Observer { [weak self] in self?.showWriteFailure() },
      Observer { [weak self] in self?.showSavingFailure() },
      Observer { [weak self] in self?.showReadingFailure() },
    ]
  }

  /// Shows why nothing can be saved.
  private func showWriteFailure() {
    guard let error = session.library.writeFailure else { return notices.remove(.readOnly) }
    let remedy =
      error.canBeSetAside
      ? (tr("Show Options"), { [weak self] in self?.askAboutDamage() })
      : (tr("Try Again"), { [session] in Task { await session.open() } })
    notices.add(Notice(id: .readOnly, text: Words.readOnly(error), remedy: remedy))
  }

  private func askAboutDamage() {
    let layout = Layout("damage")
    Task { [session, window] in
      switch await Dialog.answer(to: layout, over: window) {
      case "again": await session.open()
      case "anew": await session.startNewLibrary()
      default: break
      }
    }
  }

  private func showSavingFailure() {
    guard let error = session.map.savingFailure else { return notices.remove(.unsavedPins) }
    let what = tr(
      "A pin is not saved yet.", plural: "{count} pins are not saved yet.",
      count: session.map.drafts.count)
    notices.add(
      Notice(
        id: .unsavedPins, text: "\(what) \(Words.sentence(for: error))",
        remedy: (tr("Try Again"), { [map = session.map] in map.retrySaving() })))
  }

  private func showReadingFailure() {
    guard let error = session.map.readingFailure else { return notices.remove(.unreadPins) }
    notices.add(
      Notice(
        id: .unreadPins,
        text: tr("Your pins could not be read. {reason}", ["reason": Words.sentence(for: error)]),
        remedy: (tr("Try Again"), { [session] in Task { await session.retryReading() } })))
  }
}

/// The page shown when the library cannot be opened, with the reason and possible remedies.
final class TroublePage {
  let widget: Widget
  private let status: Widget
  private let setAside: Widget
  private let layout = Layout("trouble")

  init(session: Session) {
    (widget, status, setAside) = (layout["page"], layout["status"], layout["set-aside"])
    layout["again"].on("clicked") { Task { await session.open() } }
    setAside.on("clicked") { Task { await session.startNewLibrary() } }
  }

  func show(_ error: StoreError) {
    adw_status_page_set_description(status.cast(), markup(Words.sentence(for: error)))
    gtk_widget_set_visible(setAside, error.canBeSetAside.gboolean)
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
