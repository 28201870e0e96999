import Atlas
import CCairo
import DrawnPostcards
import Files
package import Imaging
import MapDrawing
import TravelModel

/// A postcard to send: a photo, and on its back where that is, whose it is, and some words.
package struct PhotoPostcard: Sendable {
  /// The photo, by itself in its album.
  let album: ExportedAlbum
  let picture: PagePicture
  let map: ExportMap?
  let stamp: PostageStamp
  /// What the sender writes.
  package var message = ""

  package enum Side: CaseIterable, Sendable {
    case front, back
  }

  /// 10 by 15 centimetres, in points.
  package static let (length, breadth) = (425.2, 283.46)
  /// The longest side of the photo, in pixels: 300 to an inch of a card.
  private static let longestSide = 1772

  /// Loads the photo of an album that holds no other one.
  ///
  /// It blocks, so it is called on a `WorkQueue`.
  package init(
    of album: ExportedAlbum, map: ExportMap?, languages: [String]
  ) throws(ExportFailure) {
    guard let photo = album.photos.first,
      let picture = PagePicture(
        of: photo.path, longestSide: PhotoPostcard.longestSide, hasPixels: true)
    else {
      throw .noPhotos
    }
    (self.album, self.picture, self.map) = (album, picture, map)
    stamp = PostageStamp(
      of: album.place, title: album.title, outlines: map?.outlines, gazetteer: map?.gazetteer,
      languages: languages)
  }

  package var title: String { album.title }
  package var fileName: String { album.fileName }

  /// How wide and high a side is, in points: a photo that is upright has an upright front.
  package func size(of side: Side) -> (width: Double, height: Double) {
    let (length, breadth) = (PhotoPostcard.length, PhotoPostcard.breadth)
    return side == .front && picture.isUpright ? (breadth, length) : (length, breadth)
  }

  /// Paints a side from the corner of a context on.
  package func paint(_ side: Side, on cairo: OpaquePointer) {
    switch side {
    case .front: PostcardFront(card: self, cairo: cairo).paint()
    case .back: PostcardBack(card: self, cairo: cairo).paint()
    }
  }

  /// Paints a side as large as it is onto the middle of a page, which lies on its side where the
  /// page is; on a smaller page it is smaller.
  package func paint(_ side: Side, on paper: Paper, _ cairo: OpaquePointer) {
    let size = size(of: side)
    let turns = (size.width > size.height) != (paper.width > paper.height)
    let (width, height) = turns ? (size.height, size.width) : (size.width, size.height)
    let scale = min(1, paper.width / width, paper.height / height)
    cairo_save(cairo)
    cairo_translate(cairo, paper.width / 2, paper.height / 2)
    if turns { cairo_rotate(cairo, -.pi / 2) }
    cairo_scale(cairo, scale, scale)
    cairo_translate(cairo, -size.width / 2, -size.height / 2)
    paint(side, on: cairo)
    cairo_restore(cairo)
  }

  /// A side as an image so many pixels long; it blocks.
  package func image(of side: Side, length: Int) -> DecodedPicture? {
    let size = size(of: side)
    let scale = Double(length) / PhotoPostcard.length
    let (width, height) = (
      Int((size.width * scale).rounded()), Int((size.height * scale).rounded())
    )
    let painting = Painting(width: width, height: height)
    cairo_scale(painting.cairo, scale, scale)
    paint(side, on: painting.cairo)
    return painting.rgb().map {
      DecodedPicture(painted: $0, size: PixelSize(width: width, height: height))
    }
  }
}
