import CAdwaita
import CGLib
import GLibBridge
import Tourist
import Travels

/// The albums in the window: how they are opened, filled, and undone.
extension MainWindow {
  /// Makes the page that shows an album.
  func makeAlbumPage() -> AlbumPage {
    let page = AlbumPage(context: context, thumbnails: thumbnails, material: material)
    page.onBack = { [weak self] in self?.goBack() }
    page.onRemovePin = { [weak self] in self?.remove($0) }
    page.onRemoved = { [weak self] in self?.offerUndo(in: $0) }
    page.onShowOnMap = { [weak self] in
      self?.showMap()
      self?.mapPage.show(PlaceRequest(coordinate: $0.coordinate))
    }
    page.onOpenPage = { [weak self] in self?.open(page: $0) }
    page.onView = { [weak self] in self?.view($1, of: $0) }
    adw_leaflet_append(leaflet.cast(), page.widget)
    return page
  }

  /// Shows the album of a pin.
  func openAlbum(of id: Pin.ID) {
    guard let pin = session.map.pins[id] else { return }
    shownPin = id
    hasAlbumPages = true
    albumPage.show(pin)
    adw_leaflet_set_visible_child(leaflet.cast(), albumPage.widget)
  }

  /// Makes the page that shows one photo large.
  func makeViewer() -> PhotoViewer {
    let viewer = PhotoViewer(
      tools: context.viewer, file: { [albums = session.albums] in albums.file(of: $0) },
      retry: { [albums = session.albums] in albums.retry([$0.id], of: $1) })
    viewer.onUnreadable = { [albums = session.albums] in albums.lookInto($0, of: $1) }
    viewer.onBack = { [weak self] in
      guard let self else { return }
      adw_leaflet_set_visible_child(leaflet.cast(), albumPage.widget)
    }
    viewer.onRemove = { [weak self] in self?.albumPage.remove([$0]) }
    viewer.onUndo = { [weak self] album in
      self?.session.albums.undoRemoval(in: album) { [weak self] in self?.offerUndo(in: album) }
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
    // A swipe means the neighbour photo there.
    adw_leaflet_set_can_navigate_back(leaflet.cast(), 0)
    adw_leaflet_set_visible_child(leaflet.cast(), viewer.widget)
  }

  /// Lets go of what the pages that do not show have held, once another one shows.
  func letGoOfHiddenPages() {
    let shown = adw_leaflet_get_visible_child(leaflet.cast())
    if let viewer, let photo = viewer.photo, shown != viewer.widget {
      viewer.hide()
      adw_leaflet_set_can_navigate_back(leaflet.cast(), 1)
      if shown == albumPage.widget { albumPage.takeFocus(at: photo) }
    }
    if !isAlbumOpen { albumPage.leave() }
    // The offer stays as long as it holds, wherever one goes, and covers no button there.
    if let album = removalToast?.album { offerUndo(in: album) }
  }

  /// Offers to bring back what was taken out of an album, the last first.
  func offerUndo(in album: AlbumModel) {
    let (earlier, other) = (removalToast?.toast, removalToast?.album)
    removalToast = nil
    if let earlier { toaster.dismiss(earlier) }
    // Only the album of the last removal can be undone.
    if let other, other !== album { session.albums.forgetRemoved(in: other) }
    guard !album.removed.isEmpty else { return }
    let toast = MainWindow.makeToast(Words.removed(album.removed))
    adw_toast_set_button_label(toast, tr("Undo"))
    adw_toast_set_timeout(toast, MainWindow.undoSeconds)
    let held = Ref(adopting: toast)
    removalToast = (held, album)
    toast.on("button-clicked") { [weak self] in
      guard let self else { return }
      // The toast goes with the press: what is left to undo gets another one.
      removalToast = nil
      session.albums.undoRemoval(in: album) { [weak self] in self?.offerUndo(in: album) }
    }
    toast.on("dismissed") { [weak self] in
      guard let self, removalToast?.toast.pointer == toast else { return }
      removalToast = nil
      session.albums.forgetRemoved(in: album)
    }
    toaster.show(held)
  }

  /// How long photos and pins can be brought back: long enough to see that it was the wrong one.
  static let undoSeconds: guint = 10
}
