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
  /// What was chosen last.
  private var format = PostcardFormat.png
  /// What was written last, and on a card of which photo: it is there again if that one is made anew.
  private var words: (photo: Photo.ID, message: String)?
  /// Whether a photo is being loaded, or the dialog is open.
  private var isAsking = false

  /// Makes cards over a widget; `notices` shows what is under way.
  package init(of session: Session, notices: NoticeBar, over widget: Widget) {
    world = session.world
    run = ExportRun(
      .makingPostcard, in: notices, over: widget, whereItFails: Words.postcardSentence(for:))
  }

  /// Lets the user write on a card with a photo, whose file is given, and saves or prints it; a place
  /// without a title is called by its name.
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
        guard let widget = run.widget.object?.pointer else { return }
        if let words, words.photo == photo.id { card.message = words.message }
        PostcardDialog.show(card, proposing: format, over: widget) { [weak self] card, choice in
          self?.words = (photo.id, card.message)
          if let choice { self?.finish(card, choice) }
        }
      } catch {
        run.say(error)
      }
    }
  }

  /// Cancels what is under way, and waits until nothing of it is left.
  package func stop() async { await run.stop() }

  private func finish(_ card: PhotoPostcard, _ choice: PostcardDialog.Choice) {
    switch choice {
    case .save(let format):
      self.format = format
      Task { await save(card, as: format) }
    case .print:
      guard let window = run.widget.object?.pointer.window else { return }
      printing.print(
        CardJob(card), on: makePaper(), over: window, whereItFails: Words.postcardNotPrinted)
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
      return (tr("Postcard saved"), path)
    }
  }

  /// Paper of the size of a card, without margins.
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

  /// A card on its way to a printer.
  private final class CardJob: PrintJob {
    private let card: PhotoPostcard
    private var paper = Paper.a4

    init(_ card: PhotoPostcard) { self.card = card }

    var title: String { card.title }

    func layOut(on paper: Paper) -> Int {
      self.paper = paper
      return PhotoPostcard.Side.allCases.count
    }

    func load(_ page: Int) async -> (OpaquePointer) -> Void {
      let side = PhotoPostcard.Side.allCases[page]
      return { [card, paper] in card.paint(side, on: paper, $0) }
    }
  }
}
