/// The layout of `landscape.atlas`, shared by `atlas-maker` and the decoder.
///
/// Integers are in little endian. For each level of detail the content is: the count of pieces and
/// of points (32 bits each); the pieces, each with its layer and its form (8 bits each), its lowest
/// zoom in tenths (16 bits), its bounds as four floats (least x, least y, greatest x, greatest y),
/// and its count of points (32 bits); and the points, each an x and a y of 16 bits, in 65,535 parts
/// of the bounds of its piece.
public enum LandscapeFile {
  package static let pieceLength = 24
  package static let parts = 65_535

  package enum Form: UInt8 {
    case area, line
  }
}
