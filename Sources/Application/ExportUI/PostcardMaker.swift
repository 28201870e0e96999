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
  private let notices: NoticeBar
  private let widget: WeakRef<Widget>
  private let printing = PrintRun()
  /// The card that is being written.
  private var current: (progress: ExportProgress, task: Task<Void, Never>)?
  /// What was chosen last.
  private var format = PostcardFormat.png
  /// What was written last, and on a card of which photo: it is there again if that one is made anew.
  private var words: (photo: Photo.ID, message: String)?
  private var folder: Ref<OpaquePointer>?
  /// Whether a photo is being loaded, or the dialog is open.
  private var isAsking = false

  /// Makes cards over a widget; `notices` shows what is under way.
  package init(of session: Session, notices: NoticeBar, over widget: Widget) {
    world = session.world
    self.notices = notices
    self.widget = WeakRef(widget)
  }

  /// Lets the user write on a card with a photo, whose file is given, and saves or prints it; a place
  /// without a title is called by its name.
  package func make(of photo: Photo, _ file: String, at place: Coordinate, titled title: String?) {
    guard current == nil, !isAsking else { return }
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
      let album = ExportedAlbum(
        title: name, place: place,
        photos: [
          ExportedPhoto(
            title: Words.title(of: photo, at: name), details: photo.details, path: file)
        ],
        missing: 0, day: Words.postmarkDay,
        // Translators: the code of your language, such as de or pt-BR, for web pages.
        language: tr("en"))
      let map = await ExportMap(world)
      let card = await WorkQueue.shared.run {
        Result { () throws(ExportFailure) in
          try PhotoPostcard(of: album, map: map, languages: languages)
        }
      }
      guard let widget = widget.object?.pointer else { return }
      switch card {
      case .success(var card):
        if let words, words.photo == photo.id { card.message = words.message }
        PostcardDialog.show(card, proposing: format, over: widget) { [weak self] card, choice in
          self?.words = (photo.id, card.message)
          if let choice { self?.finish(card, choice) }
        }
      case .failure(let failure): say(failure)
      }
    }
  }

  /// Cancels what is under way, and waits until nothing of it is left.
  package func stop() async {
    current?.progress.cancel()
    await current?.task.value
  }

  private func finish(_ card: PhotoPostcard, _ choice: PostcardDialog.Choice) {
    switch choice {
    case .save(let format):
      self.format = format
      Task { await chooseTarget(for: card, format) }
    case .print:
      guard let window = widget.object?.pointer.window else { return }
      printing.print(
        CardJob(card), on: makePaper(), over: window, whereItFails: Words.postcardNotPrinted)
    }
  }

  private func chooseTarget(for card: PhotoPostcard, _ format: PostcardFormat) async {
    guard let window = widget.object?.pointer.window else { return }
    let pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map {
      Ref(adopting: g_file_new_for_path($0)!)
    }
    let request = FileRequest(
      purpose: .newFile(
        name: "\(card.fileName).\(format.rawValue)",
        endings: PostcardFormat.allCases.map(\.rawValue)),
      title: tr("Save Postcard"), acceptLabel: tr("_Save"), folder: folder ?? pictures)
    guard let target = await FileChoosing.choose(request, over: window), current == nil else {
      return
    }
    folder = g_file_get_parent(target.pointer).map { Ref(adopting: $0) }
    guard let path = g_file_get_path(target.pointer).map({ String(adopting: $0) }) else {
      return say(.notLocal)
    }
    let named = FileName.ending(of: path).flatMap(PostcardFormat.init)
    write(card, to: path, as: named ?? format)
  }

  private func write(_ card: PhotoPostcard, to path: String, as format: PostcardFormat) {
    let progress = ExportProgress()
    let task = Task {
      let outcome = await WorkQueue.shared.run {
        Result { () throws(ExportFailure) in
          try card.write(to: path, as: format, progress: progress)
        }
      }
      current = nil
      notices.remove(.makingPostcard)
      switch outcome {
      case .success:
        widget.object?.pointer.activate(.showMadeFile, [tr("Postcard saved"), path])
      case .failure(let failure): say(failure)
      }
    }
    current = (progress, task)
    notices.add(
      Notice(
        id: .makingPostcard, text: tr("Saving the postcard…"),
        remedy: (tr("Cancel"), { progress.cancel() })))
  }

  private func say(_ failure: ExportFailure) {
    guard let sentence = Words.postcardSentence(for: failure) else { return }
    widget.object?.pointer.activate(.showMessage, sentence)
  }

  /// Paper of the size of a card, without margins.
  private func makePaper() -> Ref<OpaquePointer> {
    let (breadth, length) = (100.0, 150.0)
    let size = gtk_paper_size_new_custom(
      "virtual-tourist-postcard", tr("Postcard"), breadth, length, GTK_UNIT_MM)!
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
