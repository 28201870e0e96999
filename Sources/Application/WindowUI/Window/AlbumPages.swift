import AlbumUI
import ExportUI
import GLibBridge
import TouristSession
import TravelModel
import ViewerUI
import Widgets

/// The pages over the map: an album, one of its photos, and the street.
///
/// They are made when first shown, so that the map appears as early as possible.
final class AlbumPages {
  /// The pin whose album was opened last.
  private(set) var shownPin: Pin.ID?

  private unowned let main: MainWindow
  private var page: AlbumPage?
  private var viewer: PhotoViewer?
  private var street: StreetPage?
  /// The page from which one has come to the street; nil while that is not shown.
  private var pageBeforeStreet: Widget?
  private var postcards: PostcardMaker?
  /// Empties the pages that slide out.
  private var release: () -> Void = {}

  private var session: Session { main.session }

  init(_ main: MainWindow) { self.main = main }

  /// The pin whose album, or a photo in it, is shown.
  var pinOfOpenAlbum: Pin.ID? { main.isAlbumOpen ? viewer?.photo?.pin ?? shownPin : nil }

  func open(_ id: Pin.ID) {
    guard let pin = session.map.pins[id] else { return }
    releaseHidden()
    shownPin = id
    let page = makePage()
    // From the album, one does not come back to the street.
    if showsStreet { main.showMap() }
    // The page comes first: one that is still leaving would come back without the focus.
    main.pageStack.show(page.widget)
    page.show(pin)
    main.context.settings.shownAlbum = id
  }

  func view(_ photo: Photo.ID) {
    if let album = page?.album { _ = show(photo, of: album) }
  }

  /// Shows a photo of an album whose page was not opened.
  func showOverMap(_ photo: Photo.ID, of album: AlbumModel) -> Bool {
    // The page is below the viewer, even while it shows nothing.
    _ = makePage()
    return show(photo, of: album)
  }

  /// Shows the photos of the album one after another.
  func play(from photo: Photo.ID) {
    view(photo)
    viewer?.slideshow.start(returning: true)
  }

  /// Shows photos of all pins one after another, once the library is open.
  func playAll() {
    guard main.isMapShown else { return }
    main.whenOpen { [weak self] in self?.beginTour() }
  }

  private func beginTour() {
    let tour = Tour(of: session)
    Task { [weak self] in
      let album = await tour.next()
      guard let self, main.isMapShown, !main.isGone else { return tour.end() }
      guard let album, let photo = album.firstStored else {
        tour.end()
        return main.toaster.show(tr("There are no photos yet."))
      }
      guard showOverMap(photo.id, of: album) else { return tour.end() }
      tour.arrive()
      viewer?.slideshow.start(on: tour)
    }
  }

  /// Shows the street at a place by its pictures, which the album of a pin can keep.
  func stand(at place: Coordinate, of pin: Pin.ID?) {
    releaseHidden()
    let street = self.street ?? makeStreet()
    self.street = street
    if !showsStreet { pageBeforeStreet = main.pageStack.shown }
    shownPin = pin
    main.pageStack.show(street.widget)
    street.stand(at: place, of: pin)
  }

  /// Whether the street is shown.
  var showsStreet: Bool { street?.widget == main.pageStack.shown }

  func makePostcard(of id: Photo.ID) {
    guard let page, let album = viewer?.album ?? page.album,
      let photo = album.photos.first(where: { $0.id == id }),
      let file = album.ownFiles[id] ?? session.albums.file(of: photo)
    else { return }
    let pin = session.map.pins[album.pin.id] ?? album.pin
    // A picture of the user's own may belong to no pin; then its metadata say where it is.
    let place = album.isInLibrary ? pin.coordinate : photo.details.coordinate ?? pin.coordinate
    let maker =
      postcards
      ?? PostcardMaker(
        of: session, settings: main.context.settings, notices: page.notices, over: main.window)
    postcards = maker
    maker.make(of: photo, file, at: place, titled: album.isInLibrary ? pin.title : nil)
  }

