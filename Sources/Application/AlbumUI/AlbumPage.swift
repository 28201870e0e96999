import CAdwaita
package import ExportUI
import GLibBridge
package import MapWidget
package import TouristSession
package import TravelModel
import TravelStore
package import Widgets

package final class AlbumPage {
  package let widget: Widget
  package private(set) var album: AlbumModel?
  package let notices = NoticeBar()
  package let exporter: AlbumExporter

  let session: Session
  let flickrKey: FlickrKey
  let settings: Settings
  let header: AlbumHeader
  let advice: PressAdvice
  let grid: AlbumGrid
  private lazy var actions = AlbumActions(of: self)
  private let layout = Layout("album")
  private let strip: PlaceStrip
  private let years: YearStrip
  /// The panel about the place, beside the album or over it.
  let about: AboutPane
  private let pages: Widget
  private let emptyAlbum = EmptyAlbum()
  private var observers: [Observer] = []
  private var shownEdition = 0
  /// The window's width, which the photos are fitted to; 0 until it has one.
  private var windowWidth: Int32 = 0
  /// Whether the Back button has the focus only until a photo can take it.
  private var isFocusOnBack = false
  /// The scroll position of each album that was left, and a photo that was in sight there.
  private var lastViews: [Pin.ID: (scroll: Double, photo: Photo.ID?)] = [:]

  package init(
    session: Session, settings: Settings, flickrKey: FlickrKey, thumbnails: Thumbnails,
    material: MapMaterial, breakpoints: Breakpoints
  ) {
    (self.session, self.flickrKey, self.settings) = (session, flickrKey, settings)
    widget = makeBox(GTK_ORIENTATION_VERTICAL)
    (header, pages) = (AlbumHeader(layout), layout["pages"])
    exporter = AlbumExporter(of: session, settings: settings, notices: notices, over: widget)
    advice = PressAdvice(layout, settings: settings)
    strip = PlaceStrip(of: material)
    years = YearStrip(layout)
    grid = AlbumGrid(thumbnails: thumbnails, albums: session.albums)
    about = AboutPane(layout["about"], settings: settings, breakpoints: breakpoints)
    layOut()
    connect()
    addKeys()
    breakpoints.observe { [weak self, weak breakpoints] in
      guard let self, let breakpoints else { return }
      // In a low window, the photos get all the height.
      gtk_widget_set_visible(strip.widget, (!breakpoints.isLow).gboolean)
      recoverFocus { years.isLow = breakpoints.isLow }
      header.setNarrow(breakpoints.isNarrow)
    }
  }

  package func show(_ pin: Pin) {
    leave()
    let album = session.albums.album(of: pin)
    self.album = album
    header.title.subtitle = pin.coordinate.decimal
    shownEdition = album.edition
    grid.show(album)
    about.show(pin, in: session)
    grid.scroll = lastViews[pin.id]?.scroll ?? 0
    // The first photo gets the focus as soon as there is one.
    gtk_widget_grab_focus(header.back)
    isFocusOnBack = true
    func follow(_ update: @escaping () -> Void) -> Observer {
      Observer { [weak self] in self?.recoverFocus(after: update) }
    }
    observers = [
      Observer { [weak self, session] in
        self?.show(name: (session.map.pins[pin.id] ?? pin).title)
      },
      Observer { [weak self] in self?.showContent() },
      follow { [actions] in actions.showNotices(of: album) },
      Observer { [weak self] in self?.showEdition() },
      follow { [actions] in actions.update() },
      follow { [weak self] in self?.showBar(of: album) },
      Observer { [advice] in
        advice.isAlbumWhole = !album.isBusy && album.tally.stored > 0 && album.tally.awaited == 0
      },
      Observer { [strip] in strip.show(album) },
      follow { [years] in years.show(album) },
      Observer { [weak self, session] in self?.show(note: session.map.pins[pin.id]?.details.note) },
      Observer { [strip, session] in
        strip.color = (session.map.pins[pin.id] ?? pin).details.color
      },
    ]
  }

  /// Focuses a photo, or what replaces the photos.
  package func grabFocus(at photo: Photo? = nil) {
    isFocusOnBack = false
    guard let album, album.tally.all > 0 else {
      if emptyAlbum.grabFocus() { return }
      isFocusOnBack = true
      gtk_widget_grab_focus(header.back)
      return
    }
    grid.grabFocus(at: photo)
  }

  /// Releases the album; downloads continue.
  package func leave() {
    guard let album else { return }
    lastViews[album.pin.id] = (grid.scroll, grid.scroll > 0 ? grid.lastSeen?.id : nil)
    header.isEditing = false
    isFocusOnBack = false
    observers = []
    advice.leave()
    grid.clear()
    strip.clear()
    years.clear()
    about.clear()
    show(note: nil)
    session.albums.release(album)
    self.album = nil
  }
}

