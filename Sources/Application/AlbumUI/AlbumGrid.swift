package import CAdwaita
import CGLib
import ExportUI
import GLibBridge
package import TouristSession
import TravelModel
package import Widgets

/// An album's photos in a grid that follows the model.
package final class AlbumGrid {
  /// The scrolled window.
  package let widget: UnsafeMutablePointer<GtkWidget> = gtk_scrolled_window_new()!
  var onRemove: ([Photo]) -> Void = { _ in }
  var onFavorite: ([Photo]) -> Void = { _ in }
  var onMenu: (Photo, Widget) -> Void = { _, _ in }
  /// Called when a photo is tapped that cannot be tried again.
  var onTap: (Photo) -> Void = { _ in }
  /// Called when the pointer or the focus enters a photo, or leaves all.
  var onPoint: (Photo?) -> Void = { _ in }

  /// Called when another photo has come in the place of one.
  var onReplace: () -> Void = {}

  let grid: Widget
  private let list = gtk_string_list_new(nil)!
  let selection: OpaquePointer
  let thumbnails: Thumbnails
  let albums: AlbumRegistry
  private(set) var album: AlbumModel?
  private(set) var cells: [UnsafeMutableRawPointer: PhotoCell] = [:]
  /// The animation of the last change.
  private(set) var flow: GridFlow?
  private var isChanging = false
  var shimmer: ScheduledCall?
  var isVisibilityCheckDue = false
  /// The photo to focus once it has its place, and what had the focus when that was asked for.
  var pendingFocus: (photo: Photo.ID, attempts: Int, hasArrived: Bool, before: Widget?)?
  /// Whether focusing it is tried as soon as nothing else is to be done.
  var isFocusScheduled = false
  private(set) var isEditing = false

  /// One of the photos that were in sight last.
  var lastSeen: Photo?
  /// What the album's place is called, after which photos without a title are.
  var placeName = "" {
    didSet {
      guard placeName != oldValue else { return }
      for cell in cells.values { cell.photo.map { cell.bind($0, at: placeName) } }
    }
  }
  private var columns = 0
  /// Where to scroll to once the list has been laid out.
  private var pendingScroll: ScrollTarget?
  /// Whether the list has been laid out since it was replaced: until then it cannot be scrolled.
  private var hasLayout = false

  private enum ScrollTarget {
    case place(Int)
    case offset(Double)
  }

  package init(thumbnails: Thumbnails, albums: AlbumRegistry) {
    self.thumbnails = thumbnails
    self.albums = albums
    selection = gtk_multi_selection_new(list.cast())
    let factory = gtk_signal_list_item_factory_new()!
    grid = ItemList.makeGrid(of: selection, by: factory)
    layOut()
    connect(factory)
    addKeys()
  }

  package func show(_ album: AlbumModel) {
    self.album = album
    album.onChange = { [weak self] in self?.change($0) }
    reload()
  }

  package func clear() {
    album?.onChange = nil
    album = nil
    replaceList(by: [])
  }

  /// Reads the album's list again.
  func reload() {
    guard let album else { return }
    replaceList(by: album.photos.map { String($0.id.number) })
    scheduleVisibilityCheck()
    scheduleShimmer()
  }

  private func replaceList(by ids: [String]) {
    endFlow()
    (pendingScroll, hasLayout) = (nil, false)
    withCStrings(ids) { gtk_string_list_splice(list, 0, guint(count), $0) }
  }

  /// Fits the columns to the window's width; what was seen stays in sight.
  ///
  /// The list makes cells for about 30 rows, visible or not: the bound is the number that there is.
  package func fit(width: Int, zoom: Double = 1) {
    let new = PhotoColumns.count(width: width, zoom: zoom)
    // Wider cells may need larger pictures.
    defer { scheduleVisibilityCheck() }
    guard new != columns else { return }
    columns = new
    let kept = placeInSight
    gtk_grid_view_set_max_columns(grid.cast(), guint(new))
    guard let kept else { return }
    // Where the photos are now is known after the layout.
    scroll(to: kept)
    pendingScroll = .place(kept)
  }

  /// Shows or hides the Remove button on each photo.
  func setEditing(_ isEditing: Bool) {
    self.isEditing = isEditing
    let focused = cells.values.first { Focus.isIn($0.widget) }?.photo
    for cell in cells.values { cell.setEditing(isEditing) }
    // The hidden button may have had the focus.
    if !isEditing, let focused { takeFocus(at: focused) }
  }

  /// The number of photos in the list, which may lag behind the album.
  var count: Int { Int(g_list_model_get_n_items(list.cast())) }

  /// The scroll position, in pixels.
  var scroll: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { pendingScroll = .offset(newValue) }
  }

  /// Scrolls, after a layout, to where that had to wait for it.
  func continueScrolling() {
    hasLayout = true
    guard pendingScroll != nil else { return }
    // Nothing may be scrolled during a layout.
    MainLoop.whenIdle { [weak self] in
      guard let self, hasLayout, let target = pendingScroll else { return }
      pendingScroll = nil
      switch target {
      case .place(let place): scroll(to: place)
      case .offset(let offset): gtk_adjustment_set_value(adjustment, offset)
      }
    }
  }

  /// Several photos that are selected, or else the focused one: Tab moves the focus alone.
  var selectedPhotos: [Photo] {
    guard let album else { return [] }
    let chosen = gtk_selection_model_get_selection(selection.cast())!
    defer { gtk_bitset_unref(chosen) }
    let places = (0..<gtk_bitset_get_size(chosen)).map {
      Int(gtk_bitset_get_nth(chosen, guint($0)))
    }
    if places.count < 2, let focused = focusedCell?.photo { return [focused] }
    return places.filter { $0 < album.photos.count }.map { album.photos[$0] }
  }
}

