import CAdwaita
import GLibBridge
package import MapDrawing
package import TouristSession
package import TravelModel
import Widgets

/// The pictures of markers, drawn once for each scale of the screen.
///
/// A picture costs as much to draw as a tile. Rounded boxes would be the only ones on the map, and
/// drawing the first of them would delay the start.
package enum MarkerArt: Hashable {
  /// A pin in its colour, with a sign of its album's progress; the tip is in the middle of the
  /// lower edge.
  case pin(PinColor?, PinProgress = .none)
  /// A pin whose head has room for a photo.
  case cover(PinColor?)
  /// A square with room for a picture.
  case frame
  /// A number over a corner of another marker.
  case badge(String)
  /// A disc with a number of pins.
  case disc(String)

  /// The size of the pictures and of what can be pressed, in pixels: that of a fingertip.
  package static let side = 40.0
  /// Where the photo of a cover begins, and how wide it is, in pixels.
  package static let (coverX, coverY, coverSide) = (6.0, 3.0, 28.0)

  /// The number of cached pictures: more than any window shows, at 6 kB each.
  private static let keptTextures = 1000

  private static var textures: [Key: Ref<OpaquePointer>] = [:]

  private struct Key: Hashable {
    var art: MarkerArt
    var scale: Int32
  }

  package func texture(scale: Int32) -> OpaquePointer {
    let key = Key(art: self, scale: scale)
    if let texture = MarkerArt.textures[key] { return texture.pointer }
    if MarkerArt.textures.count >= MarkerArt.keptTextures { MarkerArt.textures = [:] }
    let texture = draw(scale: Double(scale))
    MarkerArt.textures[key] = texture
    return texture.pointer
  }

  /// Draws all numbers anew, because the font has changed.
  static func fontChanged() { textures = [:] }

  /// Draws it from its left upper corner.
  package func paint(_ cairo: OpaquePointer) {
    switch self {
    case .pin(let color, let progress):
      drawShadow(cairo)
      drawDrop(color, cairo)
      drawSign(of: progress, cairo)
    case .cover(let color):
      drawShadow(cairo)
      drawRim(color, cairo)
    case .frame: drawSquare(cairo)
    case .badge(let number): drawBadge(number, cairo)
    case .disc(let number): drawDisc(number, cairo)
    }
  }

  /// The room for a photo: its corner, width and corner radius, in pixels.
  package var coverArea: (x: Double, y: Double, side: Double, radius: Double) {
    self == .frame
      ? (4, 4, MarkerArt.side - 8, 4)
      : (MarkerArt.coverX, MarkerArt.coverY, MarkerArt.coverSide, MarkerArt.coverSide / 2)
  }

  /// The boxes that the marker covers, around the middle of its lower edge.
  package var boxes: [LabelBox] {
    switch self {
    case .pin, .cover:
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
    let pixels = Int(MarkerArt.side * scale)
    let painting = Painting(width: pixels, height: pixels, CAIRO_FORMAT_ARGB32)
    cairo_scale(painting.cairo, scale, scale)
    paint(painting.cairo)
    return makeTexture(of: painting.surface)
  }
}

extension MarkerArt {
  /// Draws a soft shadow at the tip, so that the pin seems to stand on the map.
  private func drawShadow(_ cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_translate(cairo, MarkerArt.side / 2, MarkerArt.side - 2)
    cairo_scale(cairo, 7, 2)
    cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
    cairo_restore(cairo)
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.3)
    cairo_fill(cairo)
  }

  private func drawDrop(_ color: PinColor?, _ cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_translate(cairo, MarkerArt.side / 2, MarkerArt.side - PinDrop.rim)
    PinDrop.paint(color, on: cairo)
    cairo_restore(cairo)
  }

  /// Draws the rim of a pin, wide enough for a photo.
  private func drawRim(_ color: PinColor?, _ cairo: OpaquePointer) {
    let (x, y) = (MarkerArt.side / 2, MarkerArt.coverY + MarkerArt.coverSide / 2)
    let shoulder = 0.9
    cairo_arc(cairo, x, y, 15.5, .pi - shoulder, shoulder)
    cairo_line_to(cairo, x, MarkerArt.side - PinDrop.rim)
    cairo_close_path(cairo)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    PinDrop.line(around: color).use(in: cairo)
    cairo_set_line_width(cairo, 2)
    cairo_stroke_preserve(cairo)
    (color.map { MapColor($0) } ?? MarkerArt.white).use(in: cairo)
    cairo_fill(cairo)
  }

  private static let white = MapColor(0xFFFFFF)

  /// Draws a white square with round corners and a dark line around it.
  private func drawSquare(_ cairo: OpaquePointer) {
    for (inset, color, opacity) in [
      (0.0, MapColor(0), 0.12), (1, MapColor(red: 0.15, green: 0.25, blue: 0.4), 1),
      (2, MarkerArt.white, 1), (4, MapColor(red: 0.85, green: 0.87, blue: 0.9), 1),
    ] {
      let (near, far, radius) = (inset, MarkerArt.side - inset, 8 - inset)
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, far - radius, near + radius, radius, -.pi / 2, 0)
      cairo_arc(cairo, far - radius, far - radius, radius, 0, .pi / 2)
      cairo_arc(cairo, near + radius, far - radius, radius, .pi / 2, .pi)
      cairo_arc(cairo, near + radius, near + radius, radius, .pi, 1.5 * .pi)
      cairo_close_path(cairo)
      color.use(in: cairo, opacity: opacity)
      cairo_fill(cairo)
    }
  }

  /// Draws a dark pill with a number, in the lower right corner.
  private func drawBadge(_ number: String, _ cairo: OpaquePointer) {
    let text = MarkerText(number, size: 11, room: (MarkerArt.side - 10, MarkerArt.side / 2), cairo)
    let (radius, end) = (max(8, text.height / 2), MarkerArt.side - 1)
    let begin = min(end - 2 * radius, end - text.width - 8)
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, end - radius, end - radius, radius, -.pi / 2, .pi / 2)
    cairo_arc(cairo, begin + radius, end - radius, radius, .pi / 2, 1.5 * .pi)
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, 0.1, 0.25, 0.5)
    cairo_fill_preserve(cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_set_line_width(cairo, 1)
    cairo_stroke(cairo)
    text.draw(x: (begin + end) / 2, y: end - radius, cairo)
  }

  /// Draws the sign of a progress in the pin's eye: three dots while photos are coming, a mark if
  /// that failed.
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

  /// Draws a red disc with a pin's rim, a soft shadow and a number.
  private func drawDisc(_ number: String, _ cairo: OpaquePointer) {
    let middle = MarkerArt.side / 2
    for (radius, color, opacity) in [
      (20.0, MapColor(0), 0.12), (19, PinDrop.line(around: nil), 1), (18, MarkerArt.white, 1),
      (16, MapColor(red: 0.75, green: 0.11, blue: 0.16), 1),
    ] {
      cairo_arc(cairo, middle, middle, radius, 0, 2 * .pi)
      color.use(in: cairo, opacity: opacity)
      cairo_fill(cairo)
    }
    MarkerText(number, size: number.count > 3 ? 11 : 14, room: (28, 28), cairo)
      .draw(x: middle, y: middle, cairo)
  }
}

