import CAdwaita
import CGLib
import GLibBridge
package import TouristSession
package import TravelModel
package import Widgets

/// The dialog that asks to which trip pins are added: an existing or a new one.
package enum AddToTripDialog {
  /// Asks over a widget's window; `onAdd` is called once they are added.
  package static func show(
    for pins: [Pin.ID], in session: Session, over parent: Widget, onAdd: @escaping () -> Void = {}
  ) {
    // A new trip comes first, then the newest.
    let trips = Array(session.trips.trips.reversed())
    let layout = Layout("add-to-trip")
    let (dialog, choice, entry) = (layout["dialog"], layout["trips"], layout["entry"])
    dialog.set("body", to: Words.pinCount(pins.count))
    let names = withCStrings([tr("New Trip")] + trips.map(\.details.name)) {
      gtk_string_list_new($0)!
    }
    gtk_drop_down_set_model(choice.cast(), names)
    g_object_unref(names.raw)
    let chosen = session.trips.opened.flatMap { id in trips.firstIndex { $0.id == id } }
    gtk_drop_down_set_selected(choice.cast(), guint((chosen ?? -1) + 1))
    gtk_widget_set_visible(choice, (!trips.isEmpty).gboolean)
    gtk_editable_set_text(entry.cast(), tr("New Trip"))

    func follow() {
      let isNew = gtk_drop_down_get_selected(choice.cast()) == 0
      gtk_widget_set_visible(entry, isNew.gboolean)
      let isGood = !isNew || RenameDialog.writtenName(in: entry) != nil
      Dialog.setEnabled(isGood, answer: "add", to: dialog)
    }
    choice.on("notify::selected") { follow() }
    entry.on("changed") { follow() }
    follow()
    dialog.on("response") { [choice, entry] (response: String) in
      guard response == "add" else { return }
      let place = Int(gtk_drop_down_get_selected(choice.cast()))
      if place > 0, place <= trips.count {
        parent.changeLibrary {
          try await session.add(pins, to: trips[place - 1].id)
          onAdd()
        }
        return
      }
      guard let name = RenameDialog.writtenName(in: entry) else { return }
      parent.changeLibrary {
        let made = try await session.makeTrip(TripDetails(name: name), through: pins)
        session.trips.opened = made.id
        onAdd()
      }
    }
    let isNew = chosen == nil
    Dialog.present(layout, over: parent, focus: isNew ? entry : choice)
    if isNew { gtk_editable_select_region(entry.cast(), -1, 0) }
  }
}
