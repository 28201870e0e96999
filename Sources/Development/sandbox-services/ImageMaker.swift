import CAdwaita
import CGLib
import GLibBridge
import Glibc
import TestFiles

/// What an image shows: hills below a sky, and a number, which is one more than `look`.
struct Picture: Hashable {
  let look: Int
  let width: Int
  let height: Int

  static let times = ["Morning", "Noon", "Evening", "Night", "Storm"]

  /// The same picture, reduced to at most `length` pixels a side.
  func fitting(_ length: Int) -> Picture {
    let scale = min(1, Double(length) / Double(max(width, height)))
    return scaled(by: scale)
  }

  /// The same picture, reduced to a width if it is wider.
  func wide(_ width: Int) -> Picture {
    scaled(by: min(1, Double(width) / Double(self.width)))
  }

  private func scaled(by scale: Double) -> Picture {
    Picture(
      look: look, width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}

enum ImageFormat: String, CaseIterable {
  case jpeg, png, gif, webp

  var ending: String { self == .jpeg ? "jpg" : rawValue }
  var contentType: String { "image/\(rawValue)" }
}

/// Draws pictures; all processes with the same cache folder draw and encode each of them once.
enum ImageMaker {
  private static var made: [ImageFormat: [Picture: [UInt8]]] = [:]
  private static let folder = g_getenv("VIRTUAL_TOURIST_PICTURES").map { String(cString: $0) }

  static func jpeg(_ picture: Picture) -> [UInt8] { image(picture, as: .jpeg) }

  static func image(_ picture: Picture, as format: ImageFormat) -> [UInt8] {
    if let image = made[format]?[picture] { return image }
    let image = kept(picture, as: format) { encode(picture, as: format) }
    made[format, default: [:]][picture] = image
    return image
  }

  /// The picture from the cache folder; if it is not there, it is made and added.
  private static func kept(
    _ picture: Picture, as format: ImageFormat, _ make: () -> [UInt8]
  ) -> [UInt8] {
    guard let folder else { return make() }
    let size = "\(picture.width)x\(picture.height)"
    let file = "\(folder)/\(picture.look)-\(size).\(format.ending)"
    var text: UnsafeMutablePointer<gchar>?
    var length: gsize = 0
    if g_file_get_contents(file, &text, &length, nil) != 0 {
      defer { g_free(text) }
      return Array(UnsafeRawBufferPointer(start: text, count: Int(length)))
    }
    let image = make()
    image.withUnsafeBytes {
      _ = g_file_set_contents(
        file, $0.bindMemory(to: gchar.self).baseAddress, gssize($0.count), nil)
    }
    return image
  }

  /// The picture as a JPEG that differs from all others by `mark`; padded to `size` bytes, if it is
  /// shorter.
  static func jpeg(_ picture: Picture, mark: UInt64, size: Int?) -> [UInt8] {
    let plain = jpeg(picture)
    var comments: [UInt8] = []
    var left = max(0, (size ?? 0) - plain.count)
    repeat {
      // A comment has a head of 4 bytes and at most 65,533 further ones. The rest must be long
      // enough for the head and the mark of another comment.
      var length = min(max(left, 12), 60_000)
      if left > length, left - length < 12 { length -= 12 }
      comments += [0xff, 0xfe, UInt8((length - 2) >> 8), UInt8((length - 2) & 0xff)]
      comments += (0..<8).map { UInt8(truncatingIfNeeded: mark >> ($0 * 8)) }
      comments += noise.prefix(length - 12)
      left -= length
    } while left > 0
    // The first segment must stay the first.
    let start = 4 + Int(plain[4]) << 8 + Int(plain[5])
    return Array(plain[..<start] + comments + plain[start...])
  }

  private static let noise: [UInt8] = (0..<60_000).map {
    UInt8(truncatingIfNeeded: Dice.roll(UInt64($0)))
  }

  private static func encode(_ picture: Picture, as format: ImageFormat) -> [UInt8] {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(picture.width), Int32(picture.height))!
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)!
    PictureDrawing(picture: picture, cairo: cairo).draw()
    cairo_destroy(cairo)
    switch format {
    case .jpeg: return save(surface, picture, as: "jpeg", ["quality": "80"])
    case .png: return save(surface, picture, as: "png", [:])
    case .gif: return OddImages.gif(of: bright(surface, picture), width: picture.width)
    case .webp: return OddImages.webp(of: bright(surface, picture), width: picture.width)
    }
  }

  /// Encodes a drawing in a format that gdk-pixbuf can write.
  private static func save(
    _ surface: OpaquePointer, _ picture: Picture, as type: String, _ options: [String: String]
  ) -> [UInt8] {
    let pixbuf = gdk_pixbuf_get_from_surface(
      surface, 0, 0, Int32(picture.width), Int32(picture.height))!
    defer { g_object_unref(pixbuf.raw) }
    return encoded(pixbuf, as: type, options)
  }

  private static func bright(_ surface: OpaquePointer, _ picture: Picture) -> [Bool] {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let data = cairo_image_surface_get_data(surface)!
    var pixels = [Bool](repeating: false, count: picture.width * picture.height)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        pixels[y * picture.width + x] = data[y * stride + x * 4 + 1] > 127
      }
    }
    return pixels
  }
}

