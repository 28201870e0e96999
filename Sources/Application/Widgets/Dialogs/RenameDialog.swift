import CAdwaita
import CGLib
import GLibBridge

/// The dialog that asks for a new name of a place.
package enum RenameDialog {
  /// Asks over a window, and calls `onName` with a name if it differs.
  package static func show(
    over parent: Widget, name: String, onName: @escaping (String) -> Void
  ) {
    let layout = Layout("rename")
    let (dialog, entry) = (layout["dialog"], layout["entry"])
    gtk_editable_set_text(entry.cast(), name)
    entry.on("changed") { [dialog, entry] in
      Dialog.setEnabled(writtenName(in: entry) != nil, answer: "rename", to: dialog)
    }
    dialog.on("response") { [entry] (response: String) in
      guard response == "rename", let written = writtenName(in: entry), written != name else {
        return
      }
      onName(written)
    }
    Dialog.present(layout, over: parent, focus: entry)
    // Selected from the end, so that the beginning of a long name is visible.
    gtk_editable_select_region(entry.cast(), -1, 0)
  }

  /// The name in an entry, with runs of spaces collapsed; nil if it is empty.
  package static func writtenName(in entry: Widget) -> String? {
    let words = String(cString: gtk_editable_get_text(entry.cast()))
      .split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
