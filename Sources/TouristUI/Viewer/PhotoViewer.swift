import CAdwaita
import CGLib
import GLibBridge
import Tourist
import Travels

/// The page that shows one photo of an album large.
final class PhotoViewer {
  /// The page, with its header bar, to be put into a leaflet or a stack.
  let widget: Widget
  /// Called when the user wants back to the album.
  var onBack: () -> Void = {}
  /// Called when the user wants a photo out of its album; another is shown by then.
  var onRemove: (Photo) -> Void = { _ in }
  /// Called when the user wants to see on the map where a photo belongs.
  var onShowOnMap: (Photo) -> Void = { _ in }
  /// Called with a sentence that the user should read and need not answer.
  var onMessage: (String) -> Void = { _ in }
  /// What is shown.
  private(set) var photo: Photo?

  let tools: ViewerTools
  let canvas = PictureCanvas()
  let pictures: ViewerPictures
  let fullScreen: ViewerFullScreen
  /// The dialog that asks where to save a photo, while it is open.
  var savingDialog: Ref<OpaquePointer>?

  private let retry: (Photo, AlbumModel) -> Void
  private let gestures: CanvasGestures
  private let title = adw_window_title_new("", "")!
  private let back = makeIconButton("go-previous-symbolic", tr("Back"))
  private let infoButton = gtk_toggle_button_new()!
  private let menu: ViewerMenu
  private let info = ViewerInfo()
  private let pane = adw_flap_new()!
  private let stage = gtk_stack_new()!
  private let missing = adw_status_page_new()!
  private let retryButton = gtk_button_new_with_label(tr("Try Again"))!
  private let controls: ViewerControls
  private var album: AlbumModel?
  private var observer: Observer?
  /// Photos that were given up here, and are in the album's list still.
  private var removed: Set<Photo.ID> = []
  private var edition = 0
  /// Where the photo was in the list when it was last seen there.
  private var place = 0

  /// The least that is left of the picture beside the pane, in points; below, the pane lies over it.
  private static let leastStage: Int32 = 300

  /// Makes the page.
  ///
  /// `file` tells where a photo's stored file is, and `retry` downloads a photo of an album again
  /// that failed.
  init(
    tools: ViewerTools, file: @escaping (Photo) -> String?,
    retry: @escaping (Photo, AlbumModel) -> Void
  ) {
    self.tools = tools
    self.retry = retry
    pictures = ViewerPictures(canvas: canvas, tools: tools, file: file)
    gestures = CanvasGestures(canvas)
    let overlay = gtk_overlay_new()!
    controls = ViewerControls(over: overlay)
    let column = adw_flap_new()!
    let header = adw_header_bar_new()!
    let fullScreenButton = makeIconButton("view-fullscreen-symbolic", tr("Full Screen"))
    widget = makeBox(GTK_ORIENTATION_VERTICAL, column)
    menu = ViewerMenu(for: widget)
    fullScreen = ViewerFullScreen(
      widget: widget, column: column, header: header, button: fullScreenButton)
    layOutHeader(header, fullScreenButton)
    layOutStage(overlay)
    layOut(column, header, overlay)
    connect()
    addKeys()
  }

  /// Shows a photo of an album, and goes on to its others.
  func show(_ album: AlbumModel, photo id: Photo.ID) {
    self.album = album
    removed = []
    edition = album.edition
    photo = nil
    guard let index = photos.firstIndex(where: { $0.id == id }) else { return onBack() }
    present(photos[index], at: index, from: 0)
    gtk_widget_grab_focus(canvas.widget)
    observer = Observer { [weak self] in
      // Both are read for the sake of hearing when they change.
      _ = (album.edition, album.tally)
      self?.follow()
    }
  }

  /// Lets go of pictures and downloads, and gives the screen back.
  func hide() {
    observer = nil
    album = nil
    photo = nil
    pictures.letGo()
    controls.tellNothing()
    fullScreen.leave()
  }
}

extension PhotoViewer {
  private func layOutHeader(_ header: Widget, _ fullScreenButton: Widget) {
    gtk_button_set_icon_name(infoButton.cast(), "sidebar-show-right-symbolic")
    gtk_widget_set_tooltip_text(infoButton, tr("Properties"))
    infoButton.setAccessibleName(tr("Properties"))
    adw_header_bar_set_title_widget(header.cast(), title)
    adw_header_bar_pack_start(header.cast(), back)
    for button in [menu.button, infoButton, fullScreenButton] {
      adw_header_bar_pack_end(header.cast(), button)
    }
  }

