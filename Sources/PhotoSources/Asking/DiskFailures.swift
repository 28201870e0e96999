public import Files
public import Travels

extension PhotoFailure {
  /// Tells what could not be written.
  public init(_ failure: DiskFailure) {
    self =
      switch failure {
      case .noSpace: .noSpace
      case .unwritable: .unwritable
      }
  }
}
