import CAdwaita
import CGLib
import GLibBridge
package import TouristSession
import TravelModel
import Widgets

/// The slideshow in the viewer: any move of the user's own pauses it, and leaving full screen ends it.
extension PhotoViewer {
  /// Shows the photos one after another from this one on; `returning` takes its end back to
  /// where it was begun.
  package func startSlideshow(returning: Bool) {
    guard !slideshow.isOn, let photo, photo.state == .stored || nextStored != nil else { return }
    returnsFromSlideshow = returning
    canvas.zoom(to: canvas.geometry.fitScale, aroundX: 0, y: 0)
    gtk_widget_grab_focus(canvas.widget)
    if photo.state != .stored { _ = showNextStored() }
    slideshow.run()
    placeFilmstrip()
    fullScreen.enter()
  }

  /// Goes on from the shown photo to some of each album on a tour; its end takes back to the map.
  package func startSlideshow(on tour: Tour) {
    let place = TourPlace(way: tour)
    self.tour = place
    startSlideshow(returning: true)
    if isAtEnd(of: place) { findNext(of: place) }
  }

  func toggleSlideshow() {
    slideshow.isOn ? endSlideshow() : startSlideshow(returning: false)
  }

  func endSlideshow() {
    guard slideshow.isOn else { return }
    slideshow.stop()
    placeFilmstrip()
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
    if let tour, isAtEnd(of: tour) {
      goOn(along: tour)
      return true
    }
    guard let distance = nextStored else { return false }
    tour?.shown += 1
    go(by: distance, from: 1)
    if let tour, isAtEnd(of: tour) { findNext(of: tour) }
    return true
  }
}

/// How far a slideshow has come through all albums.
struct TourPlace {
  let way: Tour
  /// How many photos of the album have been shown.
  var shown = 1
  /// The album that comes next, once it is found.
  var next: Task<AlbumModel?, Never>?

  /// How many photos are shown of each album: enough to know the place.
  static let photosOfAlbum = 5
}

extension PhotoViewer {
  private func isAtEnd(of tour: TourPlace) -> Bool {
    tour.shown >= TourPlace.photosOfAlbum || (nextStored ?? 0) <= 0
  }

  /// Finds the next album while the last photo of this one is shown, and decodes its first photo.
  private func findNext(of tour: TourPlace) {
    guard tour.next == nil else { return }
    self.tour?.next = Task { [pictures] in
      let album = await tour.way.next()
      if let first = album?.firstStored { pictures.prepare(next: first) }
      return album
    }
  }

  private func goOn(along tour: TourPlace) {
    findNext(of: tour)
    let (next, last) = (self.tour?.next, photo?.id)
    Task { [weak self] in
      let album = await next?.value
      // The user may have turned to another photo meanwhile.
      guard let self, self.tour?.way === tour.way, slideshow.isOn, photo?.id == last else { return }
      guard let album, let first = album.firstStored else { return endSlideshow() }
      let isSame = album === position?.album
      tour.way.arrive()
      self.tour = TourPlace(way: tour.way)
      if isSame {
        // The only place goes on with its other photos.
        guard let distance = nextStored else { return slideshow.photoShown() }
        go(by: distance, from: 1)
      } else if !go(to: album, photo: first.id, from: 1) {
        return endSlideshow()
      }
      if let tour = self.tour, isAtEnd(of: tour) { findNext(of: tour) }
    }
  }
}
