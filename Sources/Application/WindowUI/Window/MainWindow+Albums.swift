import AlbumUI
import CGLib
import ExportUI
import GLibBridge
import PinListUI
import PinsUI
import TouristSession
import TravelModel
import ViewerUI
import Widgets

/// The album page and the viewer in the window.
extension MainWindow {
  func addAlbumActions() {
    window.addAction(.openAlbum) { [weak self] in
      if let number = Int64($0) { self?.openAlbum(of: Pin.ID(number)) }
    }
    window.addAction(.viewPhoto) { [weak self] in
      if let number = Int64($0) { self?.view(Photo.ID(number)) }
    }
    window.addAction(.playPhotos) { [weak self] in
      if let number = Int64($0) { self?.play(from: Photo.ID(number)) }
    }
    window.addAction(.makePostcard) { [weak self] in
      if let number = Int64($0) { self?.makePostcard(of: Photo.ID(number)) }
    }
    window.addAction(.playAll) { [weak self] _ in self?.playAll() }
  }

  func makeAlbumPage() -> AlbumPage {
    let page = AlbumPage(
      session: session, settings: context.settings, flickrKey: context.flickrKey,
      thumbnails: thumbnails, material: material, breakpoints: breakpoints)
    pageStack.add(page.widget, title: tr("Album"))
    return page
  }

  func openAlbum(of id: Pin.ID) {
    guard let pin = session.map.pins[id] else { return }
    shownPin = id
    hasAlbumPages = true
    // First the page: one that is still on its way out comes back without the focus.
    pageStack.show(albumPage.widget)
    albumPage.show(pin)
  }

  func makeViewer() -> PhotoViewer {
    let viewer = PhotoViewer(
      session: session, settings: context.settings, decoder: context.decoder,
      thumbnails: thumbnails, largeImages: context.largeImages, breakpoints: breakpoints)
    // In the viewer, a swipe turns to the next photo.
    pageStack.add(viewer.widget, title: tr("Photo"), isLeftBySwipe: false)
    return viewer
  }

  func view(_ photo: Photo.ID) {
    if let album = albumPage.album { _ = show(photo, of: album) }
  }

  private func show(_ photo: Photo.ID, of album: AlbumModel) -> Bool {
    let viewer = self.viewer ?? makeViewer()
    self.viewer = viewer
    guard viewer.show(album, photo: photo) else { return false }
    pageStack.show(viewer.widget)
    return true
  }

  /// Makes a postcard of a photo of the album that is open.
  func makePostcard(of id: Photo.ID) {
    guard let album = viewer?.album ?? albumPage.album,
      let photo = album.photos.first(where: { $0.id == id }),
      let file = album.ownFiles[id] ?? session.albums.file(of: photo)
    else { return }
    let pin = session.map.pins[album.pin.id] ?? album.pin
    // A picture of the user's own may be of no pin, and then it says itself where it is.
    let place = album.isInLibrary ? pin.coordinate : photo.details.coordinate ?? pin.coordinate
    postcards.make(
      of: photo, file, at: place, titled: album.isInLibrary ? pin.title : nil)
  }

  /// Shows the photos of the album one after another.
  func play(from photo: Photo.ID) {
    view(photo)
    viewer?.startSlideshow(returning: true)
  }

  /// Shows photos of all pins one after another.
  func playAll() {
    guard isMapShown, session.map.isConnected else { return }
    let tour = Tour(of: session)
    Task { [weak self] in
      let album = await tour.next()
      guard let self, isMapShown, !isGone else { return tour.end() }
      guard let album, let photo = album.firstStored else {
        tour.end()
        return toast(tr("There are no photos yet."))
      }
      guard showOverMap(photo.id, of: album) else { return tour.end() }
      tour.arrive()
      viewer?.startSlideshow(on: tour)
    }
  }

  /// Shows a photo of an album whose page was not opened.
  func showOverMap(_ photo: Photo.ID, of album: AlbumModel) -> Bool {
    hasAlbumPages = true
    // It lies beneath the viewer, also where it shows nothing.
    _ = albumPage
    return show(photo, of: album)
  }

  /// Releases what hidden pages hold, after a change of the page.
  func releaseHiddenPages() {
    let shown = pageStack.shown
    if let viewer, let photo = viewer.photo, shown != viewer.widget {
      shownPin = photo.pin
      viewer.hide()
      if shown == albumPage.widget { albumPage.takeFocus(at: photo) }
    }
    if !isAlbumOpen {
      albumPage.leave()
      mapPage.pinLayer.forgetPictures()
      places.forgetCovers()
    }
  }
}
