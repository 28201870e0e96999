import CAdwaita
import GLibBridge
package import TouristSession
import TravelModel
import Widgets

/// Shows the photos of an album one after another in full screen, each slowly growing, or turning if
/// it is a panorama.
///
/// Input of the user pauses it, and leaving full screen ends it.
package final class Slideshow {
  private unowned let viewer: PhotoViewer
  private let canvas: PictureCanvas
  private let layout: Layout
  private var state = State.off
  /// Whether its end leads back to where it was started.
  private var isReturning = false
  private var tour: TourPlace?
  private var clock: ScheduledCall?
  /// How often the photo's time was extended because it was still loading.
  private var delays = 0
  private var approach: Animation?
  private var inhibitor: IdleInhibitor?

  private enum State { case off, running, paused }

  /// A slideshow's position on a tour of albums.
  private struct TourPlace {
    let way: Tour
    /// How many photos of the album have been shown.
    var shown = 1
    /// The task that finds the next album.
    var next: Task<AlbumModel?, Never>?
  }

  /// How many photos are shown of each album on a tour: enough to know the place.
  private static let photosOfAlbum = 5
  /// How long a photo is shown, in milliseconds.
  private static let interval: UInt32 = 5000
  private static let mostDelays = 3
  /// How much a photo grows in its time, as a share of its size.
  private static let growth = 0.08
  /// How far a panorama turns in its time, in degrees.
  private static let panoramaTurn = 30.0
  /// The greatest growth of a photo that stays longer.
  private static let greatestGrowth = 1.16

  init(in viewer: PhotoViewer, _ layout: Layout) {
    (self.viewer, self.layout) = (viewer, layout)
    canvas = viewer.canvas
    showCaption(false)
  }

  var isOn: Bool { state != .off }

  /// Starts with the shown photo; if `returning`, the end leads back to where it was started.
  package func start(returning: Bool) {
    guard !isOn, let photo = viewer.photo, photo.state == .stored || nextStored != nil else {
      return
    }
    isReturning = returning
    viewer.isComparing = false
    canvas.showWhole()
    gtk_widget_grab_focus(canvas.widget)
    if photo.state != .stored { _ = showNext() }
    run()
    viewer.placeFilmstrip()
    viewer.fullScreen.enter()
  }

  /// Continues from the shown photo to some of each album on a tour.
  package func start(on tour: Tour) {
    self.tour = TourPlace(way: tour)
    start(returning: true)
    findNextAtEnd()
  }

  func toggle() { isOn ? end() : start(returning: false) }

  func end() {
    guard isOn else { return }
    stop()
    viewer.placeFilmstrip()
    viewer.controls.hideNote()
    viewer.fullScreen.leave()
    if isReturning { viewer.goBack() }
  }

  /// Ends the slideshow when the viewer is hidden.
  func abandon() {
    stop()
    tour?.way.end()
    tour = nil
  }

  /// Pauses at the shown photo.
  func pause() {
    guard state == .running else { return }
    state = .paused
    halt()
    viewer.controls.showBriefly(trc("slideshow", "Paused"))
  }

  /// Pauses or continues; false if there is no slideshow.
  func togglePause() -> Bool {
    switch state {
    case .off: return false
    case .running: pause()
    case .paused:
      canvas.showWhole()
      run()
      viewer.controls.hideNote()
    }
    return true
  }

  /// Sets the caption of the photos: their place, and the credit of the present one.
  func caption(_ place: String, _ credit: String) {
    gtk_label_set_text(layout["caption-place"].cast(), place)
    gtk_label_set_text(layout["caption-credit"].cast(), credit)
    gtk_widget_set_visible(layout["caption-credit"], (!credit.isEmpty).gboolean)
  }

  /// Continues after the viewer has shown another photo.
  func photoShown() {
    approach?.stop()
    canvas.growth = 1
    delays = 0
    if state == .running { giveTime() }
  }

  /// The distance to the next photo that has a picture, counted past the end.
  var nextStored: Int? {
    guard let position = viewer.position else { return nil }
    let photos = position.photos
    return (1..<max(1, photos.count)).map { (position.place + $0) % photos.count }
      .first { photos[$0].state == .stored }.map { $0 - position.place }
  }
}