extension AlbumPage {
  private func layOut() {
    Menus.give("album", to: layout["menu"])
    gtk_stack_add_child(pages.cast(), grid.widget)
    gtk_stack_add_child(pages.cast(), emptyAlbum.widget)
    for part in [
      notices.widget, strip.widget, layout["note"], years.widget, pages, advice.widget,
      layout["bar"],
    ] { gtk_box_append(about.content.cast(), part) }
    for part in [header.bar, header.titleLine, about.widget] { gtk_box_append(widget.cast(), part) }
    widget.addClass("background")
  }

  private func connect() {
    header.back.on("clicked") { [widget] in widget.ask(.goBack) }
    header.onEdit = { [grid, advice] in
      grid.setEditing($0)
      advice.isEditing = $0
    }
    header.title.onChange = { [weak self] in self?.rename(to: $0) }
    about.onLoseFocus = { [weak self] in self?.grabFocus() }
    advice.onLoseFocus = { [weak self] in self?.grabFocus() }
    about.onResize = { [weak self] in self?.fitPhotos() }
    onWindowSize(of: widget) { [weak self] width, _ in
      self?.windowWidth = width
      self?.fitPhotos()
    }
    grid.onPoint = { [strip] in strip.highlight($0) }
    grid.onReplace = { [weak self] in
      guard let self, let album else { return }
      strip.show(album, isChanged: true)
      recoverFocus { years.show(album, isChanged: true) }
    }
    years.onChoose = { [grid] in grid.show(decades: $0) }
    grid.onRestore = { [advice] in advice.answer() }
    grid.actions = actions
  }

  private func rename(to text: String) {
    guard let album else { return }
    Task {
      do {
        try await session.rename(album.pin.id, to: text)
      } catch let error as StoreError {
        notices.add(Notice(id: .album, text: Words.sentence(for: error)))
      }
    }
  }

  private func show(name: String) {
    header.title.text = name
    // Photos without a title are named after it.
    (grid.placeName, strip.placeName) = (name, name)
  }

  private func addKeys() {
    widget.addKeys { [weak self] (key: AlbumKey) in
      guard let self, album != nil else { return false }
      switch key {
      case .leave where header.isEditing: header.isEditing = false
      case .leave where about.coversAlbum: about.toggle()
      case .leave where !years.chosen.isEmpty: years.chosen = []
      case .leave, .goBack: widget.ask(.goBack)
      case .larger: zoomPhotos(to: PhotoColumns.zoom(after: settings[.albumZoom], isLarger: true))
      case .smaller:
        zoomPhotos(to: PhotoColumns.zoom(after: settings[.albumZoom], isLarger: false))
      case .usualSize: zoomPhotos(to: 1)
      case .aboutPlace: about.toggle()
      }
      return true
    }
  }

  /// Sets the zoom of the photos in all albums; 1 is the usual size.
  private func zoomPhotos(to zoom: Double) {
    settings[.albumZoom] = zoom
    fitPhotos()
  }

  /// Fits the photos to the width that the panel about the place leaves.
  private func fitPhotos() {
    guard windowWidth > 0 else { return }
    grid.fit(width: Int(windowWidth) - about.width, zoom: settings[.albumZoom])
  }

  /// Shows the photos, or why there are none.
  private func showContent() {
    guard let album else { return }
    let isEmpty = album.tally.all == 0
    let page = isEmpty ? emptyAlbum.widget : grid.widget
    let hadFocus = Focus.isIn(pages)
    let isOther = gtk_stack_get_visible_child(pages.cast()) != page
    recoverFocus {
      if isEmpty { emptyAlbum.show(album, key: flickrKey, remedy: actions.remedy(for: album)) }
      showPage(page, of: pages)
      gtk_widget_set_sensitive(header.edit, (!isEmpty).gboolean)
      if isEmpty { header.isEditing = false }
    }
    // The page that goes may keep the focus until it has faded away, and then lose it; one that comes
    // back while it fades away loses it as well.
    if hadFocus, isOther || !Focus.isIn(page) { grabFocus(at: album.photos.first) }
    if isFocusOnBack { leaveBack(for: album) }
  }

