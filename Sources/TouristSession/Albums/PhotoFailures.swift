import Files
import TravelModel

extension PhotoFailure {
  /// Converts an error of a download or of the disk; nil for any other.
  init?(_ error: any Error) {
    switch error {
    case let failure as PhotoFailure: self = failure
    case DiskFailure.noSpace: self = .noSpace
    case is DiskFailure: self = .unwritable
    default: return nil
    }
  }
}
