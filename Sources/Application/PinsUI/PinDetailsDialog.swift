import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// The dialog for a pin's note, colour, mark and coordinates, which are saved as they are typed.
enum PinDetailsDialog {
  /// How long after the last change it is saved.
  private static let savingDelay = Duration.milliseconds(400)

  static func show(of pin: Pin, in session: Session, over parent: Widget) {
    let layout = Layout("pin-words")
    let (dialog, note) = (layout["dialog"], layout["note"])
    dialog.set("body", to: pin.title)
    let marks = [(PinMark.been, layout["been"]), (.wanted, layout["wanted"])]
    let colors = ColorChoice(in: layout["colors"], chosen: pin.details.color)
    let typed = layout["coordinates"]
    let readable = pin.coordinate.readable
    gtk_editable_set_text(typed.cast(), readable)
    let flaw = layout["flaw"]
    typed.on("changed") { [typed, flaw, dialog] in show(flawOf: typed, in: flaw, of: dialog) }
    let text = gtk_text_view_get_buffer(note.cast())!
    gtk_text_buffer_set_text(text, pin.details.note ?? "", -1)
    for (mark, button) in marks {
      gtk_toggle_button_set_active(button.cast(), (pin.details.mark == mark).gboolean)
    }

    let save = Debounce<Void>(for: savingDelay) {
      let mark = marks.first { gtk_toggle_button_get_active($0.1.cast()) != 0 }
      let details = PinDetails(note: content(of: text), color: colors.color, mark: mark?.0)
      parent.changeLibrary { try await session.setDetails(details, of: pin.id) }
    }
    text.on("changed") { save(()) }
    colors.onChange { save(()) }
    for (mark, button) in marks {
      button.on("toggled") {
        // The marks exclude each other: pressing one releases the other.
        if gtk_toggle_button_get_active(button.cast()) != 0 {
          for (other, button) in marks where other != mark {
            gtk_toggle_button_set_active(button.cast(), 0)
          }
        }
        save(())
      }
    }
    dialog.on("response") { (_: String) in
      save.flush()
      parent.changeLibrary { try await session.offerUndo(of: pin) }
      if !["", readable].contains(typedText(in: typed)) {
        move(pin, to: PlaceRequest(typedText(in: typed))?.coordinate, in: session, over: parent)
      }
    }
    Dialog.present(layout, over: parent, focus: note)
  }

  /// Shows what is wrong with the coordinates and keeps the dialog open.
  ///
  /// Escape leaves the pin where it is, and so does an empty entry.
  private static func show(flawOf typed: Widget, in label: Widget, of dialog: Widget) {
    let text = typedText(in: typed)
    let flaw = text.isEmpty ? nil : PlaceRequest.flaw(of: text)
    let sentence = flaw.map(Words.sentence(for:)) ?? ""
    flaw == nil ? gtk_widget_remove_css_class(typed, "error") : typed.addClass("error")
    gtk_label_set_label(label.cast(), sentence)
    gtk_widget_set_visible(label, (flaw != nil).gboolean)
    typed.setAccessibleDescription(sentence)
    Dialog.setEnabled(flaw == nil, answer: "close", to: dialog)
  }

  private static func typedText(in entry: Widget) -> String {
    String(cString: gtk_editable_get_text(entry.cast()))
  }

  /// Moves a pin to typed coordinates.
  private static func move(
    _ pin: Pin, to place: Coordinate?, in session: Session, over parent: Widget
  ) {
    guard let place else {
      return parent.ask(
        .showMessage(
          tr("“{title}” was not moved: the coordinates cannot be read.", ["title": pin.title])))
    }
    // The typed coordinate may be the present one.
    guard place != pin.coordinate, place.readable != pin.coordinate.readable else { return }
    parent.changeLibrary { try await session.move(pin.id, to: place) }
  }
}
