import CCairo
import GLibBridge
import Imaging
import MapDrawing
import TravelModel

/// An album whose pictures have been found and measured.
package struct MeasuredAlbum: Sendable {
  let album: ExportedAlbum
  let files: [(photo: ExportedPhoto, size: PixelSize)]

  package var title: String { album.title }

  /// Measures the readable photos.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  package init(
    _ album: ExportedAlbum, progress: ExportProgress = ExportProgress()
  ) throws(ExportFailure) {
    var files: [(photo: ExportedPhoto, size: PixelSize)] = []
    for photo in album.photos {
      try progress.check()
      guard let file = try? PictureFile(sniffing: photo.path), !file.header.isTooLarge else {
        continue
      }
      files.append((photo: photo, size: file.size))
    }
    guard !files.isEmpty else { throw .noPhotos }
    (self.album, self.files) = (album, files)
  }
}

/// The pages of an album, for a PDF and for a printer: a cover with a map, and the pictures.
package final class AlbumPages: Sendable {
  private let album: ExportedAlbum
  private let map: ExportMap?
  private let paper: Paper
  private let layout: PageLayout
  private let photos: [ExportedPhoto]

  static let ink = MapColor(0x241F31)
  static let faint = MapColor(0x5E5C64)
  static let linkColor = MapColor(0x1A5FB4)
  private static let frameColor = MapColor(0xDEDDDA)

  /// Lays out the photos on pages of a size, unless that is cancelled.
  package init(
    of measured: MeasuredAlbum, map: ExportMap?, paper: Paper,
    progress: ExportProgress = ExportProgress()
  ) throws(ExportFailure) {
    (album, self.map, self.paper) = (measured.album, map, paper)
    let photos = measured.files.map(\.photo)
    self.photos = photos
    // A PDF that nothing is written of measures texts as one that is written.
    let surface = cairo_pdf_surface_create_for_stream(nil, nil, paper.width, paper.height)!
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    let sizes = measured.files.map(\.size)
    layout = try PageLayout(sizes, on: paper, check: progress.check) { index, width in
      PageCaption(of: photos[index], width: width, on: cairo).height
    }
  }

  package var count: Int { 1 + layout.pages.count }
  package var photoCount: Int { photos.count }

  /// Loads the pictures of a page, nil for those that cannot be read; it blocks.
  package func pictures(onPage page: Int) -> [PagePicture?] {
    page == 0 ? [] : layout.pages[page - 1].map { PagePicture(of: photos[$0.index].path) }
  }

  /// Paints a page, counted from 0.
  package func paint(_ page: Int, _ pictures: [PagePicture?], on cairo: OpaquePointer) {
    guard page > 0 else { return paintCover(cairo) }
    for (cell, picture) in zip(layout.pages[page - 1], pictures) { paint(cell, picture, cairo) }
    let y = paper.height - paper.margin - 12
    let number = PageText(
      tr("{number} of {count}", ["number": String(page + 1), "count": String(count)]), size: 9,
      on: cairo)
    number.draw(x: paper.width - paper.margin - number.width, y: y, AlbumPages.faint)
    PageText(
      album.title, size: 9, width: paper.innerWidth - number.width - 24, on: cairo
    ).draw(x: paper.margin, y: y, AlbumPages.faint)
  }
}

extension AlbumPages {
  private func paint(_ cell: PageLayout.Cell, _ picture: PagePicture?, _ cairo: OpaquePointer) {
    let y = cell.baseline - cell.pictureHeight
    if let picture {
      picture.paint(
        x: cell.x, y: y, width: cell.pictureWidth, height: cell.pictureHeight, on: cairo)
    } else {
      AlbumPages.frameColor.use(in: cairo)
      cairo_rectangle(cairo, cell.x, y, cell.pictureWidth, cell.pictureHeight)
      cairo_fill(cairo)
    }
    PageCaption(of: photos[cell.index], width: cell.width, on: cairo)
      .draw(x: cell.x, y: cell.baseline)
  }

  private func paintCover(_ cairo: OpaquePointer) {
    let (left, width) = (paper.margin, paper.innerWidth)
    var top = paper.margin + 40
    let title = PageText(album.title, size: 32, isBold: true, width: width, lines: 4, on: cairo)
    title.draw(x: left, y: top, AlbumPages.ink)
    top += title.height + 10
    let facts = [Credits.count(of: photos.count), album.day].compactMap { $0 }
    let lines = [album.place.readable, facts.joined(separator: " · ")]
    for line in lines {
      let text = PageText(line, size: 13, width: width, on: cairo)
      text.draw(x: left, y: top, AlbumPages.faint)
      top += text.height + 3
    }
    top += 22
    var bottom = paper.height - paper.margin
    let notes = [
      Credits.missing(album.missing(besides: photos.count)), map == nil ? nil : Credits.map,
    ]
    for note in notes.compactMap({ $0 }).reversed() {
      let text = PageText(note, size: 8, width: width, lines: 2, on: cairo)
      bottom -= text.height + 2
      text.draw(x: left, y: bottom, AlbumPages.faint)
    }
    let height = bottom - 10 - top
    if let map, height > 100 {
      PlaceMap(of: album, map, width: width, height: height, labelSize: 8.5, on: cairo)
        .paint(x: left, y: top)
    }
  }
}
