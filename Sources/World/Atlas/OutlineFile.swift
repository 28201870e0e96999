/// The layout of `outlines.atlas`, shared by `atlas-maker` and the decoder.
///
/// All numbers have variable length. The content is:
///
/// - languages: a count, and their codes;
///
/// - countries: a count, and for each its code, the label's x and y in 2^`labelBits` parts of the
/// world, the zooms in tenths, the rank, a name in each language (may be empty), and a count of
/// claimants, if it is disputed, and those;
///
/// - for each level of detail: the bits of a coordinate, the count of all points; then the rings: a
/// count, and for each its country, its first point as a step from the first of the ring before, a
/// count of stretches and the stretches; then the other lines: a count, and for each its first
/// point, likewise, and one stretch;
///
/// - disputed areas: a count of spans, and for each the steps of the row from the span before, the
/// first cell, the number of cells, and the countries of both views, the second plus 1, or 0 if
/// unlisted.
///
/// A stretch is its kind, a count of points, and each point as a step from the one before.
package enum OutlineFile {
  package static let labelBits = 20
  /// The bits of a row or column of the disputed areas: cells of at most 5 km.
  package static let areaBits = 13
  /// How a part of a ring is drawn.
  package enum Stretch: UInt8 {
    case coast, country, disputed, region
    /// Not drawn: a cut through land, or a border already drawn with the neighbour's ring.
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
