import Glibc

/// Why something could not be written.
public enum DiskFailure: Error, Hashable, Sendable {
  /// The disk is full, or what the user may have of it.
  case noSpace
  /// It cannot be written there.
  case unwritable

  /// Recognises an error of the system's; nil where it is some other one.
  public init?(code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .noSpace
    case EACCES, EPERM, EROFS: self = .unwritable
    default: return nil
    }
  }

  /// Why the last call did not write what it was to write.
  public static var last: DiskFailure { DiskFailure(code: errno) ?? .unwritable }
}
