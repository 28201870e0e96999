import CAdwaita
import CGLib
import GLibBridge
package import TravelModel
package import Widgets

/// The dialog that asks for the name, the dates and the colour of a trip.
package enum TripDialog {
  /// Asks over a window, and calls `onSave` with the details if the user saves them.
  package static func show(
    _ heading: String, of details: TripDetails, over parent: Widget,
    onSave: @escaping (TripDetails) -> Void
  ) {
    let layout = Layout("trip-details")
    let (dialog, entry) = (layout["dialog"], layout["entry"])
    dialog.set("heading", to: heading)
    gtk_editable_set_text(entry.cast(), details.name)
    let first = DayChoice(layout["first-day"], name: tr("First Day"), chosen: details.firstDay)
    let last = DayChoice(layout["last-day"], name: tr("Last Day"), chosen: details.lastDay)
    let colors = ColorChoice(in: layout["colors"], chosen: details.color)
    entry.on("changed") { [dialog, entry] in
      Dialog.setEnabled(RenameDialog.writtenName(in: entry) != nil, answer: "save", to: dialog)
    }
    dialog.on("response") { [entry] (response: String) in
      guard response == "save", let name = RenameDialog.writtenName(in: entry) else { return }
      onSave(
        TripDetails(name: name, color: colors.color, firstDay: first.day, lastDay: last.day))
    }
    Dialog.present(layout, over: parent, focus: entry)
    gtk_editable_select_region(entry.cast(), -1, 0)
  }
}
