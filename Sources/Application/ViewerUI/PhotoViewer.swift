import CAdwaita
import GLibBridge
package import Imaging
package import TouristSession
package import TravelModel
package import Widgets

/// The page that shows one photo of an album in full size.
package final class PhotoViewer {
  package let widget: Widget
  package private(set) var photo: Photo?
  /// The name of the photo.
  private(set) var photoName = ""
  private(set) var position: ViewerPosition?

  let canvas = PictureCanvas()
  let pictures: ViewerPictures
  let fullScreen: ViewerFullScreen
  let controls: ViewerControls
  let menu: ViewerMenu
  package private(set) lazy var slideshow = Slideshow(in: self, layout)

  let settings: Settings
  private let session: Session
  private let breakpoints: Breakpoints
  private let layout = Layout("viewer")
  private let gestures: CanvasGestures
  private let filmstrip: Filmstrip
  private let info: ViewerInfo
  private let compass: Compass
  private let pane: SidePane
  private let back: Widget
  private let stage: Widget
  private let missing: Widget
  private let curtain: Curtain
  /// The pair that the photo makes with another one of its album.
  private var pair: ThenAndNow?
  private var comparison: Task<Void, Never>?
  private let remedyButton: Widget
  private lazy var actions = ViewerActions(of: self)
  private var canvasName = ""
  private var observer: Observer?

  /// How far a key pans the picture, in logical pixels.
  private static let keyPan = 80.0
  /// The zoom factor of a key or a button.
  private static let zoomStep = 1.5

  package init(
    session: Session, settings: Settings, decoder: PictureDecoder, thumbnails: Thumbnails,
    largeImages: LargeImages, breakpoints: Breakpoints
  ) {
    self.session = session
    (self.settings, self.breakpoints) = (settings, breakpoints)
    filmstrip = Filmstrip(layout["filmstrip"], thumbnails: thumbnails)
    pictures = ViewerPictures(
      canvas: canvas, decoder: decoder, largeImages: largeImages, albums: session.albums)
    gestures = CanvasGestures(canvas)
    (widget, stage) = (layout["page"], layout["stage"])
    pane = SidePane(
      layout["pane"], in: layout["column"], by: layout["info-button"], breakpoints: breakpoints)
    (missing, remedyButton) = (layout["missing"], layout["remedy"])
    back = layout["back"]
    curtain = Curtain(layout)
    controls = ViewerControls(layout)
    info = ViewerInfo(layout)
    compass = Compass(in: layout["corner"])
    menu = ViewerMenu(layout["menu"], over: canvas.widget)
    fullScreen = ViewerFullScreen(layout, controls: controls, menu: menu)
    PageStack.hideExtraBackButton(in: layout["header"])
    gtk_stack_add_child(stage.cast(), canvas.widget)
    gtk_stack_set_visible_child(stage.cast(), canvas.widget)
    onLayout(of: layout["line-title"]) { [weak self] in self?.lockTitleHeight() }
    connect()
    connectFilmstrip()
    actions.add(to: widget)
    settings.addActions(of: .filmstrip, to: actions.group.pointer)
    widget.addKeys(ofActions: "viewer")
    widget.addKeys { [weak self] (key: ViewerKey) in self?.press(key) ?? false }
  }

  /// Shows a photo of an album, from which others can be reached; false if it has gone.
  package func show(_ album: AlbumModel, photo id: Photo.ID) -> Bool {
    guard go(to: album, photo: id, from: 0) else { return false }
    grabFocus()
    return true
  }

  /// The album of the shown photo.
  package var album: AlbumModel? { position?.album }

  /// Whether the shown photo is in the library, and not one of the user's own; true if none is
  /// shown.
  package var showsLibrary: Bool { position?.album.isInLibrary ?? true }

  /// Shows a photo of an album, which slides in from `direction` unless that is 0.
  func go(to album: AlbumModel, photo id: Photo.ID, from direction: Int) -> Bool {
    guard let position = ViewerPosition(album, at: id) else { return false }
    self.position = position
    pictures.ownFiles = album.ownFiles
    present(from: direction)
    observer = Observer { [weak self] in
      // Reading them subscribes to their changes.
      _ = (album.edition, album.tally, album.trouble)
      self?.follow()
    }
    return true
  }

  /// Focuses the picture, or what replaces it.
  package func grabFocus() {
    let shown = gtk_stack_get_visible_child(stage.cast())
    if shown == curtain.widget { return curtain.grabFocus() }
    let hasRemedy = gtk_widget_get_visible(remedyButton) != 0
    gtk_widget_grab_focus(shown == missing ? (hasRemedy ? remedyButton : back) : canvas.widget)
  }

  /// Ends what goes on, and leaves full screen; the photo stays while the page slides out.
  package func leave() {
    isComparing = false
    slideshow.abandon()
    observer = nil
    controls.hideNote()
    fullScreen.leave()
  }

  /// Releases pictures and downloads.
  package func hide() {
    position = nil
    photo = nil
    pictures.clear()
    filmstrip.clear()
  }
}

