import CAdwaita
import CGLib
import GLibBridge
import Glibc
import Imaging
import MapWidget
import PinListUI
import PinsUI
import Places
import TouristSession
import TravelModel
import Widgets

/// The program's window: the map, the pages over it, and notices.
final class MainWindow {
  let window: Widget
  let context: Context
  var session: Session { context.session }
  let breakpoints: Breakpoints
  /// The stack of pages: the map, and over it album and viewer.
  let pageStack: PageStack
  let material = MapMaterial()
  let mapPage: MapPage
  let notices = NoticeBar()
  private(set) lazy var toaster = Toaster(over: toasts)
  private(set) lazy var decoder = PictureDecoder(cacheFolder: context.cacheFolder)
  private(set) lazy var thumbnails = Thumbnails(decoder: decoder)
  private(set) lazy var notifications = Notifications(self)
  private(set) lazy var closing = Closing(self)
  private lazy var dailyBackground = DailyBackground(self)
  private(set) lazy var sources = MapSources(self)
  private(set) lazy var albums = AlbumPages(self)
  private(set) lazy var files = FileTransfers(self)
  private(set) lazy var places = PlacesColumn(
    around: mapPage, below: search.bar, button: header["places"], session: session,
    settings: context.settings, breakpoints: breakpoints
  ) { [unowned self] in pinPhotos }

  /// The overlay for toasts over all pages, so that no change of the page moves them.
  private let toasts: Widget
  private let pages = gtk_stack_new()!
  private let mapColumn: Widget
  private lazy var troublePage = makeTroublePage()
  private lazy var search = SearchBar(self)
  private let header = Layout("map-header")
  private var parts: [AnyObject] = []
  private var observers: [Observer] = []
  /// Work that was requested before the library was open.
  private var requested: (() -> Void)?
  private let saveView: Debounce<MapView>
  private let saveFrame: Debounce<Void>

  /// How long after the last movement the view is saved: soon, in case of a crash, but not for every
  /// frame.
  private static let savingDelay = Duration.milliseconds(300)

  init(application: UnsafeMutablePointer<GtkApplication>, context: Context) {
    self.context = context
    let (session, settings) = (context.session, context.settings)
    window = adw_application_window_new(application)!
    mapColumn = makeBox(GTK_ORIENTATION_VERTICAL)
    pageStack = PageStack(root: mapColumn, title: tr("Virtual Tourist"))
    toasts = adw_toast_overlay_new()!
    toasts.addClass("page-toasts")
    // Not the window's size, which without a compositor includes its border.
    breakpoints = Breakpoints(content: toasts)
    mapPage = MapPage(session: session, material: material)
    saveView = Debounce(for: MainWindow.savingDelay) { settings.mapView = $0 }
    saveFrame = Debounce(for: MainWindow.savingDelay) { settings.saveFrame() }

    gtk_window_set_title(window.cast(), tr("Virtual Tourist"))
    protectPresses(in: window)
    // While the window is made, the offline map is read.
    _ = sources
    layOut()
    restoreFrame()
    connectPages()
    connectMap()
    addActions()
    sources.start()
    parts = [
      observeLibrary(of: self), PicturesOnMap(self), FoundOnMap(self),
      StreetsOnMap(self), UndoActions(self),
      notifications, dailyBackground,
    ]
    let troubles = settings.troubles.map(Words.sentence(for:))
    if !troubles.isEmpty {
      notices.add(Notice(id: .settings, text: troubles.joined(separator: "\n")))
    }
    files.addDropTarget(to: toasts)
    observers = [
      Observer { [weak self] in self?.showLibraryState() },
      Observer { [weak self] in self?.showPins() },
      Observer { [weak self] in self?.tintCountries() },
    ]
  }

  /// Whether the window is closed; work that ends later must not touch it.
  var isGone: Bool { closing.isGone }

  var isAlbumOpen: Bool { pageStack.shown != mapColumn }

  var isMapShown: Bool {
    !isAlbumOpen && gtk_stack_get_visible_child(pages.cast()) == pageStack.widget
  }

  func showMap() { pageStack.show(mapColumn) }

  /// Shows a place on the map, at its zoom if it has one.
  func show(_ request: PlaceRequest) {
    if isAlbumOpen { showMap() }
    mapPage.show(request)
  }

