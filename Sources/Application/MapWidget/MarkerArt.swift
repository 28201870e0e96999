import CAdwaita
import CGLib
import GLibBridge
package import MapDrawing
package import TouristSession
package import TravelModel
import Widgets

/// The pictures of markers, drawn once for each scale of the screen.
///
/// As pictures they cost what a tile costs; as rounded boxes of the style they would be the only
/// ones on the map, and what it takes to draw the first of them would hold up the start.
package enum MarkerArt: Hashable {
  /// A pin, with a sign of what is going on in its album; the middle of its lower edge is the tip.
  case pin(PinProgress)
  /// A pin whose head is to be filled with a photo.
  case cover
  /// The same of a pin to which the user has given a colour.
  case colored(PinProgress, PinColor)
  case coloredCover(PinColor)
  /// A square that is to be filled with a picture.
  case frame
  /// A number over a corner of what is drawn below it.
  case badge(String)
  /// A disc with a number of pins, written as it is to be read.
  case disc(String)

  /// The size of the pictures and of what can be pressed, in pixels: that of a fingertip.
  package static let side = 40.0
  /// Where the photo of a cover begins, and how wide it is, in pixels.
  package static let (coverX, coverY, coverSide) = (6.0, 3.0, 28.0)
  /// How far a pin's rim reaches beyond its body, in pixels.
  private static let rim = 2.5

  /// How many pictures are kept: more than any window shows, at 6 kB each.
  private static let keptTextures = 1000

  private static var textures: [Key: Ref<OpaquePointer>] = [:]

  private struct Key: Hashable {
    var art: MarkerArt
    var scale: Int32
  }

  /// The picture for a screen that shows so many device pixels to a pixel.
  package func texture(scale: Int32) -> OpaquePointer {
    let key = Key(art: self, scale: scale)
    if let texture = MarkerArt.textures[key] { return texture.pointer }
    if MarkerArt.textures.count >= MarkerArt.keptTextures { MarkerArt.textures = [:] }
    let texture = draw(scale: Double(scale))
    MarkerArt.textures[key] = texture
    return texture.pointer
  }

  /// Draws it from its left upper corner.
  package func paint(_ cairo: OpaquePointer) {
    switch self {
    case .pin(let progress):
      drawShadow(cairo)
      drawBody(cairo)
      drawSign(of: progress, cairo)
    case .colored(let progress, let color):
      drawShadow(cairo)
      drawBody(cairo, color)
      drawSign(of: progress, cairo)
    case .coloredCover(let color):
      drawShadow(cairo)
      drawFrame(cairo, color)
    case .cover:
      drawShadow(cairo)
      drawFrame(cairo)
    case .frame: drawSquare(cairo)
    case .badge(let number): drawBadge(number, cairo)
    case .disc(let number): drawDisc(number, cairo)
    }
  }

  /// Where the picture in it begins, how wide it is, and how round its corners are, in pixels.
  package var coverArea: (x: Double, y: Double, side: Double, radius: Double) {
    self == .frame
      ? (4, 4, MarkerArt.side - 8, 4)
      : (MarkerArt.coverX, MarkerArt.coverY, MarkerArt.coverSide, MarkerArt.coverSide / 2)
  }

  /// What cannot be seen below it, around the middle of its lower edge.
  package var boxes: [LabelBox] {
    switch self {
    case .pin, .cover, .colored, .coloredCover:
      [
        LabelBox(x: -12, y: -38, width: 24, height: 26),
        LabelBox(x: -16, y: -32, width: 32, height: 16),
        LabelBox(x: -4, y: -12, width: 8, height: 9),
      ]
    case .disc:
      [
        LabelBox(x: -20, y: -30, width: 40, height: 20),
        LabelBox(x: -14, y: -38, width: 28, height: 34),
      ]
    case .frame, .badge: [LabelBox(x: -20, y: -40, width: 40, height: 36)]
    }
  }

  private func draw(scale: Double) -> Ref<OpaquePointer> {
    let pixels = Int32(MarkerArt.side * scale)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels, pixels)!
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)!
    cairo_scale(cairo, scale, scale)
    paint(cairo)
    cairo_destroy(cairo)
    return makeTexture(of: surface)
  }
}

