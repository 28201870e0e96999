/// The layout of `landmarks.atlas`, shared by `atlas-maker` and the decoder.
///
/// All numbers have variable length. The content is a count of languages and their codes; and a count
/// of landmarks, and for each its kind, the x and y of its label in 2^`labelBits` parts of the world,
/// the lowest and highest zoom of its name in tenths, its elevation in metres, the code of its
/// country or an empty text, a name in each language, which may be empty but for the first, and the
/// count of its lines, which are followed by its rings in the same way. Of each line there are a count
/// of points, and for each point its x and y in 2^`courseBits` parts of the world, less those of the
/// point before; the first point of a ring is its last one, too.
package enum LandmarkFile {
  package static let labelBits = 20
  package static let courseBits = 22
  /// The highest possible zoom, in tenths.
  package static let highestZoom = 300
}
