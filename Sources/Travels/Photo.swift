/// A photo of a pin's album, as the library keeps it.
public struct Photo: Hashable, Identifiable, Sendable {
  /// The library's number of a photo; a number is never used again.
  public struct ID: Hashable, Sendable {
    /// The number as it stands in the library.
    public let number: Int64

    /// Makes an identity of the library's number.
    public init(_ number: Int64) { self.number = number }
  }

  /// How far the photo's file has come.
  public enum State: String, Sendable {
    /// Its download has not ended.
    case awaited
    /// Its file is there, whole.
    case stored
    /// Its download ended without a file.
    case failed
  }

  /// Which photo it is.
  public let id: ID
  /// The pin whose album it belongs to.
  public let pin: Pin.ID
  /// Where it is in the album, before those of higher positions.
  public let position: Int
  /// What is known of it.
  public let details: PhotoDetails
  /// Where its file is, below the photo folder; nil until the file is there.
  public let path: String?
  /// How far its file has come.
  public let state: State
  /// Why its download ended without a file.
  public let failure: PhotoFailure?

  /// Makes a photo of its parts.
  public init(
    id: ID, pin: Pin.ID, position: Int, details: PhotoDetails, path: String?, state: State,
    failure: PhotoFailure? = nil
  ) {
    self.id = id
    self.pin = pin
    self.position = position
    self.details = details
    self.path = path
    self.state = state
    self.failure = failure
  }
}

/// How large a picture is.
public struct PixelSize: Hashable, Sendable {
  /// How many pixels wide.
  public let width: Int
  /// How many pixels high.
  public let height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// What the file of a whole picture holds.
public struct PictureContent: Hashable, Sendable {
  /// How the names of such files end: `jpg`.
  public let fileExtension: String
  /// How many pixels wide and high it is, standing upright.
  public let size: PixelSize

  /// Makes what a file holds.
  public init(fileExtension: String, size: PixelSize) {
    self.fileExtension = fileExtension
    self.size = size
  }
}

/// What a source tells of a photo, in texts that are no longer than can be shown.
public struct PhotoDetails: Hashable, Sendable {
  /// The source's name.
  public var source: String
  /// The source's own identity of the photo.
  public var sourceID: String
  /// What the photo shows.
  public var title: String {
    didSet { title = ShownText.bounded(title, to: ShownText.title) }
  }
  /// Who made it.
  public var author: String? {
    didSet { author = author.map { ShownText.bounded($0, to: ShownText.name) } }
  }
  /// The licence's short name.
  public var license: String? {
    didSet { license = license.map { ShownText.bounded($0, to: ShownText.name) } }
  }
  /// Where the licence can be read.
  public var licenseAddress: String? {
    didSet { licenseAddress = ShownText.boundedAddress(licenseAddress) }
  }
  /// The photo's page at its source.
  public var pageAddress: String? {
    didSet { pageAddress = ShownText.boundedAddress(pageAddress) }
  }
  /// Where the image can be had, in the size that albums keep.
  public var imageAddress: String? {
    didSet { imageAddress = ShownText.boundedAddress(imageAddress) }
  }
  /// Where the image can be had as large as it is; nil where there is no larger one.
  public var largeAddress: String? {
    didSet { largeAddress = ShownText.boundedAddress(largeAddress) }
  }
  /// How many pixels wide and high it is where it is largest: at its source, or in its file.
  public var size: PixelSize?
  /// Where it was taken, or what it shows.
  public var coordinate: Coordinate?
  /// When it was taken, as the source says: a date, perhaps with a time, or words such as "circa 1900".
  public var taken: String? {
    didSet { taken = taken.map { ShownText.bounded($0, to: ShownText.name) } }
  }

  /// Makes the details of what every photo has; the rest is nil until it is known.
  public init(source: String, sourceID: String, title: String) {
    self.source = source
    self.sourceID = sourceID
    self.title = ShownText.bounded(title, to: ShownText.title)
  }
}
