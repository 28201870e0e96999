import AlbumExport
import CAdwaita
import CGLib
import Files
import GLibBridge
import Observation
import Places
package import TouristSession
import TravelModel
package import Widgets

/// Exports albums, one at a time, and prints them.
@Observable
package final class AlbumExporter {
  /// Whether an album is being written.
  package private(set) var isBusy = false
  private let world: World
  private let albums: AlbumRegistry
  private let notices: NoticeBar
  /// Where messages appear.
  @ObservationIgnored private let widget: WeakRef<Widget>
  /// The export under way.
  @ObservationIgnored private var current: (progress: ExportProgress, task: Task<Void, Never>)?
  /// What was chosen last.
  @ObservationIgnored private var format = ExportFormat.folder
  @ObservationIgnored private var folder: Ref<OpaquePointer>?
  @ObservationIgnored private lazy var printer = AlbumPrinter()

  /// Exports albums of a session; `notices` shows how far it has come.
  package init(of session: Session, notices: NoticeBar, over widget: Widget) {
    (world, albums) = (session.world, session.albums)
    self.notices = notices
    self.widget = WeakRef(widget)
  }

  /// Lets the user choose how and where an album is exported, and exports it.
  package func export(_ album: AlbumModel, titled title: String) {
    guard !isBusy, let widget = widget.object else { return }
    let content = content(of: album, titled: title)
    ExportDialog.show(
      over: widget.pointer,
      text: Words.exportedPhotos(content.photos.count, missing: content.missing),
      proposing: format
    ) { [weak self] format in
      guard let self else { return }
      self.format = format
      Task { await self.chooseTarget(for: content, format) }
    }
  }

  /// Prints an album, as the user chooses in the desktop's dialog.
  package func print(_ album: AlbumModel, titled title: String) {
    let content = content(of: album, titled: title)
    guard let widget = widget.object else { return }
    Task { [weak self, world] in
      let map = await ExportMap(world)
      await self?.printer.print(content, map: map, over: widget.pointer)
    }
  }

  /// Cancels what is under way, and waits until nothing of it is left.
  package func stop() async {
    current?.progress.cancel()
    await current?.task.value
  }
}

extension AlbumExporter {
  private func content(of album: AlbumModel, titled title: String) -> ExportedAlbum {
    // As pins show them: favourites first.
    let inOrder = album.photos.filter(\.isFavorite) + album.photos.filter { !$0.isFavorite }
    let photos = inOrder.compactMap { photo in
      albums.file(of: photo).map {
        ExportedPhoto(
          title: Words.title(of: photo, at: title), details: photo.details, path: $0)
      }
    }
    return ExportedAlbum(
      title: title, place: album.pin.coordinate, photos: photos,
      missing: album.photos.count - photos.count,
      day: Words.days(taken: photos.compactMap(\.details.taken)),
      // Translators: the code of your language, such as de or pt-BR, for web pages.
      language: tr("en"))
  }

  private func chooseTarget(for album: ExportedAlbum, _ format: ExportFormat) async {
    guard let window = widget.object?.pointer.window else { return }
    let request = FileRequest(
      purpose: format.isFile
        ? .newFile(
          name: "\(album.fileName).\(format.rawValue)",
          endings: ExportFormat.allCases.filter(\.isFile).map(\.rawValue)) : .folder,
      title: tr("Export Album"), acceptLabel: tr("_Export"), folder: folder ?? defaultFolder)
    guard let target = await FileChoosing.choose(request, over: window), !isBusy else { return }
    folder = format.isFile ? g_file_get_parent(target.pointer).map { Ref(adopting: $0) } : target
    guard let path = g_file_get_path(target.pointer).map({ String(adopting: $0) }) else {
      return say(.notLocal)
    }
    let named = FileName.ending(of: path).flatMap(ExportFormat.init)
    begin(album, format.isFile ? named ?? format : format, path)
  }

  private var defaultFolder: Ref<OpaquePointer>? {
    (g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS) ?? g_get_home_dir()).map {
      Ref(adopting: g_file_new_for_path($0)!)
    }
  }

  private func begin(_ album: ExportedAlbum, _ format: ExportFormat, _ path: String) {
    let progress = ExportProgress { [weak self] done in
      Task { @MainActor in self?.show(done, of: album) }
    }
    isBusy = true
    let paper = Paper.usual
    let task = Task { [world] in
      let map = format == .folder || format == .zip ? nil : await ExportMap(world)
      let outcome = await WorkQueue.shared.run {
        Result { () throws(ExportFailure) in
          switch format {
          case .folder: try PictureFolder.write(album, into: path, progress: progress)
          case .zip: try AlbumZip.write(album, to: path, progress: progress)
          case .webPage: try WebAlbum.write(album, map: map, into: path, progress: progress)
          case .pdf:
            try AlbumPDF.write(album, map: map, to: path, paper: paper, progress: progress)
          }
        }
      }
      end(outcome, format)
    }
    current = (progress, task)
    show(0, of: album)
  }

  private func show(_ done: Int, of album: ExportedAlbum) {
    guard let progress = current?.progress else { return }
    notices.add(
      Notice(
        id: .exporting, text: Words.exporting(album.title, done: done, of: album.photos.count),
        remedy: (tr("Cancel"), { progress.cancel() })))
  }

  private func end(_ outcome: Result<ExportOutcome, ExportFailure>, _ format: ExportFormat) {
    current = nil
    isBusy = false
    notices.remove(.exporting)
    switch outcome {
    case .success(let written):
      let file = format == .webPage ? "\(written.path)/\(WebAlbum.pageName)" : written.path
      widget.object?.pointer.activate(
        .showMadeFile, [Words.exported(missing: written.missing), file])
    case .failure(let failure): say(failure)
    }
  }

  private func say(_ failure: ExportFailure) {
    guard let sentence = Words.sentence(for: failure) else { return }
    widget.object?.pointer.activate(.showMessage, sentence)
  }
}

extension ExportMap {
  /// Takes what there is of the offline map; nil where there is none.
  init?(_ world: World) async {
    guard let data = await world.mapData() else { return nil }
    self.init(
      outlines: data.outlines, landscape: data.landscape, gazetteer: try? await world.gazetteer())
  }
}

extension Paper {
  /// The paper of the user's country.
  static var usual: Paper {
    String(cString: gtk_paper_size_get_default()).hasPrefix("na_letter") ? .letter : .a4
  }
}
