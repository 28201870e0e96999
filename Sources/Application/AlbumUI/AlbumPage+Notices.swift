import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// What is said above the photos of an album, and what can be done about it.
extension AlbumPage {
  func showNotices() {
    keepFocus {
      notices.replace([.album, .failedPhotos, .gonePhotos, .fallback], with: currentNotices)
    }
  }

  private var currentNotices: [Notice] {
    // An empty album shows its trouble in the middle of the page.
    guard let album, album.tally.all > 0, album.takesNewCollection else { return [] }
    let again = (
      album.remedy(with: flickrKey).label,
      { [weak self] in
        if let self { retry() }
      }
    )
    var found: [Notice] = []
    if let trouble = album.trouble {
      found.append(
        Notice(
          id: .album, text: Words.newCollectionFailed(because: trouble, key: flickrKey),
          remedy: trouble == .nothingElse ? nil : again))
    }
    if album.tally.failed > 0, album.trouble == nil {
      let failed = album.photos.filter { $0.state == .failed }
      let gone = failed.filter(\.isGone)
      if gone.count < failed.count {
        found.append(
          Notice(
            id: .failedPhotos,
            text: Words.failedPhotos(failed.count - gone.count, because: failed.commonFailure),
            remedy: again))
      }
      if !gone.isEmpty {
        let removal = (tr("Remove"), { [weak self] () -> Void in self?.remove(gone) })
        found.append(
          Notice(id: .gonePhotos, text: Words.gonePhotos(gone.count), remedy: removal))
      }
    }
    if let failure = album.info?.fallbackReason {
      found.append(Notice(id: .fallback, text: Words.fallback(because: failure), remedy: again))
    } else if album.info?.hasBegunAgain == true {
      found.append(Notice(id: .fallback, text: Words.allPhotosSeen))
    }
    return found
  }
}

extension [Photo] {
  /// The failure of all photos that are not gone for good, if it is the same.
  fileprivate var commonFailure: PhotoFailure? {
    let failures = Set(lazy.filter { !$0.isGone }.map(\.failure))
    return failures.count == 1 ? failures.first ?? nil : nil
  }
}
