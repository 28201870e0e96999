import GLibBridge
import Glibc
import MapDrawing
import TravelModel

/// A name that has been placed on the map.
struct Label {
  /// A picture in the label: a whole name, or a single letter of a spread one.
  struct Part {
    var point: WorldPoint
    /// The box around the point, in pixels.
    var box: LabelBox
    var art: Art
  }

  enum Art {
    /// A text whose upper left corner is the box's.
    case text(Ref<OpaquePointer>)
    /// Letters around the point.
    case letters([BentLetter])
  }

  var name: MapName
  var parts: [Part]

  /// The boxes of its parts, and of the mark.
  func boxes(in world: WorldOnScreen) -> [LabelBox] {
    letterBoxes(in: world)
      + (name.isMarked ? [Label.mark.moved(to: world.position(of: parts[0].point))] : [])
  }

  func letterBoxes(in world: WorldOnScreen) -> [LabelBox] {
    parts.map { $0.box.moved(to: world.position(of: $0.point)) }
  }

  /// The box of a place's mark, which includes the least distance to a name.
  static let mark = LabelBox(x: -3, y: -3, width: 6, height: 6)
}

/// One letter of a name along a line.
struct BentLetter {
  var layout: Ref<OpaquePointer>
  var width: Double
  /// Where its baseline is, in pixels from its part's point.
  var spot = TextCourse.Spot(x: 0, y: 0, angle: 0)
  /// The size of the font, in pixels.
  var size: Double

  /// How far letters reach above and below the baseline, in font sizes.
  private static let (ascent, descent) = (0.95, 0.3)

  func moved(to spot: TextCourse.Spot) -> BentLetter {
    BentLetter(layout: layout, width: width, spot: spot, size: size)
  }

  /// The upright box around the turned letter.
  var box: LabelBox {
    let (sine, cosine) = (sin(spot.angle), cos(spot.angle))
    // The middle of the letter, which is above its baseline.
    let rise = (BentLetter.ascent - BentLetter.descent) / 2 * size
    let half = (x: width / 2, y: (BentLetter.ascent + BentLetter.descent) / 2 * size)
    let reach = (
      x: abs(half.x * cosine) + abs(half.y * sine), y: abs(half.x * sine) + abs(half.y * cosine)
    )
    return LabelBox(
      x: spot.x + rise * sine - reach.x, y: spot.y - rise * cosine - reach.y, width: 2 * reach.x,
      height: 2 * reach.y)
  }
}

extension LabelBox {
  func moved(to place: (x: Double, y: Double)) -> LabelBox {
    LabelBox(x: x + place.x, y: y + place.y, width: width, height: height)
  }

  /// The box around several boxes, at least one.
  init(around boxes: [LabelBox]) {
    var (left, top) = (boxes[0].x, boxes[0].y)
    var (right, bottom) = (left + boxes[0].width, top + boxes[0].height)
    for box in boxes.dropFirst() {
      (left, top) = (min(left, box.x), min(top, box.y))
      (right, bottom) = (max(right, box.x + box.width), max(bottom, box.y + box.height))
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}