extension PhotoViewer {
  private func connect() {
    back.on("clicked") { [weak self] in self?.goBack() }
    layout["favorite"].on("clicked") { [weak self] in
      if let self { setFavorite(showsFavorite) }
    }
    layout["drop-pin"].on("clicked") { [weak self] in
      guard let self, let photo = album?.foundPhoto else { return }
      widget.ask(.dropPin(photo))
    }
    pane.onToggle = { [weak self] _ in
      guard let self else { return }
      placeFilmstrip()
      // The pane may have had the focus.
      if !pane.isShown { gtk_widget_grab_focus(canvas.widget) }
    }
    layout["then-and-now"].on("toggled") { [weak self] in
      if let self { isComparing ? compare() : endComparison() }
    }
    remedyButton.on("clicked") { [weak self] in
      guard let self, let photo, let album = position?.album else { return }
      photo.isGone ? remove() : session.albums.retry([photo.id], of: album)
    }
    for (button, key) in [
      ("previous", ViewerKey.previous), ("next", .next), ("zoom-in", .zoomIn),
      ("zoom-out", .zoomOut),
    ] {
      layout[button].on("clicked") { [weak self] in _ = self?.press(key) }
    }
    layout["zoom-level"].on("clicked") { [weak self] in self?.canvas.toggleZoom() }
    layout["panorama"].on("clicked") { [weak self] in
      guard let self else { return }
      canvas.show(asPanorama: canvas.panorama == nil)
      slideshow.pause()
    }
    canvas.onLook = { [weak self] in self?.showPanorama() }
    canvas.onHand = { [weak self] in self?.slideshow.pause() }
    canvas.onTurn = { [weak self] in self?.turn(by: $0) }
    canvas.onChange = { [weak self] in
      guard let self else { return }
      if canvas.geometry.canZoomOut, slideshow.isOn {
        // The zoom is left to the user.
        slideshow.pause()
        canvas.growth = 1
      }
      pictures.refine()
      showZoom()
    }
    pictures.onProgress = { [weak self] in self?.show($0) }
    fullScreen.onLeave = { [weak self] in self?.slideshow.end() }
  }

  /// Performs the command of a key; returns false if it has none here.
  private func press(_ key: ViewerKey) -> Bool {
    if !isComparing, canvas.panorama?.press(key) == true {
      slideshow.pause()
      return true
    }
    switch key {
    case .left: turn(by: canvas.isLeftToRight ? -1 : 1)
    case .right: turn(by: canvas.isLeftToRight ? 1 : -1)
    case .previous: turn(by: -1)
    case .next: turn(by: 1)
    case .first: turn(to: 0)
    case .last: turn(to: (position?.photos.count ?? 1) - 1)
    case .zoomIn: canvas.animateZoom(by: PhotoViewer.zoomStep)
    case .zoomOut: canvas.animateZoom(by: 1 / PhotoViewer.zoomStep)
    case .fit: canvas.animateZoom(to: canvas.geometry.fitScale)
    case .showPixels: canvas.animateZoom(to: canvas.geometry.fullScale)
    case .doublePixels: canvas.animateZoom(to: canvas.geometry.fullScale * 2)
    case .panLeft: pan(byX: PhotoViewer.keyPan, y: 0)
    case .panRight: pan(byX: -PhotoViewer.keyPan, y: 0)
    case .panUp: pan(byX: 0, y: PhotoViewer.keyPan)
    case .panDown: pan(byX: 0, y: -PhotoViewer.keyPan)
    case .lookUp, .lookDown: return false
    case .fullScreen: fullScreen.toggle()
    case .pause: return slideshow.togglePause()
    case .info: pane.isShown.toggle()
    case .menu: menu.popUp()
    case .leave: escape()
    case .goBack: goBack()
    }
    return true
  }

