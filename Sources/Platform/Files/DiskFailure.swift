import Glibc

/// Why something could not be written to the disk.
public enum DiskFailure: Error, Hashable, Sendable {
  /// The disk or the user's quota is full.
  case noSpace
  /// The folder cannot be written.
  case unwritable

  /// Converts an `errno`; nil for other kinds of errors.
  public init?(code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .noSpace
    case EACCES, EPERM, EROFS: self = .unwritable
    default: return nil
    }
  }

  /// The failure of the last call, from `errno`.
  public static var last: DiskFailure { DiskFailure(code: errno) ?? .unwritable }
}
