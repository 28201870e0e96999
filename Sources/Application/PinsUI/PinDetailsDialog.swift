import CAdwaita
import CGLib
import GLibBridge
package import TouristSession
package import TravelModel
package import Widgets

/// The dialog of a pin's name, note, colour, mark and coordinates.
///
/// Name and coordinates change when they are confirmed, or when the dialog is closed; the rest is
/// saved as it is typed.
package enum PinDetailsDialog {
  /// How long after the last change it is saved.
  private static let savingDelay = Duration.milliseconds(400)
  /// Longer names say nothing more.
  private static let longestName: Int32 = 200

  package static func show(of pin: Pin, in session: Session, over parent: Widget) {
    let layout = Layout("pin-details")
    let (dialog, note) = (layout["dialog"], layout["note"])
    let (name, typed, flaw) = (layout["name"], layout["coordinates"], layout["flaw"])
    let marks = [(PinMark.been, layout["been"]), (.wanted, layout["wanted"])]
    let colors = ColorChoice(in: layout["colors"], chosen: pin.details.color)
    if let text = gtk_editable_get_delegate(name.cast()) {
      gtk_text_set_max_length(text.cast(), longestName)
    }
    gtk_editable_set_text(name.cast(), pin.title)
    gtk_editable_set_text(typed.cast(), pin.coordinate.readable)
    let text = gtk_text_view_get_buffer(note.cast())!
    gtk_text_buffer_set_text(text, pin.details.note ?? "", -1)
    for (mark, button) in marks {
      gtk_switch_set_active(button.cast(), (pin.details.mark == mark).gboolean)
    }

    var title = pin.title
    func rename() {
      guard let written = writtenName(in: name), written != title else { return }
      title = written
      parent.changeLibrary { try await session.rename(pin.id, to: written) }
    }
    var place = pin.coordinate
    func move(isClosing: Bool) {
      let text = typedText(in: typed)
      guard !["", place.readable].contains(text) else { return }
      guard let next = PlaceRequest(text)?.coordinate else {
        if isClosing { sayUnmoved(pin, over: parent) }
        return
      }
      // The typed coordinate may be the present one.
      guard next != place, next.readable != place.readable else { return }
      place = next
      parent.changeLibrary { try await session.move(pin.id, to: next) }
    }
    let save = Debounce<Void>(for: savingDelay) {
      let mark = marks.first { gtk_switch_get_active($0.1.cast()) != 0 }
      let details = PinDetails(note: content(of: text), color: colors.color, mark: mark?.0)
      parent.changeLibrary { try await session.setDetails(details, of: pin.id) }
    }
    name.on("apply") { rename() }
    text.on("changed") { save(()) }
    colors.onChange { save(()) }
    for (mark, button) in marks {
      button.on("notify::active") {
        // The marks exclude each other: switching one on switches the other off.
        if gtk_switch_get_active(button.cast()) != 0 {
          for (other, button) in marks where other != mark {
            gtk_switch_set_active(button.cast(), 0)
          }
        }
        save(())
      }
    }
    typed.on("changed") { show(flawOf: typed, in: flaw) }
    typed.on("apply") { move(isClosing: false) }
    dialog.on("unmap") {
      save.flush()
      parent.changeLibrary { try await session.offerUndo(of: pin) }
      rename()
      move(isClosing: true)
    }
    Dialog.present(layout, over: parent, focus: note)
  }

  /// Shows what is wrong with the coordinates; an empty entry leaves the pin where it is.
  private static func show(flawOf typed: Widget, in row: Widget) {
    let text = typedText(in: typed)
    let flaw = text.isEmpty ? nil : PlaceRequest.flaw(of: text)
    let sentence = flaw.map(Words.sentence(for:)) ?? ""
    flaw == nil ? gtk_widget_remove_css_class(typed, "error") : typed.addClass("error")
    row.set("title", to: sentence)
    gtk_widget_set_visible(row, (flaw != nil).gboolean)
    typed.setAccessibleDescription(sentence)
  }

  private static func sayUnmoved(_ pin: Pin, over parent: Widget) {
    parent.ask(
      .showMessage(
        tr("“{title}” was not moved: the coordinates cannot be read.", ["title": pin.title])))
  }
}