  /// Finishes a zoom and pans its result, so that no key undoes another's effect.
  private func pan(byX dx: Double, y dy: Double) {
    canvas.finishZoom()
    canvas.pan(byX: dx, y: dy)
  }

  /// Moves by `distance` photos at the user's request.
  private func turn(by distance: Int) {
    go(by: distance)
    slideshow.pause()
  }

  /// Moves by `distance` photos; the new one slides in from `direction`.
  func go(by distance: Int, from direction: Int? = nil) {
    guard let place = position?.place, position?.go(to: place + distance) == true else {
      return canvas.slideToPlace()
    }
    present(from: direction ?? distance)
  }

  /// Moves to a photo of the list at the user's request.
  private func turn(to place: Int) {
    if let position { turn(by: place - position.place) }
  }

  /// Removes the photo from the album, and shows the next one.
  func remove() {
    guard let photo, let album = position?.album, showsLibrary else { return }
    if let direction = position?.remove(photo) { present(from: direction) } else { goBack() }
    Task { [session] in await session.remove([photo], from: album) }
  }

  func toggleFavorite() { setFavorite(!showsFavorite) }

  /// Marks the photo as a favourite, or removes the mark.
  private func setFavorite(_ isFavorite: Bool) {
    guard let photo, let album = position?.album, showsLibrary else { return }
    gtk_toggle_button_set_active(layout["favorite"].cast(), isFavorite.gboolean)
    if fullScreen.isOn { fullScreen.showControls() }
    widget.changeLibrary { [weak self, session] in
      // After a failure, the button shows the actual state.
      defer { self?.followFavorite() }
      try await session.setFavorites([photo], to: isFavorite, in: album)
      if isFavorite, let self { widget.explainFavorites(onceIn: settings) }
    }
  }

  /// Whether the favourite button is pressed, which may be before the library is changed.
  private var showsFavorite: Bool { gtk_toggle_button_get_active(layout["favorite"].cast()) != 0 }

  private func followFavorite() {
    guard let now = position?.photos.first(where: { $0.id == photo?.id }) else { return }
    photo?.isFavorite = now.isFavorite
    controls.showFavorite(now, isInLibrary: showsLibrary)
  }

  /// Performs the first that applies: ends the comparison or the slideshow, leaves full screen,
  /// closes a pane over the picture, or leaves the viewer.
  private func escape() {
    if isComparing { return isComparing = false }
    if slideshow.isOn { return slideshow.end() }
    if fullScreen.isOn { return fullScreen.leave() }
    if pane.coversContent { return pane.isShown = false }
    goBack()
  }

  func goBack() { widget.ask(.goBack) }

  /// Follows a change of the album.
  private func follow() {
    guard let shown = photo else { return }
    switch position?.follow(showing: shown) {
    case .show: present(from: 0)
    case .leave: goBack()
    case .stay:
      if let position { pictures.beside = position.neighbours }
      followFavorite()
      offer()
    case nil: break
    }
  }

  /// Shows the photo at the current position.
  private func present(from direction: Int) {
    guard let position else { return }
    isComparing = false
    let photo = position.photos[position.place]
    self.photo = photo
    controls.hideNote()
    let (place, pin) = (placeName(of: position.album), position.album.pin)
    name(photo, at: place, near: position.album.foundPhoto == nil ? pin.coordinate : nil)
    controls.showFavorite(photo, isInLibrary: showsLibrary)
    controls.offerPin(album?.foundPhoto != nil)
    slideshow.caption(place, Words.credit(of: photo))
    let next =
      slideshow.isOn ? slideshow.nextStored.map { position.photos[position.place + $0] } : nil
    pictures.show(photo, beside: position.neighbours, then: next, from: direction)
    showState(of: photo)
    slideshow.photoShown()
    offer()
  }

  /// The current name of an album's place; empty if it has no pin.
  private func placeName(of album: AlbumModel) -> String {
    (session.map.pins[album.pin.id] ?? album.pin).title
  }

