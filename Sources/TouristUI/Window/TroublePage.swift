import CAdwaita
import CGLib
import GLibBridge
import Tourist
import TravelStore

/// What the window shows when the library cannot be opened: why, and the ways on.
final class TroublePage {
  let widget: Widget
  private let status = adw_status_page_new()!
  private let setAside = gtk_button_new_with_label(tr("Keep It and Start Anew"))!

  init(session: Session) {
    adw_status_page_set_icon_name(status.cast(), "dialog-warning-symbolic")
    adw_status_page_set_title(status.cast(), tr("Your Library Cannot Be Opened"))
    gtk_widget_set_vexpand(status, 1)
    let again = gtk_button_new_with_label(tr("Try Again"))!
    again.on("clicked") { Task { await session.open() } }
    setAside.on("clicked") { Task { await session.beginAnew() } }
    gtk_widget_set_tooltip_text(
      setAside,
      tr("Moves the library and its photos to a folder beside it and begins an empty library"))
    for button in [again, setAside] {
      button.addClass("pill")
      gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    }
    again.addClass("suggested-action")
    let buttons = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 12, again, setAside)
    adw_status_page_set_child(status.cast(), buttons)
    widget = makeBox(GTK_ORIENTATION_VERTICAL, adw_header_bar_new()!, status)
  }

  func show(_ error: StoreError) {
    // The description is markup; a path may hold anything.
    let text = g_markup_escape_text(Words.sentence(for: error), -1)!
    defer { g_free(text) }
    adw_status_page_set_description(status.cast(), text)
    gtk_widget_set_visible(setAside, error.canBeSetAside.gboolean)
  }
}

/// What the window says of a library that is open and cannot be written.
extension MainWindow {
  /// Says why nothing can be saved, and offers the ways on.
  func showObstacle() {
    guard let error = session.library.obstacle else { return notices.remove(.obstacle) }
    let remedy =
      error.canBeSetAside
      ? (tr("Show Options"), { [weak self] in self?.askAboutDamage() })
      : (tr("Try Again"), { [session] in Task { await session.open() } })
    notices.add(Notice(id: .obstacle, text: Words.obstacle(error), remedy: remedy))
  }

  private func askAboutDamage() {
    let session = session
    let dialog = adw_message_dialog_new(window.cast(), tr("Your Library Is Damaged"), nil)!
    adw_message_dialog_set_body(
      dialog.cast(),
      tr(
        "You can keep it under another name, with its photos, and begin an empty library. Nothing is deleted."
      ))
    for (id, label) in [
      ("cancel", tr("_Cancel")), ("again", tr("_Try Again")),
      ("anew", tr("_Keep It and Start Anew")),
    ] {
      adw_message_dialog_add_response(dialog.cast(), id, label)
    }
    adw_message_dialog_set_default_response(dialog.cast(), "again")
    adw_message_dialog_set_close_response(dialog.cast(), "cancel")
    dialog.on("response") { (response: String) in
      switch response {
      case "again": Task { await session.open() }
      case "anew": Task { await session.beginAnew() }
      default: break
      }
    }
    gtk_window_present(dialog.cast())
  }
}

extension StoreError {
  /// Tells whether a new library in the place of this one would be of use.
  fileprivate var canBeSetAside: Bool {
    switch self {
    case .notALibrary, .lost, .damaged: true
    default: false
    }
  }
}
