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
    adw_leaflet_append(leaflet.cast(), viewer.widget)
    return viewer
  }

  func view(_ photo: Photo.ID) {
    guard let album = albumPage.album else { return }
    let viewer = self.viewer ?? makeViewer()
    self.viewer = viewer
    guard viewer.show(album, photo: photo) else { return }
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
