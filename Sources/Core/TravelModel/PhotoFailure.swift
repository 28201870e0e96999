/// Why a source of photos, or another web service, has failed.
///
/// The raw values are stored in the library.
public enum SourceFailure: String, Error, Sendable {
  /// The service cannot be reached, or broke off in the middle of its answer.
  case unreachable
  /// The server cannot prove that it is the service's, as one that wants a login to its network.
  case untrusted
  /// The service asks to be called again later.
  case busy
  /// The service refuses to answer.
  case refused
  /// The service gave or redirected to an address that must not be requested, such as one in the
  /// local network.
  case forbidden
  /// The service's answer does not follow its own format.
  case unreadable
  /// The user has turned the service off.
  case turnedOff = "turned-off"
  /// The service needs a key, and none is set.
  case keyMissing = "key-missing"
  /// The service rejects the key.
  case keyRefused = "key-refused"
  /// The photo no longer exists at the source, and will not come back.
  case gone
  /// The folder of the user's pictures cannot be read.
  case folderUnreadable = "folder-unreadable"

  /// Whether a retry a little later may help.
  public var isTransient: Bool { self == .unreachable || self == .busy }

  /// Whether another network may help.
  public var dependsOnNetwork: Bool { self == .unreachable || self == .untrusted }
}

/// Why a file cannot be shown as a picture; the raw values are stored in the library.
public enum PictureFailure: String, Error, Sendable {
  /// The file has gone from the disk; it may come back with a folder, or be downloaded again.
  case lost
  /// The file exists, but the system refuses to read it.
  case fileUnreadable = "file-unreadable"
  /// The file is no picture, or of a kind that is not supported.
  case notAPicture = "not-a-picture"
  /// The picture is damaged.
  case damaged
  /// The picture is larger than the limit.
  case tooLarge = "too-large"
}

/// Why a photo, or all photos of an album, are missing.
public enum PhotoFailure: Error, Hashable, Sendable {
  case source(SourceFailure)
  case picture(PictureFailure)
  /// The disk is full.
  case noSpace
  /// The photo folder cannot be written.
  case unwritable

  /// The failure of the source; nil if something else failed.
  public var ofSource: SourceFailure? {
    if case .source(let failure) = self { failure } else { nil }
  }

  /// Whether a retry a little later may help.
  public var isTransient: Bool { ofSource?.isTransient == true }
}

/// The raw values are stored in the library.
extension PhotoFailure: RawRepresentable {
  public var rawValue: String {
    switch self {
    case .source(let failure): failure.rawValue
    case .picture(let failure): failure.rawValue
    case .noSpace: "no-space"
    case .unwritable: "unwritable"
    }
  }

  public init?(rawValue: String) {
    let failure =
      SourceFailure(rawValue: rawValue).map(PhotoFailure.source)
      ?? PictureFailure(rawValue: rawValue).map(PhotoFailure.picture)
      ?? [.noSpace, .unwritable].first { $0.rawValue == rawValue }
    guard let failure else { return nil }
    self = failure
  }
}
