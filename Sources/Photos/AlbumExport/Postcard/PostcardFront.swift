import CCairo
import DrawnPostcards
import MapDrawing
import TravelModel

/// The front of a postcard: the photo in a white border, with the name of the place.
struct PostcardFront: Pen {
  let card: PhotoPostcard
  let cairo: OpaquePointer

  private static let border = 12.0
  /// The most of a photo that may be cut off if its shape differs from the card's, as a share.
  private static let mostLost = 0.4
  private static let white = MapColor(0xFFFFFF)
  private static let nameSize = 22.0
  /// The distance of the name from the edges of the photo.
  private static let gap = 12.0

  func paint() {
    let size = card.size(of: .front)
    cairo_rectangle(cairo, 0, 0, size.width, size.height)
    fillPath(PostcardFront.white)
    let border = PostcardFront.border
    let (width, height) = (size.width - 2 * border, size.height - 2 * border)
    let photo = (width: Double(card.picture.size.width), height: Double(card.picture.size.height))
    let (whole, full) = (
      min(width / photo.width, height / photo.height),
      max(width / photo.width, height / photo.height)
    )
    // The photo is cropped at the border.
    let scale = min(full, whole / (1 - PostcardFront.mostLost))
    let shown = (width: min(width, photo.width * scale), height: min(height, photo.height * scale))
    let (x, y) = ((size.width - shown.width) / 2, (size.height - shown.height) / 2)
    cairo_rectangle(cairo, x, y, shown.width, shown.height)
    clipped {
      card.picture.paint(
        x: (size.width - photo.width * scale) / 2, y: (size.height - photo.height * scale) / 2,
        width: photo.width * scale, height: photo.height * scale, on: cairo)
      let (gap, bottom) = (PostcardFront.gap, y + shown.height)
      let name = PageText(
        card.title, size: PostcardFront.nameSize, isBold: true, width: shown.width - 2 * gap,
        lines: 2, on: cairo)
      // A shade behind it makes the name readable on any photo.
      let top = bottom - name.height - 4 * gap
      cairo_rectangle(cairo, x, top, shown.width, bottom - top)
      fillPath(from: top, to: bottom, [(0, MapColor(0), 0), (1, MapColor(0), 0.65)])
      name.draw(x: x + gap, y: bottom - name.height - gap * 0.8, PostcardFront.white)
    }
  }
}
