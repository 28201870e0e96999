import AlbumUI
import CAdwaita
import CGLib
import ExportUI
import GLibBridge
import MapWidget
import Observation
import PinListUI
import PinsUI
import TouristSession
import TravelModel
import TravelStore
import ViewerUI
import Widgets

/// The program's window: the map, the album page and the viewer, and notices.
final class MainWindow {
  let window: Widget
  let context: Context
  var session: Session { context.session }
  /// The last message.
  var message: Toast?
  private(set) lazy var toaster = Toaster(over: toasts)
  /// Offers to undo the last removal or replacement.
  var undoToast: Toast?
  /// Set when the window is closed; work that ends later must not touch it.
  var isGone = false
  /// Set while the window is being closed.
  var closing: Closing? {
    didSet { if closing == nil { session.cancelClosing() } }
  }
  /// Shows toasts over all pages, in one place, so that no change of the page moves them.
  let toasts: Widget
  let breakpoints: Breakpoints
  let pages = gtk_stack_new()!
  let mapColumn: Widget
  /// The map, and over it album and viewer.
  let pageStack: PageStack
  let material = MapMaterial()
  let mapPage: MapPage
  private(set) lazy var places = makePlaces()
  // Made when first shown, so that the map appears as soon as possible.
  lazy var albumPage = makeAlbumPage()
  lazy var postcards = PostcardMaker(of: session, notices: albumPage.notices, over: window)
  var viewer: PhotoViewer?
  lazy var thumbnails = Thumbnails(decoder: context.decoder)
  var hasAlbumPages = false
  /// Whether the user has just switched the own pictures on, and waits for them.
  var saysWhenPicturesAreShown = false
  /// Whether the user is asked what to take from where, or something is being taken.
  private var isTaking = false
  /// Files that were brought before the library was open, or while others are taken.
  var waitingFiles: [String] = []
  private lazy var troublePage = makeTroublePage()
  var shownPin: Pin.ID?
  let search: SearchBar
  let mainMenu = MainMenu.makeButton()
  let notices = NoticeBar()
  private(set) lazy var backups = BackupActions(context: context, notices: notices)
  private var observers: [Observer] = []
  private var saveView: Debounce<MapView>
  private var saveFrame: Debounce<Settings.WindowFrame>

  /// How long after the last movement the view is saved: soon, in case of a crash, but not for every
  /// frame.
  private static let savingDelay = Duration.milliseconds(300)

  init(application: UnsafeMutablePointer<GtkApplication>, context: Context) {
    self.context = context
    window = adw_application_window_new(application)!
    mapColumn = makeBox(GTK_ORIENTATION_VERTICAL)
    pageStack = PageStack(root: mapColumn, title: tr("Virtual Tourist"))
    toasts = adw_toast_overlay_new()!
    toasts.addClass("page-toasts")
    // Not the window's size: without a compositor that would count its border.
    breakpoints = Breakpoints(content: toasts, leastWidth: 360, leastHeight: 294)
    mapPage = MapPage(session: context.session, material: material)
    search = SearchBar(
      model: SearchModel(
        world: context.session.world, map: context.session.map, languages: preferredLanguages()))
    saveView = Debounce(for: MainWindow.savingDelay) { [settings = context.settings] in
      settings.mapView = $0
    }
    saveFrame = Debounce(for: MainWindow.savingDelay) { [settings = context.settings] in
      settings.windowFrame = $0
    }

    gtk_window_set_title(window.cast(), tr("Virtual Tourist"))
    protectPresses(in: window)
    loadOfflineMap()
    layOut()
    restoreFrame()
    connectPages()
    addActions()
    showTiles()
    context.settings.onChange(of: .tileSource, .tileAddress) { [weak self] in self?.showTiles() }
    context.settings.onChange(of: .pinCovers) { [weak self] in self?.showCovers() }
    connectPictures()
    addPlaceFileActions()
    addBackupActions()
    addDropTarget()
    let troubles = context.settings.troubles.map(Words.sentence(for:))
    if !troubles.isEmpty {
      notices.add(Notice(id: .settings, text: troubles.joined(separator: "\n")))
    }
    observers = [
      Observer { [weak self] in self?.showLibraryState() },
      Observer { [weak self] in self?.showReadOnlyNotice() },
      Observer { [weak self] in self?.showSavingFailure() },
      Observer { [weak self] in self?.showReadingFailure() },
      Observer { [weak self] in self?.showPins() },
      Observer { [weak self] in self?.watchNetwork() },
      Observer { [weak self] in self?.showTileRefusal() },
      Observer { [weak self] in self?.offerUndo() },
      Observer { [weak self] in self?.showNextSteps() },
      Observer { [weak self] in self?.followPictures() },
      Observer { [weak self] in self?.takeWaitingFiles() },
      Observer { [weak self] in self?.tintCountries() },
    ]
  }

