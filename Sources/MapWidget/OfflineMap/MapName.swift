import Atlas
import TravelModel

/// A name on the map.
nonisolated struct MapName: Hashable {
  /// What a name is the name of, as far as it is drawn differently.
  enum Style: Hashable {
    case country, province, capital, city, sea, lake, river, region, peak
  }

  let text: String
  var point: WorldPoint
  let style: Style
  /// In pixels.
  let fontSize: Double
  /// Whether names of countries make room for it where they can.
  var isGreat = false
  /// The number of the landmark along whose lines it may be written.
  var landmark: Int?

  /// Whether a spot on the map marks the place; other names lie on what they name.
  var isMarked: Bool { style == .capital || style == .city || style == .peak }

  /// Whether its letters spread along the whole of what it names, as they do on areas.
  var isSpread: Bool { style == .sea || style == .region }

  /// Where the text may begin, in pixels from its point: beside its mark, on the right before the
  /// left, then above and below, and last aslant; without a mark in the middle, for a country also a
  /// bit up or down.
  func offsets(width: Double, height: Double) -> [(x: Double, y: Double)] {
    let gap = 6.0
    if isMarked {
      return [
        (gap, -height / 2), (-width - gap, -height / 2), (-width / 2, -height - gap),
        (-width / 2, gap), (gap, -height), (gap, 0), (-width - gap, -height), (-width - gap, 0),
      ]
    }
    let lines = style == .country ? [0, 1, -1, 1.75, -1.75] : [0]
    return lines.map { (-width / 2, ($0 - 0.5) * height) }
  }
}
