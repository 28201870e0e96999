import CAdwaita
import CGLib
import GLibBridge
package import TouristSession
import TravelModel
import Widgets

/// The slideshow in the viewer: any move of the user's own pauses it, and leaving full screen ends it.
extension PhotoViewer {
  /// Shows the photos one after another from this one on; `returning` takes its end back to the
  /// album.
  package func startSlideshow(returning: Bool) {
    guard !slideshow.isOn, let photo, photo.state == .stored || nextStored != nil else { return }
    returnsFromSlideshow = returning
    canvas.zoom(to: canvas.geometry.fitScale, aroundX: 0, y: 0)
    gtk_widget_grab_focus(canvas.widget)
    if photo.state != .stored { _ = showNextStored() }
    slideshow.run()
    fullScreen.enter()
  }

  /// Goes on from the shown photo to some of each album on a tour; its end takes back to the map.
  package func startSlideshow(on tour: Tour) {
    self.tour = (tour, 1)
    startSlideshow(returning: true)
  }

  func toggleSlideshow() {
    slideshow.isOn ? endSlideshow() : startSlideshow(returning: false)
  }

  func endSlideshow() {
    guard slideshow.isOn else { return }
    slideshow.stop()
    controls.hideNote()
    fullScreen.leave()
    if returnsFromSlideshow { goBack() }
  }

  /// Pauses the slideshow or lets it go on; false where there is none.
  func toggleSlideshowPause() -> Bool {
    switch slideshow.state {
    case .off: return false
    case .running: slideshow.pause()
    case .paused:
      canvas.zoom(to: canvas.geometry.fitScale, aroundX: 0, y: 0)
      slideshow.run()
    }
    return true
  }

  func connectSlideshow() {
    slideshow.mustWait = { [weak self] in self?.menu.isOpen ?? false }
    slideshow.isLoading = { [weak self] in self?.pictures.progress == .fetching }
    slideshow.onNext = { [weak self] in self?.showNextStored() ?? false }
    slideshow.onPause = { [weak self] isPaused in
      isPaused ? self?.controls.showBriefly(tr("Paused")) : self?.controls.hideNote()
    }
    fullScreen.onLeave = { [weak self] in self?.endSlideshow() }
  }

  /// How far away the next photo is that has a picture; after the last comes the first.
  var nextStored: Int? {
    guard let position else { return nil }
    let photos = position.photos
    return (1..<max(1, photos.count)).map { (position.place + $0) % photos.count }
      .first { photos[$0].state == .stored }.map { $0 - position.place }
  }

  private func showNextStored() -> Bool {
    if let tour, tour.shown >= PhotoViewer.photosOfAlbum || (nextStored ?? 0) <= 0 {
      goOn(along: tour.way)
      return true
    }
    guard let distance = nextStored else { return false }
    tour?.shown += 1
    go(by: distance, from: 1)
    return true
  }

  /// How many photos a tour shows of each album: enough to know the place.
  private static let photosOfAlbum = 5

  private func goOn(along way: Tour) {
    Task { [weak self] in
      let album = await way.next()
      guard let self, tour?.way === way, slideshow.state == .running else { return }
      guard let album, let first = album.photos.first(where: { $0.state == .stored }),
        go(to: album, photo: first.id, from: 1)
      else { return endSlideshow() }
      tour?.shown = 1
    }
  }
}
