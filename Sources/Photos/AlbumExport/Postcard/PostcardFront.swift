import CCairo
import MapDrawing
import TravelModel

/// The front of a postcard: the photo in a white border, with the name of the place.
struct PostcardFront {
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
    PostcardFront.white.use(in: cairo)
    cairo_rectangle(cairo, 0, 0, size.width, size.height)
    cairo_fill(cairo)
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
    cairo_save(cairo)
    cairo_rectangle(cairo, x, y, shown.width, shown.height)
    cairo_clip(cairo)
    card.picture.paint(
      x: (size.width - photo.width * scale) / 2, y: (size.height - photo.height * scale) / 2,
      width: photo.width * scale, height: photo.height * scale, on: cairo)
    let gap = PostcardFront.gap
    let name = PageText(
      card.title, size: PostcardFront.nameSize, isBold: true, width: shown.width - 2 * gap,
      lines: 2, on: cairo)
    darken(x: x, bottom: y + shown.height, width: shown.width, height: name.height + 4 * gap)
    name.draw(x: x + gap, y: y + shown.height - name.height - gap * 0.8, PostcardFront.white)
    cairo_restore(cairo)
  }

  /// Darkens the photo behind its name, so that the name is readable on any photo.
  private func darken(x: Double, bottom: Double, width: Double, height: Double) {
    let shade = cairo_pattern_create_linear(0, bottom - height, 0, bottom)!
    cairo_pattern_add_color_stop_rgba(shade, 0, 0, 0, 0, 0)
    cairo_pattern_add_color_stop_rgba(shade, 1, 0, 0, 0, 0.65)
    cairo_set_source(cairo, shade)
    cairo_rectangle(cairo, x, bottom - height, width, height)
    cairo_fill(cairo)
    cairo_pattern_destroy(shade)
  }
}