  private func layOutStage(_ overlay: Widget) {
    gtk_widget_add_css_class(retryButton, "pill")
    gtk_widget_set_halign(retryButton, GTK_ALIGN_CENTER)
    adw_status_page_set_child(missing.cast(), retryButton)
    gtk_stack_add_child(stage.cast(), canvas.widget)
    gtk_stack_add_child(stage.cast(), missing)
    gtk_overlay_set_child(overlay.cast(), stage)
    gtk_widget_set_size_request(overlay, PhotoViewer.leastStage, -1)
  }

  private func layOut(_ column: Widget, _ header: Widget, _ overlay: Widget) {
    adw_flap_set_content(pane.cast(), overlay)
    adw_flap_set_flap(pane.cast(), info.widget)
    adw_flap_set_separator(pane.cast(), gtk_separator_new(GTK_ORIENTATION_VERTICAL))
    adw_flap_set_flap_position(pane.cast(), GTK_PACK_END)
    adw_flap_set_reveal_flap(pane.cast(), 0)
    info.widget.setAccessibleHidden(true)

    gtk_orientable_set_orientation(column.cast(), GTK_ORIENTATION_VERTICAL)
    adw_flap_set_content(column.cast(), pane)
    adw_flap_set_flap(column.cast(), header)
    adw_flap_set_fold_policy(column.cast(), ADW_FLAP_FOLD_POLICY_NEVER)
    gtk_widget_set_vexpand(column, 1)
    for flap in [pane, column] {
      // A swipe is for the photos, and a click beside the pane for what is there.
      adw_flap_set_swipe_to_open(flap.cast(), 0)
      adw_flap_set_swipe_to_close(flap.cast(), 0)
      adw_flap_set_modal(flap.cast(), 0)
      adw_flap_set_locked(flap.cast(), 1)
      flap.addClass("viewer-pane")
    }
    widget.addClass("background")
  }

  private func connect() {
    back.on("clicked") { [weak self] in self?.onBack() }
    infoButton.on("toggled") { [weak self] in self?.showInfo() }
    retryButton.on("clicked") { [weak self] in
      if let self, let photo, let album { retry(photo, album) }
    }
    controls.previous.on("clicked") { [weak self] in self?.turn(by: -1) }
    controls.next.on("clicked") { [weak self] in self?.turn(by: 1) }
    controls.zoomIn.on("clicked") { [weak self] in
      self?.canvas.flyZoom(by: PhotoViewer.zoomStep)
    }
    controls.zoomOut.on("clicked") { [weak self] in
      self?.canvas.flyZoom(by: 1 / PhotoViewer.zoomStep)
    }
    canvas.onTurn = { [weak self] in self?.turn(by: $0) }
    canvas.onChange = { [weak self] in
      guard let self else { return }
      pictures.refine()
      showZoom()
    }
    pictures.onProgress = { [weak self] in self?.show($0) }
    menu.onChoice = { [weak self] in self?.perform($0) }
    info.onLink = { [weak self] in
      guard let self else { return }
      if !PhotoHandover.openLink($0, from: widget) { onMessage(Words.failed(.link)) }
    }
    fullScreen.onControls = { [weak self] in self?.controls.isShown = $0 }
    fullScreen.isInUse = { [weak self] in self?.menu.isOpen ?? false }
  }
}

extension PhotoViewer {
  /// The photos that can be gone through.
  private var photos: [Photo] {
    guard let album else { return [] }
    return removed.isEmpty ? album.photos : album.photos.filter { !removed.contains($0.id) }
  }

  /// Goes on to another photo, by its distance in the list.
  func turn(by distance: Int) {
    let photos = photos
    let index = place + distance
    guard photo != nil, photos.indices.contains(index) else { return canvas.settle() }
    present(photos[index], at: index, from: distance)
  }

  /// Takes a photo out of the album, and shows the one after it.
  func remove(_ photo: Photo) {
    removed.insert(photo.id)
    let left = photos
    if left.isEmpty {
      onBack()
    } else {
      let isLast = place >= left.count
      let index = isLast ? left.count - 1 : place
      present(left[index], at: index, from: isLast ? -1 : 1)
    }
    onRemove(photo)
  }

  /// Leaves what was entered last: full screen, the pane where it hides the picture, the viewer.
  func escape() {
    if fullScreen.isOn { return fullScreen.leave() }
    let coversPicture =
      adw_flap_get_folded(pane.cast()) != 0 && adw_flap_get_reveal_flap(pane.cast()) != 0
    if coversPicture { return toggleInfo() }
    onBack()
  }

  /// Shows the pane that tells what is known of the photo, or no longer.
  func toggleInfo() {
    gtk_toggle_button_set_active(
      infoButton.cast(), (gtk_toggle_button_get_active(infoButton.cast()) == 0).gboolean)
  }

