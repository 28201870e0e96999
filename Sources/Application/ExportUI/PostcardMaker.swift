import AlbumExport
import CAdwaita
import CCairo  // For the compiler, what GLib names may be in it.
import CGLib
import Files
import GLibBridge
import Places
package import TouristSession
package import TravelModel
package import Widgets

/// Makes postcards of photos, one at a time: files, or printed ones.
package final class PostcardMaker {
  private let world: World
  private let run: ExportRun
  private let printing = PrintRun()
  /// The format that was chosen last.
  private var format = PostcardFormat.png
  /// Whether the last card had a code.
  private var hasCode = false
  /// The text written last, and its photo: a second card of the same photo starts with it.
  private var lastMessage: (photo: Photo.ID, text: String)?
  /// Whether a photo is being loaded, or the dialog is open.
  private var isAsking = false

  /// Makes cards over a widget; `notices` shows the progress.
  package init(of session: Session, settings: Settings, notices: NoticeBar, over widget: Widget) {
    world = session.world
    run = ExportRun(
      .makingPostcard, in: notices, settings: settings, over: widget,
      whereItFails: Words.postcardSentence(for:))
  }

  /// Lets the user write a card with a photo, and saves or prints it.
  ///
  /// Without a title, the place is called by its name.
  package func make(of photo: Photo, _ file: String, at place: Coordinate, titled title: String?) {
    guard !run.isBusy, !isAsking else { return }
    isAsking = true
    Task {
      defer { isAsking = false }
      let languages = preferredLanguages()
      let name: String
      if let title {
        name = title
      } else {
        name = await world.name(of: place, languages: languages)
      }
      let picture = ExportedPhoto(
        title: Words.title(of: photo, at: name), details: photo.details, path: file)
      let album = ExportedAlbum(
        title: name, place: place, photos: [picture], missing: 0, day: Words.postmarkDay,
        language: Words.languageCode)
      let map = await ExportMap(world)
      do throws(ExportFailure) {
        var card = try await WorkQueue.shared.run { () throws(ExportFailure) in
          try PhotoPostcard(of: album, map: map, languages: languages)
        }
        if let lastMessage, lastMessage.photo == photo.id { card.message = lastMessage.text }
        card.hasCode = hasCode
        PostcardDialog.show(card, proposing: format, over: run.widget) { [weak self] card, choice in
          self?.lastMessage = (photo.id, card.message)
          self?.hasCode = card.hasCode
          if let choice { self?.finish(card, choice) }
        }
      } catch {
        run.say(error)
      }
    }
  }

  /// Cancels the work, and waits until it has ended.
  package func stop() async { await run.stop() }

  private func finish(_ card: PhotoPostcard, _ choice: PostcardDialog.Choice) {
    switch choice {
    case .save(let format):
      self.format = format
      Task { await save(card, as: format) }
    case .print:
      guard let window = run.widget.window else { return }
      printing.print(
        titled: card.title, on: makePaper(), over: window,
        whereItFails: tr("The postcard could not be printed.")
      ) { paper in
        let sides = PhotoPostcard.Side.allCases
        return PrintedPages(count: sides.count) { page in
          { card.paint(sides[page], on: paper, $0) }
        }
      }
    }
  }

  private func save(_ card: PhotoPostcard, as format: PostcardFormat) async {
    let path = await run.chooseTarget(
      .newFile(
        name: "\(card.fileName).\(format.rawValue)",
        endings: PostcardFormat.allCases.map(\.rawValue)),
      title: tr("Save Postcard"), acceptLabel: tr("_Save"), in: G_USER_DIRECTORY_PICTURES)
    guard let path else { return }
    let named = FileName.ending(of: path).flatMap(PostcardFormat.init) ?? format
    run.write { _ in
      tr("Saving the postcard…")
    } by: { (progress) async throws(ExportFailure) in
      try await WorkQueue.shared.run { () throws(ExportFailure) in
        try card.write(to: path, as: named, progress: progress)
      }
      return (tr("Postcard saved to “{folder}”", ["folder": Words.folder(of: path)]), path)
    }
  }

  /// The paper size of a card, without margins.
  private func makePaper() -> Ref<OpaquePointer> {
    let size = gtk_paper_size_new_custom(
      "virtual-tourist-postcard", tr("Postcard"), 100, 150, GTK_UNIT_MM)!
    defer { gtk_paper_size_free(size) }
    let setup = gtk_page_setup_new()!
    gtk_page_setup_set_paper_size(setup, size)
    gtk_page_setup_set_orientation(setup, GTK_PAGE_ORIENTATION_LANDSCAPE)
    gtk_page_setup_set_top_margin(setup, 0, GTK_UNIT_MM)
    gtk_page_setup_set_bottom_margin(setup, 0, GTK_UNIT_MM)
    gtk_page_setup_set_left_margin(setup, 0, GTK_UNIT_MM)
    gtk_page_setup_set_right_margin(setup, 0, GTK_UNIT_MM)
    return Ref(adopting: setup)
  }
}

