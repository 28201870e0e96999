import TravelModel

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

/// How many segments may come before the picture's size: large profiles take a few hundred.
private let segmentLimit = 2000
/// How many bytes that belong to nothing may come before the picture's size.
private let strayLimit = 64 << 10

/// Walks from segment to segment to the one that tells the size, looking into EXIF's in passing.
func readJPEG(_ window: inout ByteWindow, _ orientation: inout Orientation) -> PixelSize? {
  var position = 2
  var strays = 0
  for _ in 0..<segmentLimit {
    guard let marker = nextMarker(&window, &position, &strays) else { return nil }
    switch marker {
    case 0x01, 0xD0...0xD7:
      continue  // These have no content.
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      guard let length = window.big(2, at: position), length >= 8,
        let height = window.big(2, at: position + 3), let width = window.big(2, at: position + 5)
      else { return nil }
      return PixelSize(width: width, height: height)
    case 0xD8, 0xD9, 0xDA:
      return nil  // Another beginning, the end, or pixels, and still no size.
    default:
      guard let length = window.big(2, at: position), length >= 2 else { return nil }
      if marker == 0xE1, window.begins(with: Array("Exif\0\0".utf8), at: position + 2) {
        orientation =
          readOrientation(&window, from: position + 8, to: position + length) ?? orientation
      }
      position += length
    }
  }
  return nil
}

/// Finds the next marker as libjpeg does, over stray and fill bytes, and stops behind it.
private func nextMarker(
  _ window: inout ByteWindow, _ position: inout Int, _ strays: inout Int
) -> UInt8? {
  var isAfterFF = false
  while strays < strayLimit {
    guard let byte = window.byte(at: position) else { return nil }
    position += 1
    switch byte {
    case 0xFF:
      if isAfterFF { strays += 1 }
      isAfterFF = true
    case 0x01... where isAfterFF:
      return byte
    default:
      strays += 1
      isAfterFF = false
    }
  }
  return nil
}

/// Reads the orientation out of EXIF, which is a TIFF file of its own from `start` to `end`.
private func readOrientation(
  _ window: inout ByteWindow, from start: Int, to end: Int
) -> Orientation? {
  let isLittle: Bool
  if window.begins(with: [0x49, 0x49, 0x2A, 0x00], at: start) {
    isLittle = true
  } else if window.begins(with: [0x4D, 0x4D, 0x00, 0x2A], at: start) {
    isLittle = false
  } else {
    return nil
  }
  func number(_ length: Int, at offset: Int) -> Int? {
    guard offset + length <= end else { return nil }
    return isLittle ? window.little(length, at: offset) : window.big(length, at: offset)
  }
  let orientationTag = 0x0112
  let shortType = 3
  guard let directory = number(4, at: start + 4), let entries = number(2, at: start + directory)
  else { return nil }
  for index in 0..<entries {
    let entry = start + directory + 2 + 12 * index
    guard let tag = number(2, at: entry) else { return nil }
    guard tag == orientationTag else { continue }
    guard number(2, at: entry + 2) == shortType else { return nil }
    return number(2, at: entry + 8).flatMap(Orientation.init)
  }
  return nil
}