extension AlbumGrid {
  private func layOut() {
    // The list has as many columns as there is room for, and cells claim little.
    gtk_grid_view_set_min_columns(grid.cast(), 1)
    gtk_grid_view_set_enable_rubberband(grid.cast(), 1)
    NewerToolkit.letArrowsMove(in: grid)
    grid.addClass("album-grid")
    grid.setAccessibleName(tr("Photos"))
    gtk_scrolled_window_set_policy(widget.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(widget.cast(), grid)
    gtk_widget_set_vexpand(widget, 1)
    addPressesInMotion()
    grid.on("notify::scale-factor") { [weak self] in self?.scheduleVisibilityCheck() }
    watchLayouts()
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(widget.cast())
  }

  private func connect(_ factory: OpaquePointer) {
    factory.on("setup") { [weak self] (item: OpaquePointer) in self?.setUp(item) }
    factory.on("bind") { [weak self] (item: OpaquePointer) in self?.bind(item) }
    factory.on("unbind") { [weak self] (item: OpaquePointer) in self?.unbind(item) }
    factory.on("teardown") { [weak self] (item: OpaquePointer) in self?.tearDown(item) }
    // By the keyboard; the cells handle the pointer.
    grid.on("activate") { [weak self] (place: UInt32) in
      guard let self, let album, Int(place) < album.photos.count else { return }
      view(album.photos[Int(place)])
    }
  }

  private func setUp(_ item: OpaquePointer) {
    let cell = PhotoCell()
    cell.onRemove = { [weak self] in self?.onRemove([$0]) }
    cell.onHover = { [weak self] in self?.onPoint($0) }
    cells[item.raw] = cell
    cell.widget.on("map") { [weak self] in self?.scheduleVisibilityCheck() }
    gtk_list_item_set_child(item.cast(), cell.widget)
    addTaps(to: cell)
    addDrag(to: cell)
  }

  private func bind(_ item: OpaquePointer) {
    // During a change, positions in the list are not yet those of the album.
    guard !isChanging, let cell = cells[item.raw], let album else { return }
    let place = Int(gtk_list_item_get_position(item.cast()))
    guard place < album.photos.count else { return }
    let photo = album.photos[place]
    if !cell.isBound(to: photo) { dropPicture(of: cell) }
    cell.bind(photo, at: placeName)
    cell.setEditing(isEditing)
    scheduleVisibilityCheck()
  }

  private func unbind(_ item: OpaquePointer) {
    cells[item.raw]?.unbind()
    scheduleVisibilityCheck()
  }

  private func tearDown(_ item: OpaquePointer) {
    if let cell = cells[item.raw] { dropPicture(of: cell) }
    cells[item.raw] = nil
  }

  func view(_ photo: Photo) { grid.activate(.viewPhoto, photo.id.number) }

  func retry(_ photo: Photo) {
    if let album { albums.retry([photo.id], of: album) }
  }

  private func addKeys() {
    // Captured before the list takes Space for selecting.
    grid.addKeys(capturing: true) { [weak self] (key: PhotoKey) in
      guard let self else { return false }
      switch key {
      case .view:
        guard let photo = focusedCell?.photo else { return false }
        view(photo)
      case .remove:
        let chosen = selectedPhotos
        guard !chosen.isEmpty else { return false }
        onRemove(chosen)
      case .favorite: onFavorite(selectedPhotos)
      case .copy:
        let lent = lent(selectedPhotos)
        guard !lent.isEmpty else { return false }
        Task { [grid] in await PhotoClipboard.copy(lent, from: grid) }
      case .menu:
        guard let cell = focusedCell, let photo = cell.photo else { return false }
        onMenu(photo, cell.widget)
      }
      return true
    }
    let keys = gtk_event_controller_key_new()!
    keys.on("key-released") { [weak self] in
      if let self { onPoint(focusedCell?.photo) }
    }
    gtk_widget_add_controller(grid, keys)
  }
}

extension AlbumGrid {
  private func update(at place: Int) {
    guard let photo = album?.photos[place],
      let cell = cells.values.first(where: { $0.photo?.id == photo.id })
    else { return }
    if !cell.isBound(to: photo) { dropPicture(of: cell) }
    cell.bind(photo, at: placeName)
    scheduleVisibilityCheck()
    scheduleShimmer()
  }

  private func change(_ change: AlbumModel.Change) {
    guard let album else { return }
    if case .changed(let place) = change { return update(at: place) }
    let next = GridFlow(cells: Array(cells.values), in: widget)
    endFlow()
    flow = next
    isChanging = true
    var heir: Photo?
    switch change {
    case .removed(let places):
      heir = heirOfFocus(whereGo: places)
      for place in places.reversed() { gtk_string_list_remove(list, guint(place)) }
    case .inserted(let places):
      for place in places {
        withCStrings([String(album.photos[place].id.number)]) {
          gtk_string_list_splice(list, guint(place), 0, $0)
        }
      }
    case .replaced(let old, let new):
      gtk_string_list_remove(list, guint(old))
      withCStrings([String(album.photos[new].id.number)]) {
        gtk_string_list_splice(list, guint(new), 0, $0)
      }
    case .changed: break
    }
    isChanging = false
    for (item, cell) in cells where cell.photo == nil { bind(OpaquePointer(item)) }
    scheduleVisibilityCheck()
    if case .replaced = change { onReplace() }
    if let heir { takeFocus(at: heir) }
    // The user wants to see a restored photo.
    if case .inserted(let places) = change, let place = places.first,
      gtk_widget_get_mapped(grid) != 0
    {
      takeFocus(at: album.photos[place])
    }
  }

  private func endFlow() {
    flow?.end()
    flow = nil
  }
}
