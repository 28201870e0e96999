import Atlas
import TravelModel

/// A name on the map.
nonisolated struct MapName: Hashable {
  /// What a name is the name of, as far as it is drawn differently.
  enum Style: Hashable {
    case country, province, capital, city, sea, lake, region, peak
  }

  let text: String
  let point: WorldPoint
  let style: Style
  /// In pixels.
  let fontSize: Double

  /// Whether a spot on the map marks the place; other names lie on what they name.
  var isMarked: Bool { style == .capital || style == .city || style == .peak }

  /// Where the text may begin, in pixels from its point: in the middle, or beside its mark, on the
  /// right before the left, then above and below.
  func offsets(width: Double, height: Double) -> [(x: Double, y: Double)] {
    let gap = 6.0
    return isMarked
      ? [
        (gap, -height / 2), (-width - gap, -height / 2), (-width / 2, -height - gap),
        (-width / 2, gap),
      ]
      : [(-width / 2, -height / 2)]
  }
}
