/// How `outlines.atlas` is written; its maker and its reader agree on it here.
///
/// All numbers are of varying length. The content is:
/// - languages: a count, and their codes;
/// - countries: a count, and of each its code, the label's x and y in 2^`labelBits` parts of the
///   world, the zooms in tenths, the rank, a name in each language, empty if there is none, and a
///   count of countries that have a part in it, if it is nobody's for certain, and those;
/// - for each level of detail: the bits of a coordinate, the count of all points, then the rings: a count, and of each its
///   country, its first point as a step from the first of the ring before, a count of stretches and
///   the stretches; then the other lines: a count, and of each its first point, likewise, and one
///   stretch;
/// - disputed areas: a count of spans, and of each the steps of the row from the span before, the
///   first cell, how many, and the countries of both views, the second plus 1, or 0 if unlisted.
///
/// A stretch is its kind, a count of points, and each point as a step from the one before.
package enum OutlineFile {
  /// The envelope.
  package static let file = DataFile(kind: "OUTL", version: 1)
  /// The bits of a label's coordinates.
  package static let labelBits = 20
  /// The bits of a row or column of the disputed areas: cells of at most 5 km.
  package static let areaBits = 13

  /// What a part of a ring is on the map.
  package enum Stretch: UInt8 {
    case coast, country, disputed, region
    /// Nothing: a cut through the land, or a border that the neighbour's ring has already drawn.
    case silent

    var border: BorderKind? {
      switch self {
      case .coast, .silent: nil
      case .country: .country
      case .disputed: .disputed
      case .region: .region
      }
    }
  }
}