/// The dialog in which the user sees both sides of a postcard, and writes on it.
private enum PostcardDialog {
  enum Choice {
    case save(PostcardFormat)
    case print
  }

  /// The length of a side on the screen, in pixels, when it lies and when it stands: both fit a low
  /// screen.
  private static let (lyingLength, standingLength) = (270.0, 200.0)
  /// The longest message, in characters: a longer one would be too small to read.
  private static let mostCharacters = 400
  /// The number of characters left from which on it is shown.
  private static let toldRoom = 50

  /// Shows the dialog; `onEnd` is called with the card as written, and the choice, if any.
  static func show(
    _ card: PhotoPostcard, proposing format: PostcardFormat, over parent: Widget,
    onEnd: @escaping (PhotoPostcard, Choice?) -> Void
  ) {
    let layout = Layout("postcard")
    var card = card
    let buttons = PostcardFormat.allCases.map { ($0, layout[$0.rawValue]) }
    gtk_check_button_set_active(layout[format.rawValue].cast(), 1)
    let verbs = [layout["save"], layout["print"]]
    let (view, room, code) = (layout["message"], layout["room"], layout["code"])
    gtk_switch_set_active(code.cast(), card.hasCode.gboolean)
    // It may still be painted when the dialog is closed.
    let back = Ref(retaining: layout["back"])
    let text = gtk_text_view_get_buffer(view.cast())!
    gtk_text_buffer_set_text(text, card.message, -1)
    show(room: mostCharacters - card.message.count, in: room, enabling: verbs)
    paint(.front, of: card, on: layout["front"])
    var painting = paint(.back, of: card, on: back.pointer)
    let write = Debounce<Void>(for: .milliseconds(150)) {
      painting.cancel()
      painting = paint(.back, of: card, on: back.pointer)
    }
    let place = gtk_scrolled_window_get_vadjustment(layout["sides"].cast())!
    text.on("changed") { [text, room, verbs, place] in
      scroll(place, to: back.pointer)
      card.message = content(of: text)
      show(room: mostCharacters - card.message.count, in: room, enabling: verbs)
      write(())
    }
    code.on("notify::active") { [code, place] in
      scroll(place, to: back.pointer)
      card.hasCode = gtk_switch_get_active(code.cast()) != 0
      write(())
    }
    Dialog.present(form: layout, answers: "save", "print", over: parent, focus: view) { answer in
      painting.cancel()
      let chosen = buttons.first { gtk_check_button_get_active($0.1.cast()) != 0 }
      switch answer {
      case "save": onEnd(card, chosen.map { .save($0.0) })
      case "print": onEnd(card, .print)
      default: onEnd(card, nil)
      }
    }
  }

  /// Shows how many characters are left if they are few; with too many, the buttons are disabled.
  private static func show(room: Int, in label: Widget, enabling buttons: [Widget]) {
    gtk_label_set_label(label.cast(), room <= toldRoom ? Words.room(for: room) : "")
    room < 0 ? label.addClass("error") : gtk_widget_remove_css_class(label, "error")
    for button in buttons { gtk_widget_set_sensitive(button, (room >= 0).gboolean) }
  }

  /// Scrolls to the side that is written on, where both do not fit.
  private static func scroll(_ place: UnsafeMutablePointer<GtkAdjustment>, to back: Widget) {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(back, gtk_widget_get_parent(back), &bounds) != 0 else { return }
    gtk_adjustment_set_value(place, Double(bounds.origin.y))
  }

  /// Shows a side of a card in a picture.
  @discardableResult
  private static func paint(
    _ side: PhotoPostcard.Side, of card: PhotoPostcard, on picture: Widget
  ) -> Task<Void, Never> {
    let size = card.size(of: side)
    let length = size.height > size.width ? standingLength : lyingLength
    let scale = length / PhotoPostcard.length
    gtk_widget_set_size_request(picture, Int32(size.width * scale), Int32(size.height * scale))
    return Task { [picture = Ref(retaining: picture)] in
      let density = max(1, Int(gtk_widget_get_scale_factor(picture.pointer)))
      let image = await WorkQueue.shared.run {
        card.image(of: side, length: Int(length) * density)
      }
      guard let texture = image?.texture, !Task.isCancelled else { return }
      withExtendedLifetime(texture) {
        gtk_picture_set_paintable(picture.pointer.cast(), texture.pointer)
      }
    }
  }
}
