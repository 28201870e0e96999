import Files
import Travels

extension PhotoFailure {
  /// What a photo fails of, where an error is one of a photo or of the disk that it was to come to.
  init?(_ error: any Error) {
    switch error {
    case let failure as PhotoFailure: self = failure
    case DiskFailure.noSpace: self = .noSpace
    case is DiskFailure: self = .unwritable
    default: return nil
    }
  }
}
