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

extension StoreError {
  /// Whether starting a new library would help.
  var canBeSetAside: Bool {
    switch self {
    case .notALibrary, .lost, .damaged: true
    default: false
    }
  }
}
