import CAdwaita
import CGLib
package import ExportUI
import GLibBridge
package import MapWidget
package import TouristSession
package import TravelModel
import TravelStore
package import Widgets

/// The page of one pin's album.
package final class AlbumPage {
  package let widget: Widget

  let session: Session
  let settings: Settings
  let flickrKey: FlickrKey
  package private(set) var album: AlbumModel?
  var actions: Ref<OpaquePointer>?
  let title = EditableTitle()
  let grid: AlbumGrid
  private let back = makeIconButton("go-previous-symbolic", tr("Back"))
  let edit = gtk_toggle_button_new_with_label(tr("Edit"))!
  package let notices = NoticeBar()
  package private(set) lazy var exporter = AlbumExporter(
    of: session, notices: notices, over: widget)
  /// Whether it has been said, since the program began, that a press removes.
  var hasExplainedPress = false
  let strip: PlaceStrip
  /// Tells about the place, beside the album or over it.
  let about: AboutPane
  let header = adw_header_bar_new()!
  /// Holds the title where the header is too narrow for it.
  let titleLine = makeBox(GTK_ORIENTATION_HORIZONTAL)
  let breakpoints: Breakpoints
  /// The window's width that the grid fits.
  var fittedWidth: Int32?
  private let pages = gtk_stack_new()!
  private let emptyAlbum = EmptyAlbum()
  private let bar = AlbumBar()
  private let note = AlbumNote()
  private var observers: [Observer] = []
  private var shownEdition = 0
  /// Whether Back has the focus only until a photo can have it.
  private var isFocusOnBack = false
  /// How far each album that was left was scrolled, and a photo that was in sight there.
  private var lastViews: [Pin.ID: (scroll: Double, photo: Photo.ID?)] = [:]

  package init(
    session: Session, settings: Settings, flickrKey: FlickrKey, thumbnails: Thumbnails,
    material: MapMaterial, breakpoints: Breakpoints
  ) {
    self.session = session
    self.breakpoints = breakpoints
    self.settings = settings
    self.flickrKey = flickrKey
    strip = PlaceStrip(of: material)
    grid = AlbumGrid(thumbnails: thumbnails, albums: session.albums)
    about = AboutPane(settings: settings, breakpoints: breakpoints)
    widget = makeBox(GTK_ORIENTATION_VERTICAL)
    layOut()
    connect()
    AlbumActions.add(to: self)
    addKeys()
    widget.addKeys(ofActions: AlbumActions.prefix)
    breakpoints.observe { [weak self] in self?.adapt() }
    widget.on("realize") { [weak self] in self?.watchWidth() }
  }

  package func show(_ pin: Pin) {
    leave()
    let album = session.albums.album(of: pin)
    self.album = album
    title.subtitle = pin.coordinate.decimal
    shownEdition = album.edition
    grid.show(album)
    show(name: pin.title)
    about.show(pin, in: session)
    note.show(pin, in: session.map)
    grid.scroll = lastViews[pin.id]?.scroll ?? 0
    // The first photo gets the focus as soon as there is one.
    gtk_widget_grab_focus(back)
    isFocusOnBack = true
    observers = [
      Observer { [weak self] in self?.showPage() },
      Observer { [weak self] in self?.showNotices() },
      Observer { [weak self] in self?.showEdition() },
      Observer { [weak self] in
        guard let self else { return }
        keepFocus { AlbumActions.update(self) }
      },
      Observer { [weak self] in
        guard let self, let album = self.album else { return }
        keepFocus { bar.show(album) }
        strip.show(album)
      },
      Observer { [strip, session] in
        strip.color = (session.map.pins[pin.id] ?? pin).words.color
      },
    ]
  }

  /// Shows another name of a pin whose album may be shown.
  package func rename(_ pin: Pin) {
    if album?.pin.id == pin.id { show(name: pin.title) }
  }

  /// Focuses a photo, or what is shown instead.
  package func takeFocus(at photo: Photo? = nil) {
    isFocusOnBack = false
    guard let album, album.tally.all > 0 else {
      if emptyAlbum.takeFocus() { return }
      isFocusOnBack = true
      gtk_widget_grab_focus(back)
      return
    }
    grid.takeFocus(at: photo)
  }

  /// Releases the album; work on it goes on.
  package func leave() {
    guard let album else { return }
    lastViews[album.pin.id] = (grid.scroll, grid.scroll > 0 ? grid.lastSeen?.id : nil)
    gtk_toggle_button_set_active(edit.cast(), 0)
    notices.remove(.clickRemoves)
    isFocusOnBack = false
    observers = []
    grid.clear()
    strip.clear()
    about.clear()
    note.clear()
    session.albums.release(album)
    self.album = nil
  }

  /// Replaces the album, which can be undone; `choice` is a source chosen for it.
  func replaceAlbum(from choice: SourceChoice? = nil) {
    if let album { session.albums.newCollection(album, from: choice) }
  }

  func remove(_ photos: [Photo]) {
    guard let album, !photos.isEmpty else { return }
    Task { [session = session] in await session.remove(photos, from: album) }
  }

  /// Keeps photos in later collections, or, where all of them are kept already, no longer.
  func turnFavorite(_ photos: [Photo]) {
    guard let album else { return }
    let isFavorite = !photos.allSatisfy(\.isFavorite)
    let changed = photos.filter { $0.isFavorite || $0.state == .stored }
    widget.changeLibrary { [session] in
      try await session.setFavorites(changed, to: isFavorite, in: album)
    }
  }

  /// Restores all photos removed from the album.
  func restoreRemoved() {
    guard let album else { return }
    widget.changeLibrary { [session] in
      try await session.undo.undoRemovals(from: album)
    }
  }

  func removePin() {
    guard let pin = album?.pin else { return }
    widget.changeLibrary { [session] in
      try await session.remove(session.map.pins[pin.id] ?? pin)
    }
  }
}

