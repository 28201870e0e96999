import CAdwaita
import CCairo
import GLibBridge
import MapDrawing
import Widgets

/// A text or a dot with a halo, readable over a border or a coast, as a picture.
///
/// Drawn as text it would take five draws in every frame.
struct HaloPicture {
  typealias Colors = (ink: MapColor, halo: MapColor, haloOpacity: Double)

  private let texture: Ref<OpaquePointer>
  /// The picture's rectangle around the point where it is drawn, in pixels.
  private let area: GdkRectangle

  /// How far the halo reaches beyond the text, in pixels.
  private static let reach = 1.0
  /// The width of a city's dot, a capital's, and a peak's triangle, in pixels.
  private static let markSides = (city: 4.0, capital: 6.0, peak: 8.0)

  /// Draws a laid-out text at a scale of the screen.
  init(_ layout: Ref<OpaquePointer>, in colors: Colors, scale: Int) {
    // The size of the letters, not of the line, which is higher: each pixel is drawn in each frame.
    var letters = PangoRectangle()
    pango_layout_get_pixel_extents(layout.pointer, &letters, nil)
    // On a fine screen, letters may extend beyond the whole pixels of their measured size.
    let room = Int32(HaloPicture.reach) + (scale > 1 ? 1 : 0)
    let area = GdkRectangle(
      x: letters.x - room, y: letters.y - room, width: letters.width + 2 * room,
      height: letters.height + 2 * room)
    self.init(area, scale: scale) { cairo in
      let reach = HaloPicture.reach
      let steps = [(-reach, 0.0), (reach, 0), (0, -reach), (0, reach)]
      colors.halo.use(in: cairo, opacity: colors.haloOpacity)
      for (dx, dy) in steps {
        cairo_move_to(cairo, dx, dy)
        pango_cairo_show_layout(cairo, layout.pointer)
      }
      colors.ink.use(in: cairo)
      cairo_move_to(cairo, 0, 0)
      pango_cairo_show_layout(cairo, layout.pointer)
    }
  }

  /// Draws letters that are turned around a point.
  init(_ letters: [BentLetter], in colors: Colors, scale: Int) {
    let box = LabelBox(around: letters.map(\.box))
    let room = HaloPicture.reach + 1
    let (left, top) = ((box.x - room).rounded(.down), (box.y - room).rounded(.down))
    let area = GdkRectangle(
      x: Int32(left), y: Int32(top), width: Int32((box.x + box.width + room - left).rounded(.up)),
      height: Int32((box.y + box.height + room - top).rounded(.up)))
    self.init(area, scale: scale) { cairo in
      for letter in letters {
        cairo_save(cairo)
        cairo_translate(cairo, letter.spot.x, letter.spot.y)
        cairo_rotate(cairo, letter.spot.angle)
        let foot = Double(pango_layout_get_baseline(letter.layout.pointer)) / Double(PANGO_SCALE)
        cairo_move_to(cairo, -letter.width / 2, -foot)
        pango_cairo_layout_path(cairo, letter.layout.pointer)
        cairo_restore(cairo)
      }
      colors.halo.use(in: cairo, opacity: colors.haloOpacity)
      cairo_set_line_width(cairo, 2 * HaloPicture.reach)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke_preserve(cairo)
      colors.ink.use(in: cairo)
      cairo_fill(cairo)
    }
  }

  /// Draws the mark of a place in a style: a square dot, one with a hole, or a triangle.
  init(markOf style: NameStyle, in colors: Colors, scale: Int) {
    let sides = HaloPicture.markSides
    let side = style == .capital ? sides.capital : style == .peak ? sides.peak : sides.city
    let room = Int32(side / 2 + HaloPicture.reach)
    let area = GdkRectangle(x: -room, y: -room, width: 2 * room, height: 2 * room)
    self.init(area, scale: scale) { cairo in
      func fill(_ side: Double, _ color: MapColor, opacity: Double = 1) {
        color.use(in: cairo, opacity: opacity)
        if style == .peak {
          cairo_move_to(cairo, 0, -side / 2)
          cairo_line_to(cairo, side / 2, side / 2)
          cairo_line_to(cairo, -side / 2, side / 2)
          cairo_close_path(cairo)
        } else {
          cairo_rectangle(cairo, -side / 2, -side / 2, side, side)
        }
        cairo_fill(cairo)
      }
      fill(side + 2 * HaloPicture.reach, colors.halo, opacity: colors.haloOpacity)
      fill(side, colors.ink)
      if style == .capital { fill(2, colors.halo, opacity: colors.haloOpacity) }
    }
  }

  private init(_ area: GdkRectangle, scale: Int, by paint: (OpaquePointer) -> Void) {
    self.area = area
    let painting = Painting(
      width: Int(area.width) * scale, height: Int(area.height) * scale, CAIRO_FORMAT_ARGB32)
    cairo_scale(painting.cairo, Double(scale), Double(scale))
    cairo_translate(painting.cairo, Double(-area.x), Double(-area.y))
    paint(painting.cairo)
    texture = makeTexture(of: painting.surface)
  }

  /// Draws the picture with the text's upper left corner, or the dot's middle, at a point.
  func append(to snapshot: OpaquePointer, x: Double, y: Double) {
    var frame = graphene_rect_t(
      x: x + Double(area.x), y: y + Double(area.y), width: Double(area.width),
      height: Double(area.height))
    gtk_snapshot_append_texture(snapshot, texture.pointer, &frame)
  }
}