  /// Shows a place on the map, at its zoom if it has one.
  func show(_ request: PlaceRequest) {
    if isAlbumOpen { showMap() }
    mapPage.show(request)
  }

  /// Does something that asks the user what is to be taken, unless such a thing is under way: one
  /// question at a time, and each about what the one before has left.
  func takeInTurn(_ work: @escaping () async -> Void) {
    guard session.map.isConnected, !isTaking else { return }
    isTaking = true
    Task {
      await work()
      isTaking = false
      takeWaitingFiles()
    }
  }

  /// Saves the view and the window's size at once.
  func flush() {
    saveView.flush()
    saveFrame.flush()
  }
}

extension MainWindow {
  private func layOut() {
    mapPage.addOverlay(search.list)

    for part in [makeHeader(), notices.widget, places.widget] {
      gtk_box_append(mapColumn.cast(), part)
    }
    MenuKeys.keepMenusInSight(of: window)

    gtk_stack_add_child(pages.cast(), pageStack.widget)
    adw_toast_overlay_set_child(toasts.cast(), pages)
    adw_application_window_set_content(window.cast(), breakpoints.widget)
    gtk_window_set_focus(window.cast(), nil)
  }

  private func restoreFrame() {
    let frame = context.settings.windowFrame
    gtk_window_set_default_size(window.cast(), frame.width, frame.height)
    if frame.isMaximized { gtk_window_maximize(window.cast()) }
    for property in ["default-width", "default-height", "maximized"] {
      window.on("notify::\(property)") { [weak self] in self?.frameChanged() }
    }
    window.on("close-request") { [weak self] () -> Bool in
      self?.closeSafely()
      return true
    }
  }

  private func frameChanged() {
    var frame = context.settings.windowFrame
    // While maximised, keep the size to restore.
    if gtk_window_is_maximized(window.cast()) == 0 {
      gtk_window_get_default_size(window.cast(), &frame.width, &frame.height)
    }
    frame.isMaximized = gtk_window_is_maximized(window.cast()) != 0
    saveFrame(frame)
  }

  private func connectPages() {
    mapPage.start(at: context.settings.mapView)
    mapPage.onViewChange = { [weak self] in
      self?.saveView($0)
      self?.places.viewChanged()
    }
    context.network.onReturn { [weak material] in material?.retryTiles() }
    pageStack.onChange = { [weak self] in
      guard let self else { return }
      hidePagesFromAssistiveTools()
      // Its key would open it as well on the map that is on its way out, which takes it along.
      gtk_menu_button_set_primary(mainMenu.cast(), (!isAlbumOpen).gboolean)
      if hasAlbumPages { releaseHiddenPages() }
      if !isAlbumOpen, !places.takeFocusBack() { mapPage.takeFocus(at: shownPin) }
    }
    pages.on("notify::visible-child") { [weak self] in self?.hidePagesFromAssistiveTools() }
    connectSearch()
    connectPlaces()
    addUndo()
    session.undo.isInUse = { [weak self] in self?.isUndoInUse ?? false }
    watchFocus()
    window.on("map") { [weak self] in self?.takeFocus() }
  }
}

extension MainWindow {
  var isAlbumOpen: Bool {
    pageStack.shown != mapColumn
  }

  /// Hides the pages that are not shown from assistive tools, which GTK 4.8 does not do.
  private func hidePagesFromAssistiveTools() {
    pageStack.hidePagesFromAssistiveTools()
    let visible = gtk_stack_get_visible_child(pages.cast())
    var page = gtk_widget_get_first_child(pages)
    while let current = page {
      current.setAccessibleHidden(current != visible)
      page = gtk_widget_get_next_sibling(current)
    }
  }

  private func makeTroublePage() -> TroublePage {
    let page = TroublePage(session: session)
    gtk_stack_add_child(pages.cast(), page.widget)
    return page
  }

  var isMapShown: Bool {
    !isAlbumOpen && gtk_stack_get_visible_child(pages.cast()) == pageStack.widget
  }

  func showMap() { pageStack.show(mapColumn) }

  func goBack() {
    // A slideshow of all places leads from the map to the viewer.
    hasAlbumPages && albumPage.album == nil ? showMap() : pageStack.goBack()
  }