extension AlbumPage {
  private func layOut() {
    adw_header_bar_set_title_widget(header.cast(), title.widget)
    PageStack.keepOwnBackButton(in: header)
    adw_header_bar_pack_start(header.cast(), back)
    adw_header_bar_pack_end(header.cast(), AlbumActions.makeMenuButton())
    adw_header_bar_pack_end(header.cast(), about.button)
    adw_header_bar_pack_end(header.cast(), edit)
    showEditing()
    gtk_stack_add_child(pages.cast(), grid.widget)
    gtk_stack_add_child(pages.cast(), emptyAlbum.widget)
    gtk_stack_set_transition_type(pages.cast(), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_widget_set_vexpand(pages, 1)
    for part in [notices.widget, strip.widget, note.widget, pages, bar.widget] {
      gtk_box_append(about.content.cast(), part)
    }
    for part in [header, titleLine, about.widget] { gtk_box_append(widget.cast(), part) }
    titleLine.addClass("album-title")
    widget.addClass("background")
  }

  private func connect() {
    back.on("clicked") { [weak self] in self?.widget.activate(.goBack) }
    edit.on("toggled") { [weak self] in self?.showEditing() }
    about.onLoseFocus = { [weak self] in self?.takeFocus() }
    about.onResize = { [weak self] in self?.fit() }
    settings.onChange(of: .clickRemoves) { [weak self] in self?.notices.remove(.clickRemoves) }
    title.onChange = { [weak self] in self?.rename(to: $0) }
    grid.onPoint = { [strip] in strip.highlight($0) }
    grid.onReplace = { [weak self] in
      if let self, let album { strip.show(album, isChanged: true) }
    }
    grid.onTap = { [weak self] in self?.press($0) }
    grid.onRemove = { [weak self] in self?.remove($0) }
    grid.onFavorite = { [weak self] in self?.turnFavorite($0) }
    grid.onMenu = { [weak self] in
      if let self { PhotoMenu.show(for: $0, over: $1, on: self) }
    }
  }

  private func rename(to text: String) {
    guard let album else { return }
    Task {
      do {
        try await session.rename(album.pin.id, to: text)
        if album === self.album { show(name: text) }
      } catch let error as StoreError {
        notices.add(Notice(id: .album, text: Words.sentence(for: error)))
      }
    }
  }

  private func show(name: String) {
    title.text = name
    // Photos are called by it that have no title.
    (grid.placeName, strip.placeName) = (name, name)
  }

  private func addKeys() {
    widget.addKeys { [weak self] (key: AlbumKey) in
      guard let self, album != nil else { return false }
      switch key {
      case .leave where gtk_toggle_button_get_active(edit.cast()) != 0:
        gtk_toggle_button_set_active(edit.cast(), 0)
      case .leave where about.coversAlbum: about.toggle()
      case .leave, .goBack: widget.activate(.goBack)
      case .larger: resizePhotos(isLarger: true)
      case .smaller: resizePhotos(isLarger: false)
      case .usualSize: showPhotos(zoomedBy: 1)
      case .aboutPlace: about.toggle()
      }
      return true
    }
  }
}

extension AlbumPage {
  /// Shows the photos, or why there are none.
  private func showPage() {
    guard let album else { return }
    let isEmpty = album.tally.all == 0
    let page = isEmpty ? emptyAlbum.widget : grid.widget
    let hadFocus = Focus.isIn(pages)
    let isOther = gtk_stack_get_visible_child(pages.cast()) != page
    keepFocus {
      if isEmpty { emptyAlbum.show(album, key: flickrKey) }
      gtk_stack_set_visible_child(pages.cast(), page)
      grid.widget.setAccessibleHidden(isEmpty)
      emptyAlbum.widget.setAccessibleHidden(!isEmpty)
      gtk_widget_set_sensitive(edit, (!isEmpty).gboolean)
      if isEmpty { gtk_toggle_button_set_active(edit.cast(), 0) }
    }
    // The page that goes may keep the focus until it has faded away, and then lose it; one that comes
    // back while it fades away loses it as well.
    if hadFocus, isOther || !Focus.isIn(page) { takeFocus(at: album.photos.first) }
    if isFocusOnBack { leaveBack(for: album) }
  }

  /// Moves the focus on from Back, where it waited, to what there is now.
  private func leaveBack(for album: AlbumModel) {
    guard album.tally.all > 0 || !album.isBusy else { return }
    guard Focus.widget(inWindowOf: back) == back else { return isFocusOnBack = false }
    let seen = lastViews[album.pin.id]?.photo
    takeFocus(at: album.photos.first { $0.id == seen } ?? album.photos.first)
  }

  /// Moves the focus to the photos if a change takes it from the focused widget.
  func keepFocus(during change: () -> Void) {
    Focus.keep(
      in: widget,
      otherwise: { [weak self] in
        // On a page that is only about to be shown, nothing can have it yet.
        if let self, !isFocusOnBack, grid.pendingFocus == nil { takeFocus() }
      }, during: change)
  }

  private func showEdition() {
    guard let album, album.edition != shownEdition else { return }
    shownEdition = album.edition
    let hadFocus = Focus.isIn(grid.widget)
    grid.reload()
    grid.scroll = 0
    if hadFocus { takeFocus(at: album.photos.first) }
  }
}
