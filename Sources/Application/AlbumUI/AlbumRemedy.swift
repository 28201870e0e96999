import GLibBridge
import TouristSession
import TravelModel

/// What the user can do when photos are missing.
enum AlbumRemedy: Equatable {
  case tryAgain
  /// Enter another Flickr key, because the present one failed or there is none.
  case enterKey(SourceFailure)
  /// Choose another folder of own pictures.
  case chooseFolder

  /// The label of its button.
  var label: String {
    switch self {
    case .tryAgain: tr("Try Again")
    case .enterKey: tr("Enter Key…")
    case .chooseFolder: tr("Choose Folder…")
    }
  }
}

extension AlbumModel {
  /// The remedy for the album's trouble, or for photos that failed.
  func remedy(with key: FlickrKey) -> AlbumRemedy {
    switch trouble {
    // A key from the environment can only be changed there.
    case .search(let failure) where failure == .keyMissing || failure == .keyRefused:
      key.state == .fromEnvironment ? .tryAgain : .enterKey(failure)
    case .search(.folderUnreadable): .chooseFolder
    default: .tryAgain
    }
  }
}