  private func showLibraryState() {
    switch session.library.state {
    case .opening: break
    case .open: gtk_stack_set_visible_child(pages.cast(), pageStack.widget)
    case .failed(let error):
      troublePage.show(error)
      gtk_stack_set_visible_child(pages.cast(), troublePage.widget)
    }
  }

  /// Enables cards once there are pins, and leaves the album of a pin that is gone, or elsewhere now.
  private func showPins() {
    let (pins, isConnected) = (session.map.pins, session.map.isConnected)
    let shown = viewer?.photo?.pin ?? shownPin
    if isAlbumOpen, let shown, viewer?.showsLibrary != false {
      let pin = hasAlbumPages ? albumPage.album?.pin : nil
      let isElsewhere = pin?.id == shown && pin?.coordinate != pins[shown]?.coordinate
      if pins[shown] == nil || isElsewhere { showMap() }
    }
    guard isConnected, mapPage.pinLayer.card == nil else { return }
    mapPage.pinLayer.card = PinCard(pinPhotos, of: session.map)
    showCovers()
  }

  var pinPhotos: PinPhotos {
    PinPhotos(albums: session.albums, thumbnails: thumbnails)
  }

  private func showCovers() {
    mapPage.pinLayer.covers =
      context.settings.isOn(.pinCovers) && session.map.isConnected
      ? PinCovers(pinPhotos) : nil
  }

  private func showSavingFailure() {
    guard let error = session.map.savingFailure else { return notices.remove(.unsavedPins) }
    notices.add(
      Notice(
        id: .unsavedPins, text: Words.unsavedPins(session.map.drafts.count, because: error),
        remedy: (tr("Try Again"), { [map = session.map] in map.retrySaving() })))
  }

  private func showReadingFailure() {
    guard let error = session.map.readingFailure else { return notices.remove(.unreadPins) }
    notices.add(
      Notice(
        id: .unreadPins, text: Words.unreadPins(because: error),
        remedy: (tr("Try Again"), { [session] in Task { await session.retryReading() } })))
  }

  private func showTiles() {
    notices.remove(.tileAddress)
    switch context.settings.tileSource {
    case .success(let source):
      material.showTiles(of: source, loader: source.template.map(context.makeTileLoader))
    case .failure(let flaw):
      material.showTiles(of: .offline, loader: nil)
      notices.add(Notice(id: .tileAddress, text: Words.sentence(for: flaw)))
    }
  }

  /// Waits for the network to come back where the tile server does not answer.
  private func watchNetwork() {
    if material.reach != .reachable { context.network.start() }
  }

  private func showTileRefusal() {
    guard material.reach == .refused, case .success(let source) = context.settings.tileSource,
      let template = source.template
    else { return notices.remove(.tiles) }
    notices.add(
      Notice(
        id: .tiles, text: Words.tilesRefused(by: template),
        remedy: (
          tr("Choose Map…"),
          { [weak self] in
            if let self { Preferences.open(over: window, context: context) }
          }
        ), isAdvice: true))
  }
}

extension MainWindow {
  private func addActions() {
    window.addAction(.goBack) { [weak self] _ in self?.goBack() }
    addAlbumActions()
    window.addAction(.showPlace) { [weak self] in
      if let place = PlaceRequest($0) { self?.show(place) }
    }
    window.addAction(.markPlace) { [weak self] in self?.markPlace($0) }
    window.addAction(.showMessage) { [weak self] in self?.toast($0) }
    window.addAction(.showMadeFile) { [weak self] in self?.toastFile($0) }
    window.addAction(.openPage) { [weak self] in self?.open(page: $0) }
    window.addAction(.openElsewhere) { [weak self] in
      if let place = PlaceRequest($0) { self?.open(place) }
    }
    window.addAction("search") { [weak self] in
      guard let self, isMapShown else { return }
      places.uncoverMap()
      search.open()
    }
    window.addAction("take-me-somewhere") { [weak self] in self?.takeSomewhere() }
    window.addAction("drop-pin") { [weak self] in
      // Not where the user would not see the pin.
      if let self, isMapShown { mapPage.dropPinInMiddle() }
    }
    window.addAction("preferences") { [weak self] in
      guard let self else { return }
      Preferences.open(over: window, context: context)
    }
    window.addAction("show-shortcuts") { [weak self] in
      if let self { ShortcutsDialog.show(over: window) }
    }
    window.addAction("report-map-issue") { [weak self] in
      guard let self else { return }
      let view = mapPage.camera.view
      let address =
        "https://www.openstreetmap.org/fixthemap?lat=\(view.center.latitude)&lon=\(view.center.longitude)&zoom=\(Int(view.zoom))"
      open(page: address)
    }
  }
}
