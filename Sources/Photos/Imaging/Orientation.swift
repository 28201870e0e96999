/// The orientation of a stored picture, as a number of EXIF: how to rotate it upright.
public struct Orientation: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  /// The picture is upright already.
  public static let upright = Orientation(rawValue: 1)!

  /// Makes an orientation from EXIF's number, 1 to 8.
  public init?(rawValue: Int) {
    guard (1...8).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Whether the stored width is the height of the upright picture.
  public var swapsSides: Bool { rawValue > 4 }
}
