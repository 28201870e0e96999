import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets
import WorldMap

/// The dialog in which the user says something of a pin; all of it is saved by itself.
enum PinWordsDialog {
  /// How long after the last change it is saved.
  private static let savingDelay = Duration.milliseconds(400)
  private static let columns: Int32 = 4

  static func show(of pin: Pin, in session: Session, over parent: Widget) {
    let layout = Layout("pin-words")
    let (dialog, note) = (layout["dialog"], layout["note"])
    dialog.set("body", to: pin.title)
    let marks = [(PinMark.been, layout["been"]), (.wanted, layout["wanted"])]
    let colors = makeColors(in: layout["colors"], chosen: pin.words.color)
    let text = gtk_text_view_get_buffer(note.cast())!
    gtk_text_buffer_set_text(text, pin.words.note ?? "", -1)
    for (mark, button) in marks {
      gtk_toggle_button_set_active(button.cast(), (pin.words.mark == mark).gboolean)
    }

    let save = Debounce<Void>(for: savingDelay) {
      let chosen = colors.first { gtk_toggle_button_get_active($0.button.cast()) != 0 }
      let mark = marks.first { gtk_toggle_button_get_active($0.1.cast()) != 0 }
      let words = PinWords(note: content(of: text), color: chosen?.color, mark: mark?.0)
      parent.changeLibrary { try await session.setWords(words, of: pin.id) }
    }
    text.on("changed") { save(()) }
    for (_, button) in colors { button.on("toggled") { save(()) } }
    for (mark, button) in marks {
      button.on("toggled") {
        // One can have been there, or want to go: pressing one lets go of the other.
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
      parent.changeLibrary { try await session.offerUndo(ofWordsOf: pin) }
    }
    dialog.on("unmap") { [dialog] in Dialog.dropFocus(of: dialog) }
    Dialog.present(layout, over: parent)
    gtk_widget_grab_focus(note)
  }

  private static func content(of buffer: UnsafeMutablePointer<GtkTextBuffer>) -> String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    return String(adopting: gtk_text_buffer_get_text(buffer, &start, &end, 0))
  }

  /// Makes a button for each colour, the usual one first.
  private static func makeColors(
    in grid: Widget, chosen: PinColor?
  ) -> [(color: PinColor?, button: Widget)] {
    var buttons: [(color: PinColor?, button: Widget)] = []
    let scale = max(1, gtk_widget_get_scale_factor(grid))
    for (place, color) in ([nil] + PinColor.allCases.map(Optional.some)).enumerated() {
      let art = color.map { MarkerArt.colored(.none, $0) } ?? .pin(.none)
      let picture = gtk_image_new_from_paintable(art.texture(scale: scale))!
      gtk_image_set_pixel_size(picture.cast(), Int32(MarkerArt.side))
      let button: Widget = gtk_toggle_button_new()!
      gtk_button_set_child(button.cast(), picture)
      button.addClass("flat")
      let name = color.map { Words.name(of: $0) } ?? tr("Red")
      gtk_widget_set_tooltip_text(button, name)
      button.setAccessibleName(name)
      if let first = buttons.first {
        gtk_toggle_button_set_group(button.cast(), first.button.cast())
      }
      gtk_toggle_button_set_active(button.cast(), (color == chosen).gboolean)
      gtk_grid_attach(grid.cast(), button, Int32(place) % columns, Int32(place) / columns, 1, 1)
      buttons.append((color, button))
    }
    return buttons
  }
}