private struct MarkerText {
  let width: Double
  let height: Double
  private let layout: Ref<OpaquePointer>

  /// Lays out a number at a size in pixels, which the user's text size enlarges as far as there is
  /// room.
  init(
    _ text: String, size: Double, room: (width: Double, height: Double), _ cairo: OpaquePointer
  ) {
    let layout = Ref(adopting: pango_cairo_create_layout(cairo)!)
    pango_layout_set_text(layout.pointer, text, -1)
    let font = MapFont.ofDesktop
    func layOut(scale: Double) -> (width: Double, height: Double) {
      font.set(on: layout, size: size * scale, weight: PANGO_WEIGHT_BOLD)
      return pixelSize(of: layout)
    }
    var measured = layOut(scale: font.scale)
    let share = min(room.width / measured.width, room.height / measured.height)
    if font.scale > 1, share < 1 { measured = layOut(scale: max(1, font.scale * share)) }
    (width, height) = measured
    self.layout = layout
  }

  func draw(x: Double, y: Double, _ cairo: OpaquePointer) {
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_move_to(cairo, x - width / 2, y - height / 2)
    pango_cairo_show_layout(cairo, layout.pointer)
  }
}

/// The size of a laid-out text, in pixels.
func pixelSize(of layout: Ref<OpaquePointer>) -> (width: Double, height: Double) {
  var (width, height): (Int32, Int32) = (0, 0)
  pango_layout_get_pixel_size(layout.pointer, &width, &height)
  return (Double(width), Double(height))
}