  /// Moves the focus from Back, where it waited, to the photos or what replaces them.
  private func leaveBack(for album: AlbumModel) {
    guard album.tally.all > 0 || !album.isBusy else { return }
    guard Focus.widget(inWindowOf: widget) == header.back else { return isFocusOnBack = false }
    let seen = lastViews[album.pin.id]?.photo
    grabFocus(at: album.photos.first { $0.id == seen } ?? album.photos.first)
  }

  /// Moves the focus to the photos if a change takes it from the focused widget.
  private func recoverFocus(after change: () -> Void) {
    Focus.recover(
      in: widget,
      by: { [weak self] in
        // On a page that is not shown yet, nothing can have the focus.
        if let self, !isFocusOnBack, !grid.awaitsFocus { grabFocus() }
      }, after: change)
  }

  /// Shows the user's note about the place above its photos.
  private func show(note: String?) {
    let label = layout["note"]
    gtk_label_set_text(label.cast(), note ?? "")
    gtk_widget_set_tooltip_text(label, note)
    gtk_widget_set_visible(label, (note != nil).gboolean)
  }

  /// Shows the album's status and progress below its photos.
  private func showBar(of album: AlbumModel) {
    gtk_label_set_label(layout["status"].cast(), Words.status(of: album))
    let (tally, progress) = (album.tally, layout["progress"])
    let isDownloading = album.activity == .downloading && tally.all > 0
    // Made transparent instead of hidden, so that nothing moves.
    gtk_widget_set_opacity(progress, isDownloading ? 1 : 0)
    progress.setAccessibleHidden(!isDownloading)
    if isDownloading {
      gtk_progress_bar_set_fraction(
        progress.cast(), Double(tally.all - tally.awaited) / Double(tally.all))
    }
  }

  private func showEdition() {
    guard let album, album.edition != shownEdition else { return }
    shownEdition = album.edition
    let hadFocus = Focus.isIn(grid.widget)
    grid.reload()
    grid.scroll = 0
    if hadFocus { grabFocus(at: album.photos.first) }
  }
}

/// The bar above the album with its title, which moves to a line of its own in a narrow window.
final class AlbumHeader {
  let bar: Widget
  /// Holds the title where the bar is too narrow for it.
  let titleLine: Widget
  let title = EditableTitle()
  let back: Widget
  let edit: Widget
  var onEdit: (Bool) -> Void = { _ in }

  init(_ layout: Layout) {
    (bar, titleLine) = (layout["header"], layout["title-line"])
    (back, edit) = (layout["back"], layout["edit"])
    adw_header_bar_set_title_widget(bar.cast(), title.widget)
    PageStack.hideExtraBackButton(in: bar)
    edit.on("toggled") { [weak self] in self?.showEditing() }
    showEditing()
  }

  /// Whether each photo has a button that removes it.
  var isEditing: Bool {
    get { gtk_toggle_button_get_active(edit.cast()) != 0 }
    set { gtk_toggle_button_set_active(edit.cast(), newValue.gboolean) }
  }

  private func showEditing() {
    showEditButton()
    onEdit(isEditing)
  }

  /// In a narrow window it is a picture: some languages have long words for it.
  private func showEditButton() {
    let text = isEditing ? trc("with editing", "Done") : tr("Edit")
    if isNarrow {
      gtk_button_set_icon_name(
        edit.cast(), isEditing ? "object-select-symbolic" : "document-edit-symbolic")
    } else {
      gtk_button_set_label(edit.cast(), text)
    }
    edit.setAccessibleName(text)
    gtk_widget_set_tooltip_text(
      edit, isEditing ? (isNarrow ? text : nil) : tr("Show a button on each photo to remove it"))
  }

  private var isNarrow: Bool { gtk_widget_get_parent(title.widget) == titleLine }

  func setNarrow(_ isNarrow: Bool) {
    guard isNarrow != self.isNarrow else { return }
    defer { showEditButton() }
    let kept = Ref(retaining: title.widget)
    if isNarrow {
      adw_header_bar_set_title_widget(bar.cast(), makeBox(GTK_ORIENTATION_HORIZONTAL))
      gtk_box_append(titleLine.cast(), kept.pointer)
    } else {
      gtk_box_remove(titleLine.cast(), kept.pointer)
      adw_header_bar_set_title_widget(bar.cast(), kept.pointer)
    }
    gtk_widget_set_hexpand(kept.pointer, isNarrow.gboolean)
  }
}
