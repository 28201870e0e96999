import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelStore
import Widgets

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

/// The notice for a library that is open but read-only.
extension MainWindow {
  /// Shows why nothing can be saved, with a remedy.
  func showReadOnlyNotice() {
    guard let error = session.library.writeFailure else { return notices.remove(.readOnly) }
    let remedy =
      error.canBeSetAside
      ? (tr("Show Options"), { [weak self] in self?.askAboutDamage() })
      : (tr("Try Again"), { [session] in Task { await session.open() } })
    notices.add(Notice(id: .readOnly, text: Words.readOnly(error), remedy: remedy))
  }

  private func askAboutDamage() {
    let session = session
    let layout = Layout("damage")
    layout["dialog"].on("response") { (response: String) in
      switch response {
      case "again": Task { await session.open() }
      case "anew": Task { await session.startNewLibrary() }
      default: break
      }
    }
    Dialog.present(layout, over: window)
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