  private func showInfo() {
    let isShown = gtk_toggle_button_get_active(infoButton.cast()) != 0
    adw_flap_set_reveal_flap(pane.cast(), isShown.gboolean)
    info.widget.setAccessibleHidden(!isShown)
    // What was focused in the pane is out of sight.
    if !isShown { gtk_widget_grab_focus(canvas.widget) }
  }

  /// Takes what became of the album.
  private func follow() {
    guard let album, let shown = photo else { return }
    if album.edition != edition {
      edition = album.edition
      removed = []
    }
    let photos = photos
    guard let index = photos.firstIndex(where: { $0.id == shown.id }) else {
      guard !photos.isEmpty else { return onBack() }
      let index = min(place, photos.count - 1)
      return present(photos[index], at: index, from: 0)
    }
    if photos[index] != shown { return present(photos[index], at: index, from: 0) }
    place = index
    let (before, after) = neighbours(of: index, in: photos)
    pictures.note(before: before, after: after)
    offer(photos)
  }

  private func neighbours(of index: Int, in photos: [Photo]) -> (before: Photo?, after: Photo?) {
    (
      index > 0 ? photos[index - 1] : nil, index + 1 < photos.count ? photos[index + 1] : nil
    )
  }

  private func present(_ photo: Photo, at index: Int, from direction: Int) {
    guard let album else { return }
    let photos = photos
    self.photo = photo
    place = index
    let name = Words.title(of: photo)
    adw_window_title_set_title(title.cast(), name)
    adw_window_title_set_subtitle(title.cast(), Words.credit(of: photo))
    canvas.widget.setAccessibleName(name)
    info.show(photo, near: album.pin.coordinate)
    let (before, after) = neighbours(of: index, in: photos)
    pictures.show(photo, before: before, after: after, from: direction)
    showState(of: photo)
    offer(photos)
  }

  private func offer(_ photos: [Photo]) {
    // A button that goes away must not take the focus, and the keys, with it.
    let leaving = [(controls.previous, place == 0), (controls.next, place == photos.count - 1)]
    for (button, leaves) in leaving where leaves && gtk_widget_has_focus(button) != 0 {
      gtk_widget_grab_focus(canvas.widget)
    }
    let hasPicture = gtk_stack_get_visible_child(stage.cast()) == canvas.widget
    controls.offer(previous: place > 0, next: place + 1 < photos.count, picture: hasPicture)
    menu.offer(hasPicture: hasPicture, hasPlace: true)
    showZoom()
  }

  private func showZoom() {
    gtk_widget_set_sensitive(controls.zoomIn, canvas.geometry.canZoomIn.gboolean)
    gtk_widget_set_sensitive(controls.zoomOut, canvas.geometry.canZoomOut.gboolean)
  }
}

extension PhotoViewer {
  private func showState(of photo: Photo) {
    switch photo.state {
    case .stored: showStage(canvas.widget)
    case .awaited:
      showMissing(
        "content-loading-symbolic", tr("On Its Way"),
        tr("This photo has not been downloaded yet."), canRetry: false)
    case .failed:
      showMissing(
        "image-missing-symbolic", tr("No Picture"),
        Words.missingPicture(because: photo.failure ?? .unreachable), canRetry: true)
    }
  }

  private func show(_ progress: ViewerPictures.Progress) {
    switch progress {
    case .none: controls.tellNothing()
    case .fetching: controls.tellProgress(tr("Loading the large picture…"))
    case .failed: controls.tellBriefly(tr("The large picture cannot be loaded now."))
    case .missing(let failure):
      showMissing(
        "image-missing-symbolic", tr("No Picture"), Words.missingPicture(because: failure),
        canRetry: false)
      offer(photos)
    }
  }

  private func showMissing(_ icon: String, _ title: String, _ text: String, canRetry: Bool) {
    adw_status_page_set_icon_name(missing.cast(), icon)
    adw_status_page_set_title(missing.cast(), title)
    adw_status_page_set_description(missing.cast(), text)
    gtk_widget_set_visible(retryButton, canRetry.gboolean)
    retryButton.setAccessibleHidden(!canRetry)
    showStage(missing)
  }

  private func showStage(_ shown: Widget) {
    // Keys are to be heard whatever is shown.
    let losesFocus = gtk_widget_has_focus(shown == missing ? canvas.widget : retryButton) != 0
    gtk_stack_set_visible_child(stage.cast(), shown)
    for part in [canvas.widget, missing] { part.setAccessibleHidden(part != shown) }
    guard losesFocus else { return }
    let canRetry = gtk_widget_get_visible(retryButton) != 0
    gtk_widget_grab_focus(shown == missing ? (canRetry ? retryButton : back) : shown)
  }
}