  /// Shows the title and details of a photo; `pin` is its album's place, if that is one of a pin.
  private func name(_ photo: Photo, at place: String, near pin: Coordinate?) {
    let name = Words.title(of: photo, at: place)
    photoName = name
    layout["title"].set("title", to: name)
    nameCanvas()
    info.show(photo, titled: name, near: pin)
    // Pictures on the map belong to no pin that could name them.
    guard place.isEmpty, let spot = photo.details.coordinate else { return }
    Task { [weak self, session] in
      let found = await session.placeName(of: spot)
      guard let self, self.photo?.id == photo.id, !found.isEmpty else { return }
      self.name(photo, at: found, near: pin)
    }
  }

  private func offer() {
    let (before, after) = position?.neighbours ?? (nil, nil)
    findPair()
    leave(["previous": before == nil, "next": after == nil, "then-and-now": pair == nil])
    let hasPicture = gtk_stack_get_visible_child(stage.cast()) == canvas.widget
    controls.offer(
      previous: before != nil, next: after != nil, picture: hasPicture, pair: pair != nil)
    actions.enable(hasPicture: hasPicture)
    showZoom()
    if let photo, let position {
      layout["title"].set(
        "subtitle", to: Words.place(position.place, of: position.photos.count, photo))
      filmstrip.show(position.photos, at: position.place, of: placeName(of: position.album))
      placeFilmstrip()
    }
  }

  /// Moves the focus from the button that has it and disappears, or no key would work.
  private func leave(_ buttons: KeyValuePairs<String, Bool>) {
    for (id, goes) in buttons where goes && gtk_widget_has_focus(layout[id]) != 0 {
      gtk_widget_grab_focus(canvas.widget)
    }
  }

  private func showZoom() {
    controls.show(canvas.geometry, canvas.panorama)
    showPanorama()
  }

  /// Shows whether the picture is a panorama, and which way that looks.
  private func showPanorama() {
    let (isPossible, isShown) = (canvas.current?.pixels.sphere != nil, canvas.panorama != nil)
    leave(["panorama": !isPossible, "zoom-level": isShown])
    controls.offerPanorama(isPossible, isShown: isShown)
    compass.heading = isComparing ? nil : canvas.panorama?.heading
    nameCanvas()
  }

  /// Names the picture for assistive tools: a panorama by the way it looks.
  private func nameCanvas() {
    let name = canvas.panorama.map { Words.panorama(looking: $0.heading) } ?? photoName
    guard canvasName != name else { return }
    canvasName = name
    canvas.widget.setAccessibleName(name)
  }

  /// Requests the actual height of the title that is below a narrow header.
  ///
  /// Its container asks for the height of text that is not wrapped, and would lay the picture over
  /// the rest.
  private func lockTitleHeight() {
    let title = layout["line-title"]
    guard gtk_widget_get_mapped(title) != 0 else { return }
    var (height, known): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(gtk_label_get_layout(title.cast()), nil, &height)
    gtk_widget_get_size_request(title, nil, &known)
    if height != known { gtk_widget_set_size_request(title, -1, height) }
  }

  private func showState(of photo: Photo) {
    switch photo.state {
    case .stored: showStage(canvas.widget)
    case .awaited:
      showMissing(
        "content-loading-symbolic", tr("Not Downloaded Yet"),
        tr("It appears here as soon as it has been downloaded."))
    case .failed:
      showMissing(
        "image-missing-symbolic", tr("No Picture"),
        Words.sentence(for: photo.failure ?? .source(.unreachable)),
        remedy: photo.isGone ? tr("Remove") : tr("Try Again"))
    }
  }

  private func show(_ progress: ViewerPictures.Progress) {
    switch progress {
    case .none: controls.hideProgress()
    case .fetching:
      if !slideshow.isOn { controls.showProgress(tr("Loading the large picture…")) }
    case .failed(let failure):
      if !slideshow.isOn { controls.showBriefly(Words.noLargePicture(because: failure)) }
    case .missing(let failure):
      if let photo, let album = position?.album, showsLibrary {
        session.albums.checkFile(of: photo, in: album)
      }
      showMissing(
        "image-missing-symbolic", tr("No Picture"), Words.sentence(for: failure))
      offer()
    }
  }

