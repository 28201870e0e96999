import Files
import TravelModel

extension OpenFile {
  /// Opens a file of a picture, and converts failures.
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

  /// The kind of picture that the file begins like; nil if it is none.
  var pictureKind: PictureKind? { PictureKind(beginning: bytes(at: 0, count: 16)) }
}
