import AlbumExport
import CAdwaita
import CGLib
import Files
import GLibBridge
import Places
package import TouristSession
import TravelModel
package import Widgets

/// Exports albums, one at a time, and prints them.
package final class AlbumExporter {
  private let world: World
  private let albums: AlbumRegistry
  private let run: ExportRun
  private let printing = PrintRun()
  /// The format that was chosen last.
  private var format = ExportFormat.folder

  /// Exports albums of a session; `notices` shows the progress.
  package init(of session: Session, settings: Settings, notices: NoticeBar, over widget: Widget) {
    (world, albums) = (session.world, session.albums)
    run = ExportRun(
      .exporting, in: notices, settings: settings, over: widget,
      whereItFails: Words.sentence(for:))
  }

  package var isBusy: Bool { run.isBusy }

  /// Cancels an export, and waits until it has ended.
  package func stop() async { await run.stop() }

  /// Lets the user choose how and where an album is exported, and exports it.
  package func export(_ album: AlbumModel, titled title: String) {
    guard !isBusy else { return }
    let content = content(of: album, titled: title)
    let layout = Layout("export")
    let text = Words.exportedPhotos(content.photos.count, missing: content.missing)
    layout["formats"].set("description", to: markup(text))
    gtk_check_button_set_active(layout[format.rawValue].cast(), 1)
    let buttons = ExportFormat.allCases.map { ($0, layout[$0.rawValue]) }
    // The keys are where the choice is.
    let row = gtk_widget_get_ancestor(layout[format.rawValue], adw_action_row_get_type())
    Dialog.present(form: layout, answers: "export", over: run.widget, focus: row) {
      [weak self] answer in
      let chosen = buttons.first { gtk_check_button_get_active($1.cast()) != 0 }
      guard let self, answer != nil, let (format, _) = chosen else { return }
      self.format = format
      Task { await self.export(content, format) }
    }
  }

  /// Prints an album, as the user chooses in the desktop's dialog.
  package func print(_ album: AlbumModel, titled title: String) {
    let content = content(of: album, titled: title)
    let failure = tr("The album could not be printed.")
    Task {
      let map = await ExportMap(world)
      let measured = await WorkQueue.shared.run { try? MeasuredAlbum(content) }
      guard let window = run.widget.window else { return }
      guard let measured else { return window.ask(.showMessage(failure)) }
      printing.print(titled: measured.title, over: window, whereItFails: failure) { paper in
        let progress = ExportProgress()
        let pages = await withTaskCancellationHandler {
          await WorkQueue.shared.run {
            try? AlbumPages(of: measured, map: map, paper: paper, progress: progress)
          }
        } onCancel: {
          progress.cancel()
        }
        guard let pages else { return nil }
        return PrintedPages(count: pages.count) { page in
          let pictures = await WorkQueue.shared.run { pages.pictures(onPage: page) }
          return { pages.paint(page, pictures, on: $0) }
        }
      }
    }
  }

  private func content(of album: AlbumModel, titled title: String) -> ExportedAlbum {
    // In the order of pin covers: favourites first.
    let inOrder = album.photos.filter(\.isFavorite) + album.photos.filter { !$0.isFavorite }
    let photos = inOrder.compactMap { photo in
      albums.file(of: photo).map {
        ExportedPhoto(title: Words.title(of: photo, at: title), details: photo.details, path: $0)
      }
    }
    return ExportedAlbum(
      title: title, place: album.pin.coordinate, photos: photos,
      missing: album.photos.count - photos.count,
      day: Words.days(taken: photos.compactMap(\.details.taken)), language: Words.languageCode)
  }

  private func export(_ album: ExportedAlbum, _ format: ExportFormat) async {
    let path = await run.chooseTarget(
      format.isFile
        ? .newFile(
          name: "\(album.fileName).\(format.rawValue)",
          endings: ExportFormat.allCases.filter(\.isFile).map(\.rawValue)) : .folder,
      title: tr("Export Album"), acceptLabel: tr("_Export"), in: G_USER_DIRECTORY_DOCUMENTS)
    guard let path else { return }
    let named = FileName.ending(of: path).flatMap(ExportFormat.init)
    write(album, format.isFile ? named ?? format : format, path)
  }

  private func write(_ album: ExportedAlbum, _ format: ExportFormat, _ path: String) {
    let paper = Paper.usual
    run.write {
      tr(
        "Exporting “{title}”: {done} of {all} photo",
        plural: "Exporting “{title}”: {done} of {all} photos", count: album.photos.count,
        [
          "title": album.title, "done": Words.number($0), "all": Words.number(album.photos.count),
        ])
    } by: { [world] (progress) async throws(ExportFailure) in
      let map = format == .folder || format == .zip ? nil : await ExportMap(world)
      let written = try await WorkQueue.shared.run { () throws(ExportFailure) in
        switch format {
        case .folder: try PictureFolder.write(album, into: path, progress: progress)
        case .zip: try AlbumZip.write(album, to: path, progress: progress)
        case .webPage: try WebAlbum.write(album, map: map, into: path, progress: progress)
        case .pdf: try AlbumPDF.write(album, map: map, to: path, paper: paper, progress: progress)
        }
      }
      return (
        Words.exported(to: written.path, missing: written.missing),
        format == .webPage ? "\(written.path)/\(WebAlbum.pageName)" : written.path
      )
    }
  }
}

private enum ExportFormat: String, CaseIterable {
  // The names of the buttons in the layout.
  case folder
  case zip
  case webPage = "web-page"
  case pdf

  /// Whether the format is a single file, not a folder.
  var isFile: Bool { self == .zip || self == .pdf }
}

extension ExportMap {
  /// Collects the offline map; nil if there is none.
  init?(_ world: World) async {
    guard let data = await world.mapData() else { return nil }
    self.init(
      outlines: data.outlines, landscape: data.landscape, gazetteer: await world.gazetteer())
  }
}

extension Paper {
  fileprivate static var usual: Paper {
    String(cString: gtk_paper_size_get_default()).hasPrefix("na_letter") ? .letter : .a4
  }
}
