import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// What is said above the photos of an album, and what can be done about it.
struct AlbumNotices {
  let bar: NoticeBar
  let actions: AlbumActions
  let flickrKey: FlickrKey

  func show(_ album: AlbumModel) {
    bar.replace([.album, .failedPhotos, .gonePhotos, .fallback], with: notices(of: album))
  }

  private func notices(of album: AlbumModel) -> [Notice] {
    // An empty album shows its trouble in the middle of the page.
    guard album.tally.all > 0, album.takesNewCollection else { return [] }
    let again = (
      album.remedy(with: flickrKey).label, { [weak actions] () -> Void in actions?.retry() }
    )
    var found: [Notice] = []
    if let trouble = album.trouble {
      found.append(
        Notice(
          id: .album, text: Words.newCollectionFailed(because: trouble, key: flickrKey),
          remedy: trouble == .nothingElse ? nil : again))
    }
    if album.tally.failed > 0, album.trouble == nil {
      let failed = album.photos.filter { $0.state == .failed && !$0.isGone }
      let gone = album.photos.filter(\.isGone)
      if !failed.isEmpty {
        let failures = Set(failed.map(\.failure))
        found.append(
          Notice(
            id: .failedPhotos,
            text: Words.failedPhotos(
              failed.count, because: failures.count == 1 ? failed[0].failure : nil),
            remedy: again))
      }
      if !gone.isEmpty {
        let removal = (tr("Remove"), { [weak actions] () -> Void in actions?.remove(gone) })
        found.append(
          Notice(id: .gonePhotos, text: Words.gonePhotos(gone.count), remedy: removal))
      }
    }
    if let failure = album.info?.fallbackReason {
      found.append(Notice(id: .fallback, text: Words.fallback(because: failure), remedy: again))
    } else if album.info?.hasBegunAgain == true {
      found.append(
        Notice(
          id: .fallback,
          text: tr("You have seen all photos of this place, so they are shown again.")))
    }
    return found
  }
}

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