  /// Shows a search result and marks it; of a pin, opens the album.
  func mark(_ result: SearchResult) {
    if case .pin(let pin) = result.kind {
      mapPage.unmark()
      mapPage.show(result.place)
      return albums.open(pin)
    }
    mapPage.mark(
      result.title, Words.detail(of: result), at: result.place, named: result.name)
  }

  /// Shows what was found from outside the window.
  func showFound(_ result: SearchResult) {
    search.close()
    if case .pin = result.kind { return whenOpen { [weak self] in self?.mark(result) } }
    showMap()
    places.uncoverMap()
    mark(result)
  }

  /// Opens the search for a text.
  func openSearch(for text: String? = nil) {
    showMap()
    places.uncoverMap()
    search.open(text)
  }

  func openPreferences() {
    Preferences.open(over: window, context: context, background: dailyBackground)
  }

  /// Drops a pin at a search result, unless it is a pin already.
  func dropPin(atFound result: SearchResult) {
    mapPage.unmark()
    search.close()
    if case .pin = result.kind { return mark(result) }
    mapPage.show(result.place)
    session.dropPin(at: result.place.coordinate, titled: result.name)
  }

  /// Saves the view and the window's size at once.
  func flush() {
    saveView.flush()
    saveFrame.flush()
  }

  /// Adds an action that works only while the map is shown.
  func addMapAction(_ name: String, _ perform: @escaping @MainActor () -> Void) {
    window.addAction(name) { [weak self] in if self?.isMapShown == true { perform() } }
  }

  /// Does work that needs the library: now, or once that is open.
  func whenOpen(_ work: @escaping () -> Void) {
    if session.map.isConnected { work() } else { requested = work }
  }

  /// Releases the pictures of albums that have changed or are not shown.
  func forgetPictures() {
    mapPage.pinLayer.forgetPictures()
    places.forgetCovers()
  }

  /// Whether undo keys apply to the focus: on a page, on a toast, or nowhere, because the focused
  /// widget was just removed.
  ///
  /// Entries have an undo of their own.
  var handlesUndoKeys: Bool {
    (hasLostFocus || Focus.isIn(pageStack.widget) || (Focus.isIn(toasts) && !Focus.isIn(pages)))
      && !Focus.isInEntry(of: window)
  }
}

extension MainWindow {
  private func layOut() {
    mapPage.addOverlay(search.list)
    Menus.give("main", to: header["menu"])
    // Between the buttons of a narrow window the title would be cut to a few letters.
    breakpoints.observe { [header, weak breakpoints] in
      gtk_widget_set_visible(header["title"], (breakpoints?.isNarrow == false).gboolean)
    }
    for part in [header["header"], notices.widget, places.widget] {
      gtk_box_append(mapColumn.cast(), part)
    }
    MenuKeys.ignoreOutOfSight(in: window)
    gtk_stack_add_child(pages.cast(), pageStack.widget)
    adw_toast_overlay_set_child(toasts.cast(), pages)
    adw_application_window_set_content(window.cast(), breakpoints.widget)
    gtk_window_set_focus(window.cast(), nil)
  }

  private func restoreFrame() {
    // While it is maximised, its default size is that to restore.
    context.settings.bindFrame(of: window)
    for property in ["default-width", "default-height", "maximized"] {
      window.on("notify::\(property)") { [weak self] in self?.saveFrame(()) }
    }
    window.on("close-request") { [weak self] () -> Bool in
      self?.closing.closeSafely()
      return true
    }
  }

