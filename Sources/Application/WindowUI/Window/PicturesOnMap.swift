import GLibBridge
import PinsUI
import TouristSession
import TravelModel
import Widgets

/// The user's own pictures on the map, while that is switched on.
final class PicturesOnMap {
  private unowned let main: MainWindow
  /// Whether the user has just switched the pictures on, and waits for them.
  private var isAwaited = false
  private var observer: Observer?

  private var settings: Settings { main.context.settings }
  private var pictures: PictureMap { main.context.pictures }

  init(_ main: MainWindow) {
    self.main = main
    settings.addActions(of: .pictures, to: main.window)
    settings.onChange(of: .pictures) { [weak self] in
      guard let self else { return }
      show()
      isAwaited = settings[.pictures]
    }
    settings.onChange(of: .picturesFolder) { [weak self] in self?.show() }
    show()
    observer = Observer { [weak self] in self?.follow() }
  }

  private func show() {
    guard settings[.pictures] else {
      main.mapPage.hidePictures()
      return pictures.hide()
    }
    pictures.show()
    main.mapPage.showPictures(of: pictures, main.thumbnails) { [weak self] in self?.view($0) }
  }

  /// Reports the result of reading the pictures.
  private func follow() {
    let state = pictures.state
    main.notices.remove(.pictures)
    switch state {
    case .hidden, .reading: break
    case .shown(let count):
      if isAwaited {
        main.toaster.show(
          count == 0
            ? tr("None of your pictures says where it was taken.")
            : tr("{count} picture on the map", plural: "{count} pictures on the map", count: count))
      }
      isAwaited = false
    case .failed(let failure):
      main.notices.add(
        Notice(
          id: .pictures, text: Words.sentence(for: failure),
          remedy: (tr("Try Again"), { [pictures] in pictures.show() })))
    }
  }

  /// Shows pictures in the viewer, the first one first.
  private func view(_ places: [Pin]) {
    Task { [weak self, pictures] in
      let album = try? await pictures.album(of: places)
      guard let self, main.isMapShown, !main.isGone else { return }
      guard let album, let photo = album.photos.first, main.albums.showOverMap(photo.id, of: album)
      else { return main.toaster.show(Words.sentence(for: SourceFailure.gone)) }
    }
  }
}
