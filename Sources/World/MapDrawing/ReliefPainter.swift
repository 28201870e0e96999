import Atlas
import CCairo

/// Colours the land of a square by its relief: softly, as an atlas does, without edges and without
/// steps.
struct ReliefPainter {
  let relief: Relief
  let palette: MapPalette
  let frame: MapFrame
  let pixels: Int

  /// A colour whose components are in 0...255, with their fractions.
  private typealias Color = SIMD4<Float>

  /// The width of the squares for which colours are computed, in pixels; between them they are
  /// interpolated.
  ///
  /// They are no smaller than the relief's own cells, where those are large.
  private var step: Int { frame.pixelsPerWorld < Double(8 * Relief.side) ? 4 : 8 }

  /// Makes the land's colours the context's source, aligned to its origin.
  func use(in cairo: OpaquePointer) {
    let step = step
    let painting = Painting(width: pixels, height: pixels)
    // One more square on each side, for interpolation.
    let count = (pixels + step - 1) / step + 2
    let colors = mixedColors(count: count)
    let dither = ReliefPainter.dither
    painting.setPixels { shown in
      guard shown.count == pixels * pixels else { return }
      var row = [Color](repeating: .zero, count: count)
      for y in 0..<pixels {
        // The distance of the row from the middle of the topmost square, in half pixels.
        let way = 2 * y + 1 + step
        let (above, down) = (way / (2 * step), Float(way % (2 * step)) / Float(2 * step))
        for column in 0..<count {
          let upper = colors[above * count + column]
          row[column] = upper + (colors[(above + 1) * count + column] - upper) * down
        }
        var x = 0
        for square in 0..<count - 1 {
          // The change of colour per pixel, from the middle of this square to that of the next.
          let change = (row[square + 1] - row[square]) / Float(step)
          let middle = square * step - step / 2
          var color = row[square] + change * (Float(x - middle) + 0.5)
          while x < min(pixels, middle + step) {
            let mixed = color + dither[(y & 7) * 8 + (x & 7)]
            let red = (mixed.x.bitPattern & 0xFF00) << 8
            let green = mixed.y.bitPattern & 0xFF00
            let blue = mixed.z.bitPattern >> 8 & 0xFF
            shown[y * pixels + x] = red | green | blue
            color += change
            x += 1
          }
        }
      }
    }
    cairo_set_source_surface(cairo, painting.surface, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
  }

  /// What is added to a pixel before its fractions are cut off, so that in its surroundings they are
  /// the mean: steps from one whole number to the next would be seen as streaks.
  ///
  /// The 32,768 are for speed: with them, the last eight bits of a `Float` are its fraction, and the
  /// eight before them the whole number.
  private static let dither: [Float] = (0..<64).map { place in
    // As Bayer ordered them: the bits of both coordinates from the lowest up, the highest first.
    let (x, y) = (place & 7, place >> 3)
    let rank = (0..<3).reduce(0) { rank, bit in
      4 * rank + 2 * ((x ^ y) >> bit & 1) + (y >> bit & 1)
    }
    return 32_768 + (Float(rank) + 0.5) / 64
  }

  /// Mixes the colours of the squares.
  ///
  /// The lowest plane comes first, so that mountains in a desert are mountains.
  private func mixedColors(count: Int) -> [Color] {
    func color(_ color: MapColor) -> Color {
      255 * Color(Float(color.red), Float(color.green), Float(color.blue), 0)
    }
    var colors = [Color](repeating: color(palette.land), count: count * count)
    // The middles of the squares, in squares of the relief.
    let middles = (0..<count).map { (Double($0) - 0.5) * Double(step) }
    let columns = middles.map {
      Weights(at: frame.x(ofPixel: $0) * Double(Relief.side)) {
        // Beyond the date line the world goes on.
        ($0 + Relief.side) % Relief.side
      }
    }
    let rows = middles.map {
      Weights(at: frame.y(ofPixel: $0) * Double(Relief.side)) {
        min(Relief.side - 1, max(0, $0))
      }
    }
    for plane in [Relief.Plane.lowland, .desert, .height] {
      let tint = color(palette.tints[plane.rawValue])
      relief.withPlane(plane) { values in
        for (y, row) in rows.enumerated() {
          for (x, column) in columns.enumerated() {
            let share = ReliefPainter.share(values, column, row)
            colors[y * count + x] += (tint - colors[y * count + x]) * share
          }
        }
      }
    }
    return colors
  }

  /// The weights of the nearest square, and of the one before it and the one behind it, at a position
  /// in one direction; `held` brings squares beyond the world into it.
  ///
  /// They are those of a spline: straight interpolation would leave creases.
  private struct Weights {
    let places: (Int, Int, Int)
    let parts: (Float, Float, Float)

    init(at position: Double, held: (Int) -> Int) {
      let nearest = Int(position.rounded(.down))
      let way = Float(position - Double(nearest) - 0.5)
      places = (held(nearest - 1), held(nearest), held(nearest + 1))
      parts = ((0.5 - way) * (0.5 - way) / 2, 0.75 - way * way, (0.5 + way) * (0.5 + way) / 2)
    }
  }

  /// How much a place is of a plane's kind, in 0...1.
  private static func share(
    _ values: UnsafePointer<UInt8>, _ column: Weights, _ row: Weights
  ) -> Float {
    func across(_ row: Int) -> Float {
      let line = values + row * Relief.side
      return Float(line[column.places.0]) * column.parts.0
        + Float(line[column.places.1]) * column.parts.1
        + Float(line[column.places.2]) * column.parts.2
    }
    return
      (across(row.places.0) * row.parts.0 + across(row.places.1) * row.parts.1
      + across(row.places.2) * row.parts.2) / 255
  }
}