  private func connectPages() {
    pageStack.onChange = { [weak self] in
      guard let self else { return }
      // Otherwise F10 would also open the menu on the outgoing map, which takes it along.
      gtk_menu_button_set_primary(header["menu"].cast(), (!isAlbumOpen).gboolean)
      albums.leaveHidden()
      if !isAlbumOpen, !places.returnFocus() { mapPage.grabFocus(at: albums.shownPin) }
    }
    pageStack.onSettle = { [weak self] in self?.albums.releaseHidden() }
    Focus.comesBackFromPopovers(of: window)
    window.on("notify::focus-widget") { [weak self] in
      guard let self, hasLostFocus else { return }
      // GTK notifies as soon as no widget has the focus. The code that took it away may be about to
      // give it to another widget. After that, and before a key that was typed meanwhile would be
      // lost; and once more when a page that is being left, or is not laid out, lets it go.
      for priority in [G_PRIORITY_HIGH, G_PRIORITY_DEFAULT_IDLE] {
        MainLoop.whenIdle(priority: priority) { [weak self] in
          if let self, !isGone, hasLostFocus { grabFocus() }
        }
      }
    }
    window.on("map") { [weak self] in self?.grabFocus() }
    // A program that runs for weeks makes snapshots, too.
    window.on("notify::is-active") { [session] in Task { await session.keepSnapshot() } }
  }

  private var hasLostFocus: Bool { gtk_window_get_focus(window.cast()) == nil }

  /// Moves the focus into the shown page.
  private func grabFocus() {
    if gtk_stack_get_visible_child(pages.cast()) != pageStack.widget {
      gtk_widget_child_focus(pages, GTK_DIR_TAB_FORWARD)
    } else if isAlbumOpen {
      albums.grabFocus()
    } else {
      mapPage.grabFocus()
    }
  }

  private func makeTroublePage() -> TroublePage {
    let page = TroublePage(self)
    gtk_stack_add_child(pages.cast(), page.widget)
    return page
  }

  private func showLibraryState() {
    switch session.library.state {
    case .opening: break
    case .open: showPage(pageStack.widget, of: pages)
    case .failed(let error):
      requested = nil
      troublePage.show(error)
      showPage(troublePage.widget, of: pages)
    }
  }

  private func connectMap() {
    let settings = context.settings
    mapPage.start(at: settings.mapView)
    mapPage.onViewChange = { [weak self] in
      self?.saveView($0)
      self?.places.viewChanged()
    }
    settings.addActions(
      of: .trips, .countries, .tileSource, .placesOrder, .placesInView, to: window)
    mapPage.showsTrips = settings[.trips]
    mapPage.offersStreets = { settings[.askPanoramax] }
    settings.onChange(of: .trips) { [weak mapPage] in
      mapPage?.showsTrips = settings[.trips]
    }
    settings.onChange(of: .countries) { [weak self] in self?.tintCountries() }
    settings.onChange(of: .pinCovers) { [weak self] in self?.showCovers() }
    settings.onChange(of: .placesOrder, .placesInView) { [weak self] in
      self?.places.applySettings()
    }
    mapColumn.addKeys { [weak self] (key: PlacesKey) in
      guard let self else { return false }
      switch key {
      case .toggle: places.toggle()
      // The focus may still be on the button that has opened the list.
      case .leave: return places.uncoverMap()
      }
      return true
    }
    // When neither the focused widget nor the list handles the key.
    mapColumn.addKeys { [weak self] (_: BubbleKey) in
      guard let self, !places.coversMap else { return false }
      return search.close() || mapPage.unmark()
    }
    mapColumn.addKeys { [weak self] (_: TourKey) in
      self?.albums.playAll()
      return true
    }
  }

  /// Enables the cards of pins once the pins are read, does what had to wait for them, and leaves the
  /// album of a pin that is gone.
  private func showPins() {
    let (pins, isConnected) = (session.map.pins, session.map.isConnected)
    albums.follow(pins)
    guard isConnected else { return }
    if let requested {
      self.requested = nil
      requested()
    }
    guard mapPage.pinLayer.card == nil else { return }
    mapPage.pinLayer.card = PinCard(pinPhotos, of: session.map)
    showCovers()
  }

  private var pinPhotos: PinPhotos { PinPhotos(albums: session.albums, thumbnails: thumbnails) }

  private func showCovers() {
    let isOn = context.settings[.pinCovers] && session.map.isConnected
    mapPage.pinLayer.covers = isOn ? PinCovers(pinPhotos) : nil
  }

  /// Tints the visited countries, if the user wants that.
  private func tintCountries() {
    let isOn: Bool = context.settings[.countries]
    if isOn { session.been.start() }
    // Read in any case, so that the observer follows them even while they are switched off.
    let been = session.been.countries.map(\.number)
    let tinted = isOn ? Set(been) : []
    if tinted != material.tinted { material.tinted = tinted }
  }

