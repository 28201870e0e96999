import GLibBridge
import TouristSession
import TravelModel

/// What can be done where photos could not be had.
enum AlbumRemedy: Equatable {
  case tryAgain
  /// Another Flickr key; the present one has failed, or there is none.
  case enterKey(SourceFailure)
  /// Another folder of the user's own pictures.
  case chooseFolder

  /// What a button says that does it.
  var label: String {
    switch self {
    case .tryAgain: tr("Try Again")
    case .enterKey: tr("Enter Key…")
    case .chooseFolder: tr("Choose Folder…")
    }
  }
}

extension AlbumModel {
  /// What helps against its trouble, or against photos that failed.
  func remedy(with key: FlickrKey) -> AlbumRemedy {
    switch trouble {
    // The user must change a key from the environment there.
    case .search(let failure) where failure == .keyMissing || failure == .keyRefused:
      key.state == .fromEnvironment ? .tryAgain : .enterKey(failure)
    case .search(.folderUnreadable): .chooseFolder
    default: .tryAgain
    }
  }
}