  /// Shows why there is no picture, with a button if there is a remedy.
  private func showMissing(
    _ icon: String, _ title: String, _ text: String, remedy: String? = nil
  ) {
    adw_status_page_set_icon_name(missing.cast(), icon)
    adw_status_page_set_title(missing.cast(), title)
    adw_status_page_set_description(missing.cast(), markup(text))
    if let remedy { gtk_button_set_label(remedyButton.cast(), remedy) }
    gtk_widget_set_visible(remedyButton, (remedy != nil).gboolean)
    remedyButton.setAccessibleHidden(remedy == nil)
    showStage(missing)
  }

  private func showStage(_ shown: Widget) {
    if shown != curtain.widget { isComparing = false }
    // The focus must stay in the page, or no key would work.
    let losesFocus = gtk_widget_has_focus(shown == missing ? canvas.widget : remedyButton) != 0
    showPage(shown, of: stage)
    if losesFocus { grabFocus() }
  }
}

/// The comparison of the photo with one of its spot that was taken long before or after it.
extension PhotoViewer {
  /// Whether both are shown, or are being read for that.
  var isComparing: Bool {
    get { gtk_toggle_button_get_active(layout["then-and-now"].cast()) != 0 }
    set { gtk_toggle_button_set_active(layout["then-and-now"].cast(), newValue.gboolean) }
  }

  private func findPair() {
    let old = pair
    pair = photo.flatMap { ThenAndNow(of: $0, among: position?.photos ?? []) }
    if pair?.then.id != old?.then.id || pair?.now.id != old?.now.id { isComparing = false }
  }

  private func compare() {
    guard let pair else { return isComparing = false }
    slideshow.pause()
    comparison = Task { [weak self, pictures] in
      do {
        let then = try await pictures.picture(of: pair.then)
        let now = try await pictures.picture(of: pair.now)
        guard let self, !Task.isCancelled else { return }
        curtain.show(pair, then, now)
        showStage(curtain.widget)
        offer()
        curtain.grabFocus()
      } catch {
        guard let self, !Task.isCancelled else { return }
        isComparing = false
        if let failure = PhotoFailure(error) {
          controls.showBriefly(Words.sentence(for: failure))
        }
      }
    }
  }

  private func endComparison() {
    comparison?.cancel()
    guard let photo, gtk_stack_get_visible_child(stage.cast()) == curtain.widget else { return }
    let hadFocus = Focus.isIn(curtain.widget)
    showState(of: photo)
    curtain.clear()
    if hadFocus { grabFocus() }
    offer()
  }
}

/// The row of thumbnails, which is shown and hidden with the buttons.
extension PhotoViewer {
  private func connectFilmstrip() {
    filmstrip.file = { [pictures] in pictures.file(of: $0) }
    filmstrip.onChoose = { [weak self] place in
      if let self, place != position?.place { turn(to: place) }
    }
    controls.onShow = { [weak self] in self?.placeFilmstrip() }
    breakpoints.observe { [weak self] in
      guard let self else { return }
      // Between the buttons of a narrow header the title would be cut; it is below them there.
      gtk_widget_set_visible(layout["title"], (!breakpoints.isNarrow).gboolean)
      placeFilmstrip()
    }
    settings.onChange(of: .filmstrip) { [weak self] in self?.placeFilmstrip() }
  }

  /// Shows the row of thumbnails if it is wanted, has several photos and fits; a bottom sheet
  /// leaves no room for it.
  ///
  /// Outside full screen the picture stays above it.
  func placeFilmstrip() {
    let count = position?.photos.count ?? 0
    let isShown =
      settings[.filmstrip] && controls.isShown && count > 1 && !breakpoints.isLow
      && !(breakpoints.isNarrow && pane.isShown) && !slideshow.isOn
      && !(isComparing && fullScreen.isOn)
    // The focus must stay in the page, or no key would work.
    if !isShown, Focus.isIn(filmstrip.widget) { gtk_widget_grab_focus(canvas.widget) }
    gtk_widget_set_visible(filmstrip.widget, isShown.gboolean)
    filmstrip.widget.setAccessibleHidden(!isShown)
    let room = isShown ? Filmstrip.height : 0
    gtk_widget_set_margin_bottom(layout["stage"], fullScreen.isOn ? 0 : room)
    gtk_widget_set_margin_bottom(layout["zoom"], room)
  }
}