  /// Flies to a place worth seeing; a pin is only dropped on request.
  func flySomewhere() {
    places.uncoverMap()
    Task { [weak self, session, settings = context.settings] in
      let seen = settings.wanderings
      guard
        let place = await session.world.somewhere(
          besides: Set(seen), pins: session.map.pins, languages: preferredLanguages(),
          at: Double(time(nil)))
      else { return }
      guard let self, !isGone else { return }
      settings.wanderings = seen + [place.name]
      mark(place.result)
    }
  }

  private func addActions() {
    window.onRequest { [weak self] in self?.perform($0) }
    addMapAction("search") { [weak self] in self?.openSearch() }
    window.addAction("play-all") { [weak self] in self?.albums.playAll() }
    addMapAction("take-me-somewhere") { [weak self] in self?.flySomewhere() }
    // Not where the user would not see the pin.
    addMapAction("drop-pin") { [weak self] in self?.mapPage.dropPinInMiddle() }
    window.addAction("preferences") { [weak self] in self?.openPreferences() }
    window.addAction("show-shortcuts") { [weak self] in
      guard let self else { return }
      let page: KeyGroup =
        isAlbumOpen
        ? (albums.showsPhoto || albums.showsStreet ? .photo : .album)
        : (places.hasFocus ? .places : .map)
      ShortcutsDialog.show(over: window, beginningWith: page)
    }
    window.addAction("report-map-issue") { [weak self] in
      guard let self else { return }
      let view = mapPage.camera.view
      perform(
        .openPage(
          address:
            "https://www.openstreetmap.org/fixthemap?lat=\(view.center.latitude)&lon=\(view.center.longitude)&zoom=\(Int(view.zoom))"
        ))
    }
  }

  /// Performs a request of a part of the window.
  private func perform(_ request: WindowRequest) {
    switch request {
    case .goBack: albums.goBack()
    case .openAlbum(let pin): albums.open(pin)
    case .showDetails(let id):
      guard let pin = session.map.pins[id] else { return }
      PinDetailsDialog.show(of: pin, in: session, over: window)
    case .addToTrip(let pin): TripDialog.show(through: [pin], in: session, over: window)
    case .viewPhoto(let photo): albums.view(photo)
    case .playPhotos(let photo): albums.play(from: photo)
    case .makePostcard(let photo): albums.makePostcard(of: photo)
    case .showPlace(let place): show(PlaceRequest(coordinate: place))
    case .standAt(let place, let pin): albums.stand(at: place, of: pin)
    case .dropPin(let photo):
      guard let place = photo.coordinate else { return }
      showMap()
      session.dropPin(at: place, showing: photo)
    case .markPlace(let name, let kind, let place):
      if isAlbumOpen { showMap() }
      mapPage.mark(name, kind, at: place, named: name)
    case .showMessage(let sentence): toaster.show(sentence)
    case .showMadeFile(let sentence, let path):
      let open: @MainActor () -> Void = { [weak self] in self?.openMade(path) }
      toaster.show(sentence, button: (trc("file", "Open"), open))
      notifications.tell(.fileMade, sentence, pressed: ("app.open-made", path))
    case .openPage(let address):
      say(tr("The page could not be opened.")) { await WebPage.open(address, from: $0) }
    case .openElsewhere(let place):
      say(tr("No other app can show the place.")) {
        await WebPage.show(place.link, from: $0)
      }
    case .exportPins(let pins): files.exportPlaces(pins)
    case .exportTrip(let trip): files.exportTrip(trip)
    }
  }

  /// Opens a file or folder that was made.
  func openMade(_ path: String) {
    let isFolder = g_file_test(path, G_FILE_TEST_IS_DIR) != 0
    let lack = isFolder ? tr("No app can open the folder.") : tr("No app can open the file.")
    say(lack) { await WebPage.open(file: path, from: $0) }
  }

  /// Opens something in another program; if that fails, says so.
  func say(
    _ sentence: String,
    unless open: @escaping @MainActor (UnsafeMutablePointer<GtkWindow>) async -> Bool
  ) {
    Task { if await !open(window.cast()) { toaster.show(sentence) } }
  }
}
