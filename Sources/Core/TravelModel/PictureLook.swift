/// A perceptual hash of a picture in 64 bits, each of which says whether a spot is brighter than
/// the one to its right.
///
/// Copies of a picture in other sizes and qualities, and shots taken in quick succession, differ in
/// few bits.
public struct PictureLook: Hashable, Sendable {
  public let bits: UInt64

  /// The number of spots from left to right, and from top to bottom.
  public static let columns = 9
  public static let rows = 8
  /// The most bits in which near copies differ.
  private static let nearness = 8
  /// The least difference between the brightest and the darkest spot, of 255: below that, noise
  /// decides.
  private static let leastContrast = 10

  public init(bits: UInt64) { self.bits = bits }

  /// Compares the brightness of each spot, row by row, with that of the one to its right; nil if
  /// the picture is uniform, because all such pictures look alike.
  public init?(brightness: [Int]) {
    precondition(brightness.count == PictureLook.columns * PictureLook.rows)
    guard brightness.max()! - brightness.min()! >= PictureLook.leastContrast else { return nil }
    var bits: UInt64 = 0
    for row in 0..<PictureLook.rows {
      for column in 0..<(PictureLook.columns - 1) {
        let place = row * PictureLook.columns + column
        bits = bits << 1 | (brightness[place] < brightness[place + 1] ? 1 : 0)
      }
    }
    self.bits = bits
  }

  /// The number of bits in which two looks differ.
  public func distance(to other: PictureLook) -> Int { (bits ^ other.bits).nonzeroBitCount }

  public func isNear(_ other: PictureLook) -> Bool { distance(to: other) <= PictureLook.nearness }
}
