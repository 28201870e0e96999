/// What a picture looks like, in 64 bits: whether it grows brighter from spot to spot.
///
/// Copies of a picture in other sizes and qualities, and shots taken one right after another, differ
/// in few bits.
public struct PictureLook: Hashable, Sendable {
  public let bits: UInt64

  /// How many spots are looked at, from left to right and from top to bottom.
  public static let columns = 9
  public static let rows = 8
  /// In how many bits near copies differ at most.
  private static let nearness = 8
  /// How much brighter, of 255, the brightest spot is at least: below that, noise decides.
  private static let leastContrast = 10

  public init(bits: UInt64) { self.bits = bits }

  /// Compares the brightness of each spot, row by row, with that of the one to its right; nil where
  /// the picture is of one tone and like any other such.
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

  /// In how many bits two looks differ.
  public func distance(to other: PictureLook) -> Int { (bits ^ other.bits).nonzeroBitCount }

  /// Whether two pictures would be taken for the same one.
  public func isNear(_ other: PictureLook) -> Bool { distance(to: other) <= PictureLook.nearness }
}