  func goBack() {
    if showsStreet, let pageBeforeStreet { return main.pageStack.show(pageBeforeStreet) }
    // A slideshow of all places leads from the map to the viewer.
    if let page, page.album == nil { main.showMap() } else { main.pageStack.goBack() }
  }

  var showsPhoto: Bool { viewer?.widget == main.pageStack.shown }

  func grabFocus() {
    if let viewer, showsPhoto {
      viewer.grabFocus()
    } else if let street, showsStreet {
      street.grabFocus()
    } else {
      page?.grabFocus()
    }
  }

  /// Leaves the album of a pin that is gone or has moved.
  func follow(_ pins: PinIndex) {
    guard let shown = pinOfOpenAlbum, viewer?.showsLibrary != false else { return }
    let pin = page?.album?.pin
    let isElsewhere = pin?.id == shown && pin?.coordinate != pins[shown]?.coordinate
    if pins[shown] == nil || isElsewhere { main.showMap() }
  }

  /// Leaves pages that another one has replaced, and moves the focus into that one.
  func leaveHidden() {
    releaseHidden()
    let shown = main.pageStack.shown
    if let street, pageBeforeStreet != nil, !showsStreet {
      pageBeforeStreet = nil
      release = { street.hide() }
      if let page, shown == page.widget { page.grabFocus() }
    }
    guard let page else { return }
    if let viewer, let photo = viewer.photo, shown != viewer.widget {
      shownPin = photo.pin
      viewer.leave()
      release = { viewer.hide() }
      if shown == page.widget { page.grabFocus(at: photo) }
    }
    guard !main.isAlbumOpen else { return }
    main.context.settings.shownAlbum = nil
    release = { [weak main, release] in
      release()
      page.leave()
      main?.forgetPictures()
    }
  }

  /// Releases what left pages retain, once they have slid out or another page is to be shown.
  func releaseHidden() {
    let release = release
    self.release = {}
    release()
  }

  /// Cancels running work.
  func stop() async {
    await page?.exporter.stop()
    await postcards?.stop()
  }
}

extension AlbumPages {
  private func makePage() -> AlbumPage {
    if let page { return page }
    let page = AlbumPage(
      session: session, settings: main.context.settings, flickrKey: main.context.flickrKey,
      thumbnails: main.thumbnails, material: main.material, breakpoints: main.breakpoints)
    main.pageStack.add(page.widget, title: tr("Album"))
    self.page = page
    return page
  }

  private func show(_ photo: Photo.ID, of album: AlbumModel) -> Bool {
    releaseHidden()
    let viewer = self.viewer ?? makeViewer()
    self.viewer = viewer
    guard viewer.show(album, photo: photo) else { return false }
    main.pageStack.show(viewer.widget)
    return true
  }

  private func makeStreet() -> StreetPage {
    // The other pages are below it, even while they show nothing, so that none of them leads back to it.
    _ = makePage()
    viewer = viewer ?? makeViewer()
    let map = StreetMap(of: main.material)
    let street = StreetPage(
      session: session, walk: main.context.walk, decoder: main.decoder, map: map.widget
    ) { map.show($0, looking: $1) }
    // A hand looks around on it.
    main.pageStack.add(street.widget, title: tr("Street Level"), isLeftBySwipe: false)
    return street
  }

  private func makeViewer() -> PhotoViewer {
    let viewer = PhotoViewer(
      session: session, settings: main.context.settings, decoder: main.decoder,
      thumbnails: main.thumbnails, largeImages: main.context.largeImages,
      breakpoints: main.breakpoints)
    // In the viewer, a swipe turns to the next photo.
    main.pageStack.add(viewer.widget, title: tr("Photo"), isLeftBySwipe: false)
    return viewer
  }
}