extension MarkerArt {
  /// A soft spot at the tip, which makes the pin stand on the map.
  private func drawShadow(_ cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_translate(cairo, MarkerArt.side / 2, MarkerArt.side - 2)
    cairo_scale(cairo, 7, 2)
    cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
    cairo_restore(cairo)
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.3)
    cairo_fill(cairo)
  }

  /// A drop that hangs upside down: a disc, and two curves from its sides to the tip.
  ///
  /// It has a light rim and a dark line around it: on any ground one of them stands out.
  private func drawBody(_ cairo: OpaquePointer, _ color: PinColor? = nil) {
    let (x, y, radius) = (MarkerArt.side / 2, 14.0, 11.5)
    let tip = MarkerArt.side - MarkerArt.rim
    let shoulder = 0.35
    cairo_arc(cairo, x, y, radius, .pi - shoulder, shoulder)
    cairo_curve_to(cairo, x + 8, y + 12, x + 2, y + 17, x, tip)
    cairo_curve_to(cairo, x - 2, y + 17, x - 8, y + 12, x - 10.8, y + 4)
    cairo_close_path(cairo)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    let line = MarkerArt.line(around: color)
    for (width, red, green, blue) in [
      (2 * MarkerArt.rim, line.red, line.green, line.blue), (2 * MarkerArt.rim - 2, 1, 1, 1),
    ] {
      cairo_set_source_rgb(cairo, red, green, blue)
      cairo_set_line_width(cairo, width)
      cairo_stroke_preserve(cairo)
    }
    let body = color?.shares ?? (red: 0.88, green: 0.11, blue: 0.14)
    cairo_set_source_rgb(cairo, body.red, body.green, body.blue)
    cairo_fill(cairo)
    cairo_arc(cairo, x, y, 4.5, 0, 2 * .pi)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_fill(cairo)
  }

  /// The rim of a pin, wide enough for a photo.
  private func drawFrame(_ cairo: OpaquePointer, _ color: PinColor? = nil) {
    let (x, y, radius) = (MarkerArt.side / 2, MarkerArt.coverY + MarkerArt.coverSide / 2, 15.5)
    let shoulder = 0.9
    cairo_arc(cairo, x, y, radius, .pi - shoulder, shoulder)
    cairo_line_to(cairo, x, MarkerArt.side - MarkerArt.rim)
    cairo_close_path(cairo)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    let line = MarkerArt.line(around: color)
    let body = color?.shares ?? (red: 1, green: 1, blue: 1)
    cairo_set_source_rgb(cairo, line.red, line.green, line.blue)
    cairo_set_line_width(cairo, 2)
    cairo_stroke_preserve(cairo)
    cairo_set_source_rgb(cairo, body.red, body.green, body.blue)
    cairo_fill(cairo)
  }

  /// The dark line around a pin: a shade of its colour.
  private static func line(around color: PinColor?) -> (red: Double, green: Double, blue: Double) {
    guard let (red, green, blue) = color?.shares else { return (0.45, 0.02, 0.06) }
    return (red * lineShade, green * lineShade, blue * lineShade)
  }

  /// How light that line is beside the colour.
  private static let lineShade = 0.4

  /// A white square with round corners and a dark line around it.
  private func drawSquare(_ cairo: OpaquePointer) {
    for (inset, red, green, blue, alpha) in [
      (0.0, 0.0, 0.0, 0.0, 0.12), (1, 0.15, 0.25, 0.4, 1), (2, 1, 1, 1, 1),
      (4, 0.85, 0.87, 0.9, 1),
    ] {
      let (near, far, radius) = (inset, MarkerArt.side - inset, 8 - inset)
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, far - radius, near + radius, radius, -.pi / 2, 0)
      cairo_arc(cairo, far - radius, far - radius, radius, 0, .pi / 2)
      cairo_arc(cairo, near + radius, far - radius, radius, .pi / 2, .pi)
      cairo_arc(cairo, near + radius, near + radius, radius, .pi, 1.5 * .pi)
      cairo_close_path(cairo)
      cairo_set_source_rgba(cairo, red, green, blue, alpha)
      cairo_fill(cairo)
    }
  }

  /// A dark pill with a number, in the lower right corner.
  private func drawBadge(_ number: String, _ cairo: OpaquePointer) {
    let layout = makeText(number, size: 11, cairo)
    var width: Int32 = 0
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout.pointer, &width, &height)
    let (radius, end) = (8.0, MarkerArt.side - 1)
    let begin = min(end - 2 * radius, end - Double(width) - 8)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, end - radius, end - radius, radius, -.pi / 2, .pi / 2)
    cairo_arc(cairo, begin + radius, end - radius, radius, .pi / 2, 1.5 * .pi)
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, 0.1, 0.25, 0.5)
    cairo_fill_preserve(cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_set_line_width(cairo, 1)
    cairo_stroke(cairo)
    cairo_move_to(
      cairo, (begin + end - Double(width)) / 2, end - radius - Double(height) / 2)
    pango_cairo_show_layout(cairo, layout.pointer)
  }

  private func makeText(_ text: String, size: Double, _ cairo: OpaquePointer) -> Ref<OpaquePointer>
  {
    let layout = Ref(adopting: pango_cairo_create_layout(cairo)!)
    let font = pango_font_description_from_string("Cantarell, Sans Bold")
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout.pointer, font)
    pango_font_description_free(font)
    pango_layout_set_text(layout.pointer, text, -1)
    return layout
  }

  /// Three dots in the pin's eye while photos are on their way, a mark where they could not be had.
  private func drawSign(of progress: PinProgress, _ cairo: OpaquePointer) {
    let (x, y) = (MarkerArt.side / 2, 14.0)
    guard progress != .none else { return }
    cairo_arc(cairo, x, y, 8, 0, 2 * .pi)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_fill(cairo)
    cairo_set_source_rgb(cairo, 0.60, 0.05, 0.10)
    if progress == .filling {
      for offset in [-4.25, 0, 4.25] {
        cairo_arc(cairo, x + offset, y, 1.6, 0, 2 * .pi)
        cairo_fill(cairo)
      }
    } else {
      cairo_rectangle(cairo, x - 1.25, y - 6, 2.5, 7)
      cairo_rectangle(cairo, x - 1.25, y + 3, 2.5, 2.5)
      cairo_fill(cairo)
    }
  }

  /// A red disc with the rim of a pin, a little shadow around it and a number in it.
  private func drawDisc(_ number: String, _ cairo: OpaquePointer) {
    let middle = MarkerArt.side / 2
    for (radius, red, green, blue, alpha) in [
      (20.0, 0.0, 0.0, 0.0, 0.12), (19, 0.45, 0.02, 0.06, 1), (18, 1, 1, 1, 1),
      (16, 0.75, 0.11, 0.16, 1),
    ] {
      cairo_arc(cairo, middle, middle, radius, 0, 2 * .pi)
      cairo_set_source_rgba(cairo, red, green, blue, alpha)
      cairo_fill(cairo)
    }
    let layout = makeText(number, size: number.count > 3 ? 11 : 14, cairo)
    var width: Int32 = 0
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout.pointer, &width, &height)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_move_to(cairo, middle - Double(width) / 2, middle - Double(height) / 2)
    pango_cairo_show_layout(cairo, layout.pointer)
  }
}

extension PinColor {
  fileprivate var shares: (red: Double, green: Double, blue: Double) {
    let (red, green, blue) = bytes
    return (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
  }
}
