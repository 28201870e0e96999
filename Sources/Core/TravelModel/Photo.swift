/// A photo of a pin's album, as the library keeps it.
public struct Photo: Hashable, Identifiable, Sendable {
  public typealias ID = RowID<Photo>

  public enum State: String, Sendable {
    /// The download has not ended.
    case awaited
    /// The file is there, whole.
    case stored
    /// The download ended without a file.
    case failed
  }

  /// The longest file that is stored, in bytes.
  public static let fileLimit = 30 << 20

  public let id: ID
  public let pin: Pin.ID
  /// Its place in the album; lower positions come first.
  public let position: Int
  public var details: PhotoDetails
  /// The file's path below the photo folder; nil until the file is there.
  public let path: String?
  public let state: State
  /// Why there is no file.
  public let failure: PhotoFailure?
  /// Whether it is kept when the album is replaced.
  public var isFavorite: Bool
  /// The look of its picture; nil if there is none, or it is unknown.
  public let look: PictureLook?
  public init(
    id: ID, pin: Pin.ID, position: Int, details: PhotoDetails, path: String?, state: State,
    failure: PhotoFailure? = nil, isFavorite: Bool = false, look: PictureLook? = nil
  ) {
    (self.id, self.pin, self.position, self.details, self.path) = (id, pin, position, details, path)
    (self.state, self.failure, self.isFavorite, self.look) = (state, failure, isFavorite, look)
  }

  /// Whether the photo is gone at its source, so that a retry is useless.
  public var isGone: Bool { state == .failed && failure == .source(.gone) }
}

/// The size of a picture, in pixels.
public struct PixelSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The longest side taken seriously, in pixels: even stitched panoramas are shorter.
  private static let longestSide = 1_000_000

  /// A size that a service or a file claims; nil if no picture can have it.
  public init?(untrustedWidth width: Int?, height: Int?) {
    let sides = 1...PixelSize.longestSide
    guard let width, let height, sides.contains(width), sides.contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}

public struct PictureContent: Hashable, Sendable {
  /// The file name extension of this kind of picture, such as `jpg`.
  public let fileExtension: String
  /// The size after the picture is turned upright.
  public let size: PixelSize
  /// The look of the picture; nil if it was not requested, or is indistinct.
  public var look: PictureLook?

  public init(fileExtension: String, size: PixelSize, look: PictureLook? = nil) {
    (self.fileExtension, self.size, self.look) = (fileExtension, size, look)
  }
}

/// The metadata of a photo from its source; texts and addresses are bounded in length.
public struct PhotoDetails: Hashable, Sendable {
  /// The source's name.
  public var source: String
  public var sourceID: String
  public var title: String {
    didSet { title = BoundedText.bounded(title, to: BoundedText.title) }
  }
  public var author: String? {
    didSet { author = author.map { BoundedText.bounded($0, to: BoundedText.name) } }
  }
  /// The licence's short name.
  public var license: String? {
    didSet { license = license.map { BoundedText.bounded($0, to: BoundedText.name) } }
  }
  /// Where the licence can be read.
  public var licenseAddress: String? {
    didSet { licenseAddress = BoundedText.boundedAddress(licenseAddress) }
  }
  public var pageAddress: String? {
    didSet { pageAddress = BoundedText.boundedAddress(pageAddress) }
  }
  /// Where the image can be downloaded in the size that albums keep.
  public var imageAddress: String? {
    didSet { imageAddress = BoundedText.boundedAddress(imageAddress) }
  }
  /// Where the image can be downloaded in full size; nil if there is no larger one.
  public var largeAddress: String? {
    didSet { largeAddress = BoundedText.boundedAddress(largeAddress) }
  }
  /// The size of the largest version, at the source or in the file.
  public var size: PixelSize?
  /// Where it was taken, or the place of its subject.
  public var coordinate: Coordinate?
  /// The direction in which it looks, in degrees clockwise from north; nil if unknown.
  public var heading: Double? {
    didSet { heading = heading.flatMap { (0...360).contains($0) ? $0 : nil } }
  }
  /// When it was taken, as the source says: a date, perhaps with a time, or words such as "circa 1900".
  public var taken: String? {
    didSet { taken = taken.map { BoundedText.bounded($0, to: BoundedText.name) } }
  }
  /// The years in which it was taken, read from all that its source says, of which `taken` is the
  /// text.
  public var statedYears: ClosedRange<Int>?
  /// The years in which it was taken, as far as they are certain; nil if they are unknown.
  public var years: ClosedRange<Int>? { statedYears ?? taken.flatMap(TakenYears.read) }
  public var merit: PhotoMerit? {
    didSet { merit = merit?.bounded }
  }

  /// Makes details with what every photo has; the rest is nil until it is known.
  public init(source: String, sourceID: String, title: String) {
    (self.source, self.sourceID) = (source, sourceID)
    self.title = BoundedText.bounded(title, to: BoundedText.title)
  }
}
