import CAdwaita
import CGLib
import GLibBridge
import Glibc
import MapDrawing
import TravelModel
import Widgets

/// Writes names along the courses of rivers, and along areas that are longer than wide.
///
/// Where on a line a name stands depends on the line and the level alone: it stays there while the
/// map moves.
final class BentNames {
  /// A way to write a name: its label, and the boxes that are to be free for it in the world.
  typealias Option = (label: Label, boxes: [LabelBox])

  private let widget: UnsafeMutablePointer<GtkWidget>
  private var letters: [Letter: BentLetter] = [:]

  private struct Letter: Hashable {
    var text: Character
    var style: MapName.Style
    var size: Double
  }

  /// So often a river is named, in pixels of its course, and an area.
  private static let (riverPace, areaPace) = (620.0, 1000.0)
  /// How much longer than its name a course is that has one.
  private static let room = 1.15
  /// A name follows the course as it is this much closer than at the beginning of a level: its
  /// letters stay where they are while the course grows.
  private static let growth = 1.3
  /// How far from its regular place a name looks for a straighter one, in pixels.
  private static let shifts = [0, 40, -40, 85, -85, 140, -140, 200, -200].map(Double.init)
  /// A place so much straighter, in radians, is worth a pixel on the way to it.
  private static let shiftCost = 0.0008
  /// The most places that are tried for room.
  private static let mostOptions = 4
  /// How far above its river a name stands, in pixels.
  private static let lift = 3.5
  /// What is shorter in a river's course than so many sizes of the font is passed over.
  private static let smoothing = 1.6
  /// The part of an area's line that its name takes up, and how far from the middle it is then: the
  /// first for which there is room.
  private static let spreads = [
    (0.72, 0.0), (0.55, 0), (0.55, 0.18), (0.55, -0.18), (0.42, 0.26), (0.42, -0.26), (0.42, 0),
  ]
  /// The most room between an area's letters, in sizes of the font.
  private static let widestGap = 1.3
  /// How far below the line a letter's foot is whose middle is on it, in sizes of the font.
  private static let halfHeight = 0.36
  /// The free room around a letter, in pixels.
  private static let air = 2.0
  private static let keptLetters = 2000

  init(on widget: UnsafeMutablePointer<GtkWidget>) { self.widget = widget }

  /// The ways to write a name in an area, for each of its places there, in a world of so many pixels
  /// at the beginning of a level.
  func places(
    of name: MapName, along courses: [[WorldPoint]], in area: MapArea, worldSize: Double
  ) -> [[Option]] {
    let letters = name.text.map { letter($0, of: name) }
    let width = letters.reduce(0) { $0 + $1.width }
    return courses.flatMap { course in
      name.isSpread
        ? spread(name, letters, width, along: course, area, worldSize)
        : follow(name, letters, width, along: course, area, worldSize)
    }
  }

  private func letter(_ text: Character, of name: MapName) -> BentLetter {
    let key = Letter(text: text, style: name.style, size: name.fontSize)
    if let letter = letters[key] { return letter }
    if letters.count > BentNames.keptLetters { letters = [:] }
    let layout = LabelStyle(name.style, isDark: false)
      .layout(String(text), size: name.fontSize, for: widget)
    var extents = PangoRectangle()
    pango_layout_get_extents(layout.pointer, nil, &extents)
    let letter = BentLetter(
      layout: layout, width: Double(extents.width) / Double(PANGO_SCALE), size: name.fontSize)
    letters[key] = letter
    return letter
  }
}

extension BentNames {
  /// A name beside a line, letter by letter.
  private func follow(
    _ name: MapName, _ letters: [BentLetter], _ width: Double,
    along line: [WorldPoint], _ area: MapArea, _ worldSize: Double
  ) -> [[Option]] {
    let size = worldSize * BentNames.growth
    let course = TextCourse(line, worldSize: size)
    guard course.length > BentNames.growth * BentNames.room * width else { return [] }
    // A lake's name lies in it.
    let isRiver = name.style == .river
    let lift = isRiver ? BentNames.lift : -BentNames.halfHeight * name.fontSize
    let pace = BentNames.growth * BentNames.riverPace
    let middles = isRiver ? course.middles(every: pace) : [course.length / 2]
    return middles.flatMap { middle -> [[Option]] in
      let anchor = course.point(at: middle)
      let copies = area.copies(of: WorldPoint(x: anchor.x / size, y: anchor.y / size))
      guard !copies.isEmpty else { return [] }
      let writings = BentNames.shifts.compactMap { shift in
        course.writing(
          letters.map(\.width), around: middle + shift,
          smoothing: BentNames.smoothing * name.fontSize, lift: lift
        ).map { (writing: $0, cost: $0.bend + abs(shift) * BentNames.shiftCost) }
      }.sorted { $0.cost < $1.cost }.prefix(BentNames.mostOptions)
      return copies.map { copy in
        let turns = (copy.x - anchor.x / size).rounded()
        return writings.map { writing, _ -> Option in
          let middle = writing.spots[letters.count / 2]
          let point = WorldPoint(x: middle.x / size + turns, y: middle.y / size)
          let bent = zip(letters, writing.spots).map { letter, spot in
            letter.moved(
              to: TextCourse.Spot(x: spot.x - middle.x, y: spot.y - middle.y, angle: spot.angle))
          }
          return option(name, [(point, bent)], worldSize)
        }
      }
    }
  }

  /// A name on a line, its letters spread over it.
  private func spread(
    _ name: MapName, _ letters: [BentLetter], _ width: Double,
    along line: [WorldPoint], _ area: MapArea, _ worldSize: Double
  ) -> [[Option]] {
    let course = TextCourse(line, worldSize: worldSize)
    let middles = course.middles(every: max(BentNames.areaPace, 4 * width))
    let pace = course.length / Double(middles.count)
    return middles.compactMap { middle -> [Option]? in
      let anchor = course.point(at: middle)
      let copies = area.copies(of: WorldPoint(x: anchor.x / worldSize, y: anchor.y / worldSize))
      guard let copy = copies.first else { return nil }
      let turns = (copy.x - anchor.x / worldSize).rounded()
      return BentNames.spreads.compactMap { part, shift -> Option? in
        guard part * pace > width else { return nil }
        let gap = min(
          (part * pace - width) / Double(max(1, letters.count - 1)),
          BentNames.widestGap * name.fontSize)
        let writing = course.writing(
          letters.map { $0.width + gap }, around: middle + shift * pace, smoothing: 0,
          lift: -BentNames.halfHeight * name.fontSize)
        let parts = writing.map { writing in
          zip(letters, writing.spots).map { letter, spot in
            (
              point: WorldPoint(x: spot.x / worldSize + turns, y: spot.y / worldSize),
              letters: [letter.moved(to: TextCourse.Spot(x: 0, y: 0, angle: spot.angle))]
            )
          }
        }
        return parts.map { option(name, $0, worldSize) }
      }
    }
  }

  private func option(
    _ name: MapName, _ parts: [(point: WorldPoint, letters: [BentLetter])], _ worldSize: Double
  ) -> Option {
    var name = name
    name.point = parts[0].point
    var boxes: [LabelBox] = []
    let written = parts.map { point, letters in
      let own = letters.map(\.box)
      for box in own {
        boxes.append(
          LabelBox(
            x: point.x * worldSize + box.x, y: point.y * worldSize + box.y, width: box.width,
            height: box.height
          ).with(margin: BentNames.air))
      }
      return Label.Part(point: point, box: LabelBox(around: own), art: .letters(letters))
    }
    let label = Label(name: name, parts: written)
    return (label, boxes)
  }
}