extension Slideshow {
  /// Starts or continues with the shown photo.
  private func run() {
    state = .running
    // No input keeps the screen on during a slideshow.
    inhibitor = canvas.widget.window.map { IdleInhibitor(over: $0, reason: tr("Slideshow")) }
    showCaption(true)
    giveTime()
  }

  private func stop() {
    guard isOn else { return }
    state = .off
    halt()
    canvas.growth = 1
    showCaption(false)
  }

  private func halt() {
    clock?.cancel()
    approach?.stop()
    inhibitor?.end()
    inhibitor = nil
  }

  /// Starts the time of the photo anew.
  private func giveTime() {
    clock?.cancel()
    approach?.stop()
    clock = MainLoop.after(milliseconds: Slideshow.interval) { [weak self] in self?.turn() }
    guard adw_get_enable_animations(canvas.widget) != 0 else { return }
    let beginning = canvas.growth
    let way = max(0, min(Slideshow.growth, Slideshow.greatestGrowth - beginning))
    guard way > 0 || canvas.panorama != nil else { return }
    var last = 0.0
    approach = Animation(
      on: canvas.widget, milliseconds: Slideshow.interval, easing: ADW_LINEAR
    ) { [weak canvas] value in
      canvas?.growth = beginning + value * way
      canvas?.panorama?.turn(right: (value - last) * Slideshow.panoramaTurn)
      last = value
    }
  }

  private func turn() {
    // A photo stays a little longer while a better version of it is loading.
    if viewer.pictures.progress == .fetching, delays < Slideshow.mostDelays {
      delays += 1
      return giveTime()
    }
    if viewer.menu.isOpen || !showNext() { giveTime() }
  }

  /// Shows the next photo that has a picture; false if there is none.
  private func showNext() -> Bool {
    if isAtEndOfAlbum {
      continueTour()
      return true
    }
    guard let distance = nextStored else { return false }
    tour?.shown += 1
    viewer.go(by: distance, from: 1)
    findNextAtEnd()
    return true
  }

  private func showCaption(_ isShown: Bool) {
    gtk_widget_set_visible(layout["caption"], isShown.gboolean)
    layout["caption"].setAccessibleHidden(!isShown)
  }

  /// Whether a tour should move to another album.
  private var isAtEndOfAlbum: Bool {
    guard let tour else { return false }
    return tour.shown >= Slideshow.photosOfAlbum || (nextStored ?? 0) <= 0
  }

  /// Finds the next album while the last photo of this one is shown, and decodes its first photo.
  private func findNextAtEnd() {
    guard isAtEndOfAlbum, let tour, tour.next == nil else { return }
    self.tour?.next = Task { [pictures = viewer.pictures] in
      let album = await tour.way.next()
      if let first = album?.firstStored { pictures.prepare(next: first) }
      return album
    }
  }

  private func continueTour() {
    findNextAtEnd()
    guard let tour else { return }
    let last = viewer.photo?.id
    Task { [weak self] in
      let album = await tour.next?.value
      // The user may have turned to another photo meanwhile.
      guard let self, self.tour?.way === tour.way, isOn, viewer.photo?.id == last else { return }
      guard let album, let first = album.firstStored else { return end() }
      let isSame = album === viewer.position?.album
      tour.way.arrive()
      self.tour = TourPlace(way: tour.way)
      if isSame {
        // A tour with only one album continues with its other photos.
        guard let distance = nextStored else { return photoShown() }
        viewer.go(by: distance, from: 1)
      } else if !viewer.go(to: album, photo: first.id, from: 1) {
        return end()
      }
      findNextAtEnd()
    }
  }
}
