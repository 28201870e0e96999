import AlbumUI
import CAdwaita
import CGLib
import GLibBridge
import MapUI
import TouristSession
import TravelModel

/// The album page and the viewer in the window.
extension MainWindow {
  func makeAlbumPage() -> AlbumPage {
    let page = AlbumPage(
      session: session, settings: context.settings, flickrKey: context.flickrKey,
      thumbnails: thumbnails, material: material)
    page.onBack = { [weak self] in self?.goBack() }
    page.onRemovePin = { [weak self] in self?.remove($0) }
    page.onRestoreRemoved = { [weak self] in self?.undoRemovals(from: $0) }
    page.onShowOnMap = { [weak self] in
      self?.showMap()
      self?.mapPage.show(PlaceRequest(coordinate: $0.coordinate))
    }
    page.onOpenPage = { [weak self] in self?.open(page: $0) }
    page.onView = { [weak self] in self?.view($1, of: $0) }
    adw_leaflet_append(leaflet.cast(), page.widget)
    return page
  }

  func openAlbum(of id: Pin.ID) {
    guard let pin = session.map.pins[id] else { return }
    shownPin = id
    hasAlbumPages = true
    albumPage.show(pin)
    adw_leaflet_set_visible_child(leaflet.cast(), albumPage.widget)
  }

  func makeViewer() -> PhotoViewer {
    let viewer = PhotoViewer(
      session: session, decoder: context.decoder, largeImages: context.largeImages)
    viewer.onBack = { [weak self] in
      guard let self else { return }
      adw_leaflet_set_visible_child(leaflet.cast(), albumPage.widget)
    }
    viewer.onShowOnMap = { [weak self] photo in
      guard let self, let place = photo.details.coordinate else { return }
      showMap()
      mapPage.show(PlaceRequest(coordinate: place))
    }
    viewer.onOpenPage = { [weak self] in self?.open(page: $0) }
    viewer.onMessage = { [weak self] in self?.toast($0) }
    adw_leaflet_append(leaflet.cast(), viewer.widget)
    return viewer
  }

  private func view(_ photo: Photo, of album: AlbumModel) {
    let viewer = self.viewer ?? makeViewer()
    self.viewer = viewer
    viewer.show(album, photo: photo.id)
    // In the viewer, a swipe turns to the next photo.
    adw_leaflet_set_can_navigate_back(leaflet.cast(), 0)
    adw_leaflet_set_visible_child(leaflet.cast(), viewer.widget)
  }

  /// Releases what hidden pages hold, after a change of the page.
  func releaseHiddenPages() {
    let shown = adw_leaflet_get_visible_child(leaflet.cast())
    if let viewer, let photo = viewer.photo, shown != viewer.widget {
      viewer.hide()
      adw_leaflet_set_can_navigate_back(leaflet.cast(), 1)
      if shown == albumPage.widget { albumPage.takeFocus(at: photo) }
    }
    if !isAlbumOpen { albumPage.leave() }
    // The undo toast moves to the new page's overlay, where it covers no button.
    offerUndo()
  }
}
