/// How a picture is stored, by the numbers of EXIF: what has to be done to it to stand upright.
public struct Orientation: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  /// Nothing has to be done.
  public static let upright = Orientation(rawValue: 1)!

  /// Takes one of EXIF's numbers, 1 to 8.
  public init?(rawValue: Int) {
    guard (1...8).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Tells whether the stored width is the height of the upright picture.
  public var swapsSides: Bool { rawValue > 4 }
}
