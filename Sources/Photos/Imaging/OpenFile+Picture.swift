import Files
import TravelModel

/// Opening files of pictures, and converting failures.
extension OpenFile {
  convenience init(picture path: String) throws(PictureFailure) {
    do throws(Failure) {
      try self.init(path)
    } catch {
      switch error {
      case .missing: throw .lost
      case .unreadable: throw .fileUnreadable
      case .otherKind: throw .notAPicture
      }
    }
  }
}
