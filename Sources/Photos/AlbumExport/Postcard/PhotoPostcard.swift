import Atlas
import CCairo
import DrawnPostcards
import Files
package import Imaging
import MapDrawing
import TravelModel

/// A postcard to send: a photo, and on its back its place, its credit and a message.
package struct PhotoPostcard: Sendable {
  /// An album that contains only the photo.
  let album: ExportedAlbum
  let picture: PagePicture
  let map: ExportMap?
  let stamp: PostageStamp
  package var message = ""
  /// Whether its back has a code that opens the place on a phone.
  package var hasCode = false

  package enum Side: CaseIterable, Sendable {
    case front, back
  }

  /// The size of a card in points: 15 by 10 centimetres.
  package static let (length, breadth) = (425.2, 283.46)
  /// The gap between the two sides in a picture, in points.
  private static let gap = 10.0
  /// The longest side of the photo, in pixels: 300 per inch of a card.
  private static let longestSide = 1772

  /// Loads the photo of an album that contains only one.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
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

  /// The size of a side, in points: an upright photo has an upright front.
  package func size(of side: Side) -> (width: Double, height: Double) {
    let (length, breadth) = (PhotoPostcard.length, PhotoPostcard.breadth)
    return side == .front && picture.isUpright ? (breadth, length) : (length, breadth)
  }

  /// Paints a side at the origin of a context.
  package func paint(_ side: Side, on cairo: OpaquePointer) {
    switch side {
    case .front: PostcardFront(card: self, cairo: cairo).paint()
    case .back: PostcardBack(card: self, cairo: cairo).paint()
    }
  }

  /// Paints a side in its real size in the middle of a page, turned to the page's orientation;
  /// smaller if the page is smaller.
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

  /// Renders a side as an image of a length in pixels; blocks.
  package func image(of side: Side, length: Int) -> DecodedPicture? {
    let (painting, size) = painting(of: [side], scale: Double(length) / PhotoPostcard.length)
    return painting.rgb().map { DecodedPicture(painted: $0, size: size) }
  }

  /// Paints sides at a scale in pixels per point, centred above each other.
  func painting(
    of sides: [Side], scale: Double, _ format: cairo_format_t = CAIRO_FORMAT_RGB24
  ) -> (painting: Painting, size: PixelSize) {
    let sizes = sides.map(size(of:))
    let width = sizes.reduce(0) { max($0, $1.width) }
    let height = sizes.reduce(-PhotoPostcard.gap) { $0 + PhotoPostcard.gap + $1.height }
    let pixels = PixelSize(
      width: Int((width * scale).rounded()), height: Int((height * scale).rounded()))
    let painting = Painting(width: pixels.width, height: pixels.height, format)
    let cairo = painting.cairo
    cairo_scale(cairo, scale, scale)
    for (side, size) in zip(sides, sizes) {
      cairo_save(cairo)
      cairo_translate(cairo, (width - size.width) / 2, 0)
      paint(side, on: cairo)
      cairo_restore(cairo)
      cairo_translate(cairo, 0, size.height + PhotoPostcard.gap)
    }
    return (painting, pixels)
  }
}
