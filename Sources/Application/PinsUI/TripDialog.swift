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

  /// Makes a trip through pins and opens it, or adds the pins to an existing trip.
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
        switch answer {
        case .new(let details):
          let made = try await session.makeTrip(details, through: pins)
          session.trips.opened = made.id
        case .existing(let trip): try await session.add(pins, to: trip)
        }
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
    let (dialog, choice, entry) = (layout["dialog"], layout["trips"], layout["entry"])
    dialog.set("heading", to: heading)
    dialog.set("body", to: body)
    Dialog.setLabel(label, answer: "save", of: dialog)
    let names = withCStrings([details.name] + others.map(\.details.name)) {
      gtk_string_list_new($0)!
    }
    gtk_drop_down_set_model(choice.cast(), names)
    g_object_unref(names.raw)
    let proposed = others.firstIndex { $0.id == chosen }
    gtk_drop_down_set_selected(choice.cast(), guint((proposed ?? -1) + 1))
    gtk_widget_set_visible(choice, (!others.isEmpty).gboolean)
    gtk_editable_set_text(entry.cast(), details.name)
    let first = DayChoice(layout["first-day"], name: tr("First Day"), chosen: details.firstDay)
    let last = DayChoice(layout["last-day"], name: tr("Last Day"), chosen: details.lastDay)
    let colors = ColorChoice(in: layout["colors"], chosen: details.color)

    let fields = layout["fields"]
    func follow() {
      let isNew = gtk_drop_down_get_selected(choice.cast()) == 0
      gtk_widget_set_visible(fields, isNew.gboolean)
      let isGood = !isNew || writtenName(in: entry) != nil
      Dialog.setEnabled(isGood, answer: "save", to: dialog)
    }
    choice.on("notify::selected") { follow() }
    entry.on("changed") { follow() }
    follow()
    dialog.on("response") { [choice, entry] (response: String) in
      guard response == "save" else { return }
      let place = Int(gtk_drop_down_get_selected(choice.cast())) - 1
      if others.indices.contains(place) {
        onSave(.existing(others[place].id))
      } else if let name = writtenName(in: entry) {
        onSave(
          .new(
            TripDetails(name: name, color: colors.color, firstDay: first.day, lastDay: last.day)))
      }
    }
    Dialog.present(layout, over: parent, focus: proposed == nil ? entry : choice)
    if proposed == nil { gtk_editable_select_region(entry.cast(), -1, 0) }
  }
}
