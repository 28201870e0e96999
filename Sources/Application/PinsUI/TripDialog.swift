import CAdwaita
import CGLib
import GLibBridge
package import TouristSession
package import TravelModel
package import Widgets

/// The dialog of a trip: its name, its days and its colour.
package enum TripDialog {
  /// Lets the user change the details of a trip.
  package static func edit(_ trip: Trip, in session: Session, over parent: Widget) {
    ask(tr("Edit Trip"), of: trip.details, save: tr("_Save"), over: parent) { answer in
      guard case .new(let details) = answer else { return }
      parent.changeLibrary { try await session.change(trip.id) { $0.details = details } }
    }
  }

  /// Makes a trip through pins, or adds the pins to an existing trip, and opens it.
  ///
  /// `onSave` is called once that is done.
  package static func show(
    through pins: [Pin.ID] = [], in session: Session, over parent: Widget,
    onSave: @escaping () -> Void = {}
  ) {
    let isNew = pins.isEmpty
    ask(
      isNew ? tr("New Trip") : tr("Add to Trip"), isNew ? "" : Words.pinCount(pins.count),
      of: TripDetails(name: tr("New Trip")), orAnyOf: isNew ? [] : session.trips.trips.reversed(),
      chosen: session.trips.opened, save: isNew ? tr("_Save") : tr("_Add"), over: parent
    ) { answer in
      parent.changeLibrary {
        let trip: Trip.ID
        switch answer {
        case .new(let details): trip = try await session.makeTrip(details, through: pins).id
        case .existing(let id):
          try await session.add(pins, to: id)
          trip = id
        }
        session.trips.open(trip)
        onSave()
      }
    }
  }

  private enum Answer { case new(TripDetails), existing(Trip.ID) }

  /// Asks for the details of a trip or, if there are others to choose from, for one of them.
  private static func ask(
    _ heading: String, _ body: String = "", of details: TripDetails, orAnyOf others: [Trip] = [],
    chosen: Trip.ID? = nil, save label: String, over parent: Widget,
    onSave: @escaping (Answer) -> Void
  ) {
    let layout = Layout("trip-details")
    let (choice, fields, entry) = (layout["trips"], layout["fields"], layout["entry"])
    layout["dialog"].set("title", to: heading)
    let save = layout["save"]
    gtk_button_set_label(save.cast(), label)
    (others.isEmpty ? fields : layout["choice"]).set("description", to: body)
    gtk_widget_set_visible(layout["choice"], (!others.isEmpty).gboolean)
    let names = [details.name] + others.map(\.details.name)
    let list = withCStrings(names) { gtk_string_list_new($0)! }
    adw_combo_row_set_model(choice.cast(), list)
    g_object_unref(list.raw)
    let proposed = others.firstIndex { $0.id == chosen }
    adw_combo_row_set_selected(choice.cast(), guint((proposed ?? -1) + 1))
    gtk_editable_set_text(entry.cast(), details.name)
    let first = DayChoice(layout["first-day"], name: tr("First Day"), chosen: details.firstDay)
    let last = DayChoice(layout["last-day"], name: tr("Last Day"), chosen: details.lastDay)
    let colors = ColorChoice(in: layout["colors"], chosen: details.color)

    func follow() {
      let place = Int(adw_combo_row_get_selected(choice.cast()))
      // Screen readers would otherwise read the title without the value.
      if names.indices.contains(place) { choice.setAccessibleDescription(names[place]) }
      gtk_widget_set_visible(fields, (place == 0).gboolean)
      let isGood = place > 0 || writtenName(in: entry) != nil
      gtk_widget_set_sensitive(save, isGood.gboolean)
    }
    choice.on("notify::selected") { follow() }
    entry.on("changed") { follow() }
    follow()
    let focus = proposed == nil ? entry : choice
    Dialog.present(form: layout, answers: "save", over: parent, focus: focus) { [choice, entry] in
      guard $0 != nil else { return }
      let place = Int(adw_combo_row_get_selected(choice.cast())) - 1
      if others.indices.contains(place) {
        onSave(.existing(others[place].id))
      } else if let name = writtenName(in: entry) {
        onSave(
          .new(
            TripDetails(name: name, color: colors.color, firstDay: first.day, lastDay: last.day)))
      }
    }
    if proposed == nil { gtk_editable_select_region(entry.cast(), -1, 0) }
  }
}
