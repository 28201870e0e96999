import Files
public import TravelModel
import TravelStore

extension PhotoFailure {
  /// Converts an error of a source or of the disk, also one that nobody expects; nil for a cancellation
  /// and for those of the library.
  public init?(_ error: any Error) {
    switch error {
    case let failure as PhotoFailure: self = failure
    case DiskFailure.noSpace: self = .noSpace
    case is DiskFailure: self = .unwritable
    case is CancellationError, is StoreError: return nil
    default: self = .unreadable
    }
  }
}
