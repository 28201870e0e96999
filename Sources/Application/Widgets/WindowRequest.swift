import GLibBridge
package import TravelModel
import TravelStore

/// A request to the window from any part of it.
package enum WindowRequest {
  case goBack
  case openAlbum(Pin.ID)
  /// Opens the dialog of a pin's details.
  case showDetails(Pin.ID)
  /// Asks to which trip a pin is added.
  case addToTrip(Pin.ID)
  /// Shows a photo of the open album large.
  case viewPhoto(Photo.ID)
  /// Shows the photos of the open album one after another, beginning with one.
  case playPhotos(Photo.ID)
  case makePostcard(Photo.ID)
  case showPlace(Coordinate)
  /// Shows the street at a place by its pictures, which the album of a pin can keep.
  case standAt(Coordinate, Pin.ID?)
  /// Drops a pin where a photo was taken, with which its album begins.
  case dropPin(PhotoDetails)
  /// Shows a named place on the map, where a pin may be dropped.
  case markPlace(name: String, kind: String, PlaceRequest)
  /// Shows a message that needs no answer.
  case showMessage(String)
  /// Shows that a file or folder was made, and offers to open it.
  case showMadeFile(sentence: String, path: String)
  case openPage(address: String)
  /// Opens a place in another program.
  case openElsewhere(Coordinate)
  case exportPins([Pin.ID])
  case exportTrip(Trip.ID)
}

extension ObjectPointer {
  /// Makes a window perform the requests of its widgets.
  package func onRequest(_ perform: @escaping (WindowRequest) -> Void) {
    attach(Requests(perform), to: self)
  }

  package func ask(_ request: WindowRequest) {
    if let window { companion(of: window.raw, as: Requests.self)?.value(request) }
  }

  /// Says, when a photo becomes a favourite for the first time, what that is for.
  package func explainFavorites(onceIn settings: Settings) {
    guard !settings[.favoriteExplained] else { return }
    settings[.favoriteExplained] = true
    ask(.showMessage(tr("Kept through New Collection")))
  }

  /// Runs a change of the library; the window shows a failure.
  @discardableResult
  package func changeLibrary(_ change: @escaping () async throws -> Void) -> Task<Void, Never> {
    let kept = Ref(retaining: widget)
    return Task {
      do {
        try await change()
      } catch StoreError.gone {
        // An earlier press has removed it already.
      } catch let error as StoreError {
        kept.pointer.ask(.showMessage(Words.sentence(for: error)))
      } catch {
        debugLog("a change of the library failed: \(error)")
      }
    }
  }
}

private typealias Requests = Box<(WindowRequest) -> Void>
