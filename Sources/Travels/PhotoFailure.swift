/// Why there are no photos of a place, or no file of a photo.
///
/// The raw values are stored in the library and never change.
public enum PhotoFailure: String, Error, CaseIterable, Sendable {
  /// The service cannot be reached, or stopped in the middle of its answer.
  case unreachable
  /// The service is there, and asks to be asked later.
  case busy
  /// The service refuses to answer.
  case refused
  /// The service leads to an address that nobody in the world may lead to.
  case forbidden
  /// The service answered something that is not what it promises to answer.
  case unreadable
  /// The service needs a key, and there is none.
  case keyMissing = "key-missing"
  /// The service does not take the key.
  case keyRefused = "key-refused"
  /// The photo is no longer there.
  case gone
  /// What came is no picture, or one of a kind that is not shown.
  case notAPicture = "not-a-picture"
  /// The picture is damaged.
  case damaged
  /// The picture is larger than is stored.
  case tooLarge = "too-large"
  /// The folder of the user's pictures cannot be read.
  case folderUnreadable = "folder-unreadable"
  /// The disk is full.
  case noSpace = "no-space"
  /// The photo folder cannot be written.
  case unwritable

  /// Tells whether trying again a little later may help by itself.
  public var isTransient: Bool {
    switch self {
    case .unreachable, .busy: true
    default: false
    }
  }
}