struct PictureDrawing {
  let picture: Picture
  let cairo: OpaquePointer

  private var width: Double { Double(picture.width) }
  private var height: Double { Double(picture.height) }

  func draw() {
    drawSky()
    drawSun()
    for hill in 0..<4 { drawHill(hill) }
    drawClouds()
    drawNumber()
  }

  /// A share of 0 to 1 that depends on the look and some numbers.
  private func chance(_ numbers: Int...) -> Double {
    Dice.share(numbers.reduce(Dice.roll(UInt64(picture.look))) { Dice.roll($0, UInt64($1)) })
  }

  private func drawSky() {
    let skies = [
      ((0.55, 0.75, 0.95), (1.0, 0.88, 0.75)), ((0.25, 0.55, 0.95), (0.8, 0.92, 1.0)),
      ((0.35, 0.25, 0.55), (1.0, 0.6, 0.3)), ((0.03, 0.05, 0.18), (0.2, 0.25, 0.45)),
      ((0.35, 0.38, 0.42), (0.7, 0.72, 0.74)),
    ]
    let (top, bottom) = skies[picture.look % skies.count]
    let gradient = cairo_pattern_create_linear(0, 0, 0, height)!
    defer { cairo_pattern_destroy(gradient) }
    cairo_pattern_add_color_stop_rgb(gradient, 0, top.0, top.1, top.2)
    cairo_pattern_add_color_stop_rgb(gradient, 0.75, bottom.0, bottom.1, bottom.2)
    cairo_set_source(cairo, gradient)
    cairo_paint(cairo)
  }

  private func drawSun() {
    cairo_set_source_rgba(cairo, 1, 0.95, 0.75, 0.9)
    cairo_arc(
      cairo, width * (0.15 + 0.7 * chance(1)), height * (0.12 + 0.3 * chance(2)),
      min(width, height) * (0.05 + 0.05 * chance(3)), 0, 2 * .pi)
    cairo_fill(cairo)
  }

  private func drawHill(_ number: Int) {
    let depth = Double(number) / 3
    let base = height * (0.5 + 0.13 * Double(number))
    let (wideness, wideStart) = (3 + 4 * chance(10, number), 6 * chance(11, number))
    let (narrowness, narrowStart) = (11 + 9 * chance(12, number), 6 * chance(13, number))
    let ridge = { (x: Double) -> Double in
      let wide = sin(x / width * wideness + wideStart)
      let narrow = sin(x / width * narrowness + narrowStart)
      return base + height * (0.08 * wide + 0.025 * narrow)
    }
    let green = 0.3 + 0.35 * chance(14, number)
    cairo_set_source_rgb(cairo, 0.45 - 0.35 * depth, green, 0.5 - 0.38 * depth)
    cairo_move_to(cairo, 0, height)
    for step in 0...80 {
      let x = width * Double(step) / 80
      cairo_line_to(cairo, x, ridge(x))
    }
    cairo_line_to(cairo, width, height)
    cairo_fill(cairo)
    // With trees, the picture takes as long to encode as a photo.
    for tree in 0..<60 {
      let x = width * chance(20, number, tree)
      let top = ridge(x)
      let y = top + (height - top) * chance(21, number, tree) * 0.8
      let size = height * (0.008 + 0.02 * chance(22, number, tree))
      let shade = 0.6 + 0.5 * chance(23, number, tree)
      cairo_set_source_rgb(cairo, 0.12 * shade, green * 0.6 * shade, 0.14 * shade)
      cairo_move_to(cairo, x, y - size * 2)
      cairo_line_to(cairo, x + size * 0.7, y)
      cairo_line_to(cairo, x - size * 0.7, y)
      cairo_fill(cairo)
    }
  }

  /// Shades the picture with spots that differ for each look, so that no picture is a near copy of
  /// another.
  private func drawClouds() {
    let (columns, rows) = (9, 8)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(columns), Int32(rows))!
    defer { cairo_surface_destroy(surface) }
    let data = cairo_image_surface_get_data(surface)!
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<rows {
      for column in 0..<columns {
        data[row * stride + column] = UInt8(110 * chance(30, row, column))
      }
    }
    cairo_surface_mark_dirty(surface)
    cairo_save(cairo)
    cairo_scale(cairo, width / Double(columns), height / Double(rows))
    let shade = cairo_pattern_create_for_surface(surface)!
    defer { cairo_pattern_destroy(shade) }
    cairo_pattern_set_extend(shade, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(shade, CAIRO_FILTER_BILINEAR)
    cairo_set_source_rgb(cairo, 0.1, 0.1, 0.15)
    cairo_mask(cairo, shade)
    cairo_restore(cairo)
  }

  private func drawNumber() {
    let text = String(picture.look + 1)
    cairo_select_font_face(cairo, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    cairo_set_font_size(cairo, min(width, height) * 0.35)
    var extents = cairo_text_extents_t()
    cairo_text_extents(cairo, text, &extents)
    cairo_move_to(
      cairo, (width - extents.width) / 2 - extents.x_bearing,
      (height - extents.height) / 2 - extents.y_bearing)
    cairo_text_path(cairo, text)
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.9)
    cairo_fill_preserve(cairo)
    cairo_set_line_width(cairo, max(1, min(width, height) * 0.008))
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.6)
    cairo_stroke(cairo)
  }
}
