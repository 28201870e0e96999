import CAdwaita
import CCairo
import GLibBridge
import MapDrawing
import TravelModel

/// Places names along the courses of rivers, and along areas that are longer than wide.
///
/// The position of a name on its line depends only on the line and the zoom level, so it stays
/// there while the map moves.
final class BentNames {
  /// One way to place a name: its label, and the boxes in the world that must be free for it.
  typealias Option = (label: Label, boxes: [LabelBox])

  private let pictures: LabelPictures

  /// The distance between a river's names, and between an area's, in pixels along the line.
  private static let (riverPace, areaPace) = (620.0, 1000.0)
  /// How many times longer than its name a course must be.
  private static let room = 1.15
  /// A name is laid out for the course as it is when the world has grown by this factor since the
  /// level began: its letters keep their places while the course grows.
  private static let growth = 1.3
  /// How far from its regular place a name looks for a straighter one, in pixels.
  private static let shifts = [0, 40, -40, 85, -85, 140, -140, 200, -200].map(Double.init)
  /// The distance in pixels that a name moves to be one radian straighter is the inverse of this.
  private static let shiftCost = 0.0008
  private static let mostOptions = 4
  /// How far above its river a name stands, in pixels.
  private static let lift = 3.5
  /// Bends of a river's course that are shorter than this, in font sizes, are smoothed out.
  private static let smoothing = 1.6
  /// The share of an area's line that its name spans, and its offset from the middle; the first one
  /// that fits is used.
  private static let spreads = [
    (0.72, 0.0), (0.55, 0), (0.55, 0.18), (0.55, -0.18), (0.42, 0.26), (0.42, -0.26), (0.42, 0),
  ]
  /// The largest gap between an area's letters, in font sizes.
  private static let widestGap = 1.3
  /// How far below the line a letter's baseline is when its middle is on the line, in font sizes.
  private static let halfHeight = 0.36
  /// The free room around a letter, in pixels.
  private static let air = 2.0

  init(_ pictures: LabelPictures) { self.pictures = pictures }

  /// The ways to place a name in an area, for each of its positions; `worldSize` is the world's
  /// width in pixels at the beginning of the level.
  func places(
    of name: MapName, along courses: [[WorldPoint]], in area: MapArea, worldSize: Double
  ) -> [[Option]] {
    // Arabic letters are joined, and run the other way: they are turned as one.
    let pieces = name.text.isRightToLeft ? [name.text] : name.text.map { String($0) }
    let letters = pieces.map { letter($0, of: name) }
    let widths = letters.map(\.width)
    let width = widths.reduce(0, +)
    let growth = name.isSpread ? 1 : BentNames.growth
    let size = worldSize * growth
    // A lake is named once.
    let distance =
      name.isSpread
      ? max(BentNames.areaPace, 4 * width)
      : name.style == .river ? growth * BentNames.riverPace : .infinity
    return courses.flatMap { line -> [[Option]] in
      let course = TextCourse(line, worldSize: size)
      guard name.isSpread || course.length > growth * BentNames.room * width else { return [] }
      let middles = course.middles(every: distance)
      return middles.flatMap { middle -> [[Option]] in
        let anchor = course.point(at: middle)
        let copies = area.copies(of: anchor / size)
        guard !copies.isEmpty else { return [] }
        let writings =
          name.isSpread
          ? spread(name, widths, over: course.length / Double(middles.count), of: course, middle)
          : follow(course, with: name, widths, around: middle)
        return copies.prefix(name.isSpread ? 1 : .max).map { copy in
          let turns = copy.x - anchor.x / size
          return writings.map { spots in
            option(name, letters, spots, worldSize) {
              WorldPoint(x: $0.x / size + turns, y: $0.y / size)
            }
          }
        }
      }
    }
  }

  private func letter(_ text: String, of name: MapName) -> BentLetter {
    let layout = pictures.layout(text, name.style, size: name.fontSize)
    var extents = PangoRectangle()
    pango_layout_get_extents(layout.pointer, nil, &extents)
    return BentLetter(
      layout: layout, width: Double(extents.width) / Double(PANGO_SCALE), size: name.fontSize)
  }
}

extension BentNames {
  /// The ways to place a name beside a line, the straightest and nearest first.
  private func follow(
    _ course: TextCourse, with name: MapName, _ widths: [Double], around middle: Double
  ) -> [[TextCourse.Spot]] {
    // A lake's name is inside it.
    let lift = name.style == .river ? BentNames.lift : -BentNames.halfHeight * name.fontSize
    let writings = BentNames.shifts.compactMap { shift in
      course.writing(
        widths, around: middle + shift, smoothing: BentNames.smoothing * name.fontSize, lift: lift
      ).map { (spots: $0.spots, cost: $0.bend + abs(shift) * BentNames.shiftCost) }
    }
    return writings.sorted { $0.cost < $1.cost }.prefix(BentNames.mostOptions).map(\.spots)
  }

  /// The way to place a name spread over a length of a line.
  private func spread(
    _ name: MapName, _ widths: [Double], over length: Double, of course: TextCourse,
    _ middle: Double
  ) -> [[TextCourse.Spot]] {
    let width = widths.reduce(0, +)
    return BentNames.spreads.compactMap { part, shift in
      guard part * length > width else { return nil }
      let gap = min(
        (part * length - width) / Double(max(1, widths.count - 1)),
        BentNames.widestGap * name.fontSize)
      return course.writing(
        widths.map { $0 + gap }, around: middle + shift * length, smoothing: 0,
        lift: -BentNames.halfHeight * name.fontSize)?.spots
    }
  }

  /// The option for a name with letters at some spots.
  ///
  /// They are drawn as one picture, or separately if the name is spread, so that they move apart as
  /// the map grows.
  private func option(
    _ name: MapName, _ letters: [BentLetter], _ spots: [TextCourse.Spot], _ worldSize: Double,
    _ place: (TextCourse.Spot) -> WorldPoint
  ) -> Option {
    var boxes: [LabelBox] = []
    let groups = name.isSpread ? letters.indices.map { $0..<$0 + 1 } : [letters.indices]
    let parts = groups.map { group in
      let middle = spots[(group.lowerBound + group.upperBound) / 2]
      let point = place(middle)
      let written = group.map { index in
        let spot = spots[index]
        return letters[index].moved(
          to: TextCourse.Spot(x: spot.x - middle.x, y: spot.y - middle.y, angle: spot.angle))
      }
      let own = written.map(\.box)
      boxes += own.map {
        $0.moved(to: (point.x * worldSize, point.y * worldSize)).with(margin: BentNames.air)
      }
      return Label.Part(point: point, box: LabelBox(around: own), art: .letters(written))
    }
    var name = name
    name.point = parts[0].point
    return (Label(name: name, parts: parts), boxes)
  }
}
