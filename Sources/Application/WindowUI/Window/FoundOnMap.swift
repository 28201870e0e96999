import GLibBridge
import MapWidget
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// What others have photographed, on the map while that is switched on.
final class FoundOnMap {
  private unowned let main: MainWindow
  private var observer: Observer?

  private var settings: Settings { main.context.settings }
  private var found: FoundPhotos { main.context.found }

  init(_ main: MainWindow) {
    self.main = main
    settings.addActions(of: .foundPhotos, to: main.window)
    settings.onChange(of: .foundPhotos) { [weak self] in
      self?.show()
      self?.explain()
    }
    settings.onChange(of: .askCommons) { [weak self] in self?.show() }
    show()
    observer = Observer(of: { [found] in found.failure }) { [weak main] failure in
      if let failure { main?.toaster.show(Words.sentence(for: failure)) }
    }
  }

  private func show() {
    guard settings[.foundPhotos], settings[.askCommons] else {
      main.mapPage.hideFound()
      return found.hide()
    }
    main.mapPage.showFound(found, main.thumbnails) { [weak self] in self?.view($0) }
  }

  /// Says why the user, who has just switched the photos on, sees none.
  private func explain() {
    guard settings[.foundPhotos] else { return }
    if !settings[.askCommons] {
      main.toaster.show(Words.sentence(for: SourceFailure.turnedOff))
    } else if main.mapPage.camera.view.zoom < FoundPhotos.leastZoom {
      main.toaster.show(tr("Zoom in to see photos of a place."))
    }
  }

  /// Shows a photo in the viewer.
  private func view(_ place: Pin.ID) {
    Task { [weak self, found] in
      let album = try? await found.album(of: place)
      guard let self, main.isMapShown, !main.isGone else { return }
      guard let album, let photo = album.photos.first, main.albums.showOverMap(photo.id, of: album)
      else { return main.toaster.show(Words.sentence(for: SourceFailure.gone)) }
    }
  }
}
