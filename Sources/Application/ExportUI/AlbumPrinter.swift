import AlbumExport
import CAdwaita
import Files
import GLibBridge
import Widgets

/// Prints albums.
final class AlbumPrinter {
  private let run = PrintRun()

  /// Shows the dialog over a widget's window, and prints what the user agrees to.
  func print(_ album: ExportedAlbum, map: ExportMap?, over widget: Widget) async {
    let measured = await WorkQueue.shared.run {
      Result { () throws(ExportFailure) in try MeasuredAlbum(album) }
    }
    guard let window = widget.window else { return }
    switch measured {
    case .success(let measured):
      run.print(Job(measured, map), over: window, whereItFails: Words.notPrinted)
    case .failure: widget.activate(.showMessage, Words.notPrinted)
    }
  }

  /// One album on its way to a printer.
  private final class Job: PrintJob {
    private let album: MeasuredAlbum
    private let map: ExportMap?
    private var pages: AlbumPages?

    init(_ album: MeasuredAlbum, _ map: ExportMap?) { (self.album, self.map) = (album, map) }

    var title: String { album.title }

    func layOut(on paper: Paper) -> Int {
      let pages = AlbumPages(of: album, map: map, paper: paper)
      self.pages = pages
      return pages.count
    }

    func load(_ page: Int) async -> (OpaquePointer) -> Void {
      guard let pages else { return { _ in } }
      let pictures = await WorkQueue.shared.run { pages.pictures(onPage: page) }
      return { pages.paint(page, pictures, on: $0) }
    }
  }
}
