import Files
import GLibBridge
import TravelModel

/// Files of pictures, and why they cannot be read.
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

  /// Holds the bytes of a picture as a file.
  static func holding(_ bytes: Bytes) throws(PictureFailure) -> OpenFile {
    do throws(Failure) {
      return try bytes.withUnsafeBytes { bytes throws(Failure) in try OpenFile(holding: bytes) }
    } catch {
      throw .fileUnreadable
    }
  }
}
