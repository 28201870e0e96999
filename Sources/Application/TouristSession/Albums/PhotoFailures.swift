import Files
public import TravelModel
import TravelStore

extension SourceFailure {
  /// Converts any error of a search; nil for a cancellation and for errors of the library.
  init?(_ error: any Error) {
    switch error {
    case let failure as SourceFailure: self = failure
    case is CancellationError, is StoreError: return nil
    default: self = .unreadable
    }
  }
}

extension PhotoFailure {
  /// Converts any error of a source, a picture or the disk; nil for a cancellation and for errors
  /// of the library.
  public init?(_ error: any Error) {
    switch error {
    case let failure as PhotoFailure: self = failure
    case let failure as PictureFailure: self = .picture(failure)
    case DiskFailure.noSpace: self = .noSpace
    case is DiskFailure: self = .unwritable
    default:
      guard let failure = SourceFailure(error) else { return nil }
      self = .source(failure)
    }
  }
}
