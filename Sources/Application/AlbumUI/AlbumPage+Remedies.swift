import CAdwaita
import GLibBridge
import TouristSession
import TravelModel
import Widgets

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
    guard case .search(let failure) = trouble else { return .tryAgain }
    switch failure {
    case .keyMissing, .keyRefused:
      // The user must change one from the environment there.
      return key.state == .fromEnvironment ? .tryAgain : .enterKey(failure)
    case .folderUnreadable: return .chooseFolder
    default: return .tryAgain
    }
  }
}

extension AlbumPage {
  /// Retries what failed, after asking for what is missing.
  func retry() {
    guard let album else { return }
    switch album.remedy(with: flickrKey) {
    case .tryAgain: session.albums.retry(album)
    case .enterKey(let failure):
      FlickrKeyDialog.show(over: widget, key: flickrKey, because: failure) { [weak self] in
        self?.session.albums.retry(album)
      }
    case .chooseFolder:
      Task { [weak self, session, widget, settings] in
        guard await PicturesFolder.choose(over: widget, in: settings), self?.album === album else {
          return
        }
        session.albums.retry(album)
      }
    }
  }
}
