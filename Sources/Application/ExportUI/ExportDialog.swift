import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// How albums are exported.
enum ExportFormat: String, CaseIterable {
  // The names of the buttons in the layout.
  case folder
  case zip
  case webPage = "web-page"
  case pdf

  /// Whether it is a file and no folder.
  var isFile: Bool { self == .zip || self == .pdf }
}

/// The dialog in which the user chooses how an album is exported.
enum ExportDialog {
  /// Asks over a window, with one of the ways chosen already.
  static func show(
    over parent: Widget, text: String, proposing format: ExportFormat,
    onChoice: @escaping (ExportFormat) -> Void
  ) {
    let layout = Layout("export")
    let dialog = layout["dialog"]
    dialog.set("body", to: text)
    let buttons = ExportFormat.allCases.map { ($0, layout[$0.rawValue]) }
    for (choice, button) in buttons where choice == format {
      gtk_check_button_set_active(button.cast(), 1)
    }
    dialog.on("response") { (response: String) in
      let chosen = buttons.first { gtk_check_button_get_active($1.cast()) != 0 }
      if response == "export", let chosen { onChoice(chosen.0) }
    }
    Dialog.present(layout, over: parent)
    // The keys are where the choice is.
    if let row = gtk_widget_get_ancestor(layout[format.rawValue], adw_action_row_get_type()) {
      gtk_widget_grab_focus(row)
    }
  }
}
