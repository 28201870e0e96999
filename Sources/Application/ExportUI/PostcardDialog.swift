import AlbumExport
import CAdwaita
import CGLib
import Files
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// The dialog in which the user sees both sides of a postcard, and writes on it.
final class PostcardDialog {
  /// What the user has chosen.
  enum Choice {
    case save(PostcardFormat)
    case print
  }

  /// The pictures of the sides, and not the layout, which would keep the dialog.
  private let sides: [PhotoPostcard.Side: Ref<Widget>]
  private var card: PhotoPostcard
  /// The painting of the back that is under way.
  private var painting: Task<Void, Never>?

  /// How long a side is shown, in pixels, whether it lies or stands: a low screen has room for both.
  private static let (lyingLength, standingLength) = (270.0, 200.0)
  /// How long the words may be, in characters: more would be too small to be read.
  private static let mostCharacters = 400
  /// From how many on it is told how many are left.
  private static let toldRoom = 50

  /// Asks over a widget's window; `onEnd` is called with the card as it was written, and with what is
  /// to be done with it, if anything.
  static func show(
    _ card: PhotoPostcard, proposing format: PostcardFormat, over parent: Widget,
    onEnd: @escaping (PhotoPostcard, Choice?) -> Void
  ) {
    let layout = Layout("postcard")
    let dialog = PostcardDialog(card, layout)
    let buttons = PostcardFormat.allCases.map { ($0, layout[$0.rawValue]) }
    gtk_check_button_set_active(layout[format.rawValue].cast(), 1)
    let window = layout["dialog"]
    let view = layout["message"]
    let room = layout["room"]
    let text = gtk_text_view_get_buffer(view.cast())!
    gtk_text_buffer_set_text(text, card.message, -1)
    show(room: mostCharacters - card.message.count, in: room, of: window)
    let write = Debounce<Void>(for: .milliseconds(150)) { dialog.paintBack() }
    let place = gtk_scrolled_window_get_vadjustment(layout["sides"].cast())!
    text.on("changed") { [text, room, window, place] in
      dialog.scrollToBack(place)
      dialog.card.message = content(of: text)
      show(room: mostCharacters - dialog.card.message.count, in: room, of: window)
      write(())
    }
    window.on("response") { (response: String) in
      dialog.painting?.cancel()
      let chosen = buttons.first { gtk_check_button_get_active($0.1.cast()) != 0 }
      switch response {
      case "save": onEnd(dialog.card, chosen.map { .save($0.0) })
      case "print": onEnd(dialog.card, .print)
      default: onEnd(dialog.card, nil)
      }
    }
    window.on("unmap") { [window] in Dialog.dropFocus(of: window) }
    dialog.begin()
    Dialog.present(layout, over: parent)
    gtk_widget_grab_focus(view)
  }

  /// Says how many characters are left where they come to an end; with too many, nothing is made.
  private static func show(room: Int, in label: Widget, of window: Widget) {
    gtk_label_set_label(label.cast(), room <= toldRoom ? Words.room(for: room) : "")
    room < 0 ? label.addClass("error") : gtk_widget_remove_css_class(label, "error")
    for answer in ["save", "print"] {
      Dialog.setEnabled(room >= 0, answer: answer, to: window)
    }
  }

  private init(_ card: PhotoPostcard, _ layout: Layout) {
    self.card = card
    sides = [.front: Ref(retaining: layout["front"]), .back: Ref(retaining: layout["back"])]
  }

  private func begin() {
    for (side, picture) in sides {
      let size = card.size(of: side)
      let scale = shownLength(of: side) / PhotoPostcard.length
      gtk_widget_set_size_request(
        picture.pointer, Int32(size.width * scale), Int32(size.height * scale))
    }
    Task { await show(.front) }
    paintBack()
  }

  private func shownLength(of side: PhotoPostcard.Side) -> Double {
    let size = card.size(of: side)
    return size.height > size.width ? PostcardDialog.standingLength : PostcardDialog.lyingLength
  }

  /// Shows the side that is written on, where there is no room for both.
  private func scrollToBack(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    let back = sides[.back]!.pointer
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(back, gtk_widget_get_parent(back), &bounds) != 0 else { return }
    gtk_adjustment_set_value(adjustment, Double(bounds.origin.y))
  }

  private func paintBack() {
    painting?.cancel()
    painting = Task { await show(.back) }
  }

  private func show(_ side: PhotoPostcard.Side) async {
    let picture = sides[side]!.pointer
    let length = Int(shownLength(of: side)) * max(1, Int(gtk_widget_get_scale_factor(picture)))
    let image = await WorkQueue.shared.run { [card] in card.image(of: side, length: length) }
    guard let image, !Task.isCancelled else { return }
    let texture = gdk_memory_texture_new(
      Int32(image.size.width), Int32(image.size.height), GDK_MEMORY_R8G8B8,
      image.pixels.pointer, gsize(3 * image.size.width))!
    gtk_picture_set_paintable(picture.cast(), texture)
    g_object_unref(texture.raw)
  }
}
