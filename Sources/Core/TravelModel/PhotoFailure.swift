/// Why there are no photos of a place, or no file of a photo.
///
/// The raw values are stored in the library and never change.
public enum PhotoFailure: String, Error, CaseIterable, Sendable {
  /// The service cannot be reached, or broke off in the middle of its answer.
  case unreachable
  /// The service wants to be asked again later.
  case busy
  /// The service refuses to answer.
  case refused
  /// The service gave or redirected to an address that must not be requested, such as one in the
  /// local network.
  case forbidden
  /// The service's answer does not follow its own format.
  case unreadable
  /// The service needs a key, and none is set.
  case keyMissing = "key-missing"
  /// The service rejects the key.
  case keyRefused = "key-refused"
  /// The photo no longer exists at the source, and will not come back.
  case gone
  /// The file was there, and is missing on the disk; it may come back with a folder, or be brought
  /// again.
  case lost
  /// The file is there, but the system does not let it be read.
  case fileUnreadable = "file-unreadable"
  /// The file is no picture, or of a kind that is not supported.
  case notAPicture = "not-a-picture"
  /// The picture is damaged.
  case damaged
  /// The picture is larger than the limit.
  case tooLarge = "too-large"
  /// The folder of the user's pictures cannot be read.
  case folderUnreadable = "folder-unreadable"
  /// The disk is full.
  case noSpace = "no-space"
  /// The photo folder cannot be written.
  case unwritable

  /// Whether trying again a little later may help.
  public var isTransient: Bool {
    switch self {
    case .unreachable, .busy: true
    default: false
    }
  }
}
