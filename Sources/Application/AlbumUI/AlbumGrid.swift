package import CAdwaita
import CGLib
import ExportUI
import GLibBridge
package import TouristSession
import TravelModel
package import Widgets

/// An album's photos in a grid that follows the model.
package final class AlbumGrid {
  package let widget: UnsafeMutablePointer<GtkWidget> = gtk_scrolled_window_new()!
  /// The actions that presses, keys and menus perform on photos.
  var actions: AlbumActions?
  /// Called when the pointer or the focus enters a photo, and with nil when it leaves all of them.
  var onPoint: (Photo?) -> Void = { _ in }
  /// Called when another photo has replaced one.
  var onReplace: () -> Void = {}
  /// Called when removed photos have come back.
  var onRestore: () -> Void = {}

  private let cells: CellList<PhotoCell>
  private let grid: Widget
  private let list = gtk_string_list_new(nil)!
  private let selection: OpaquePointer
  private let albums: AlbumRegistry
  private let pictures: PicturesInView
  private let chase: FocusChase
  private var photos: ShownPhotos? {
    didSet { (pictures.photos, chase.photos) = (photos, photos) }
  }
  /// The animation of the last change.
  private var flow: GridFlow?
  private var isChanging = false
  private var isEditing = false
  /// The name of the album's place; photos without a title are named after it.
  var placeName = "" {
    didSet {
      guard placeName != oldValue else { return }
      for cell in cells.all { cell.photo.map { cell.bind($0, at: placeName) } }
    }
  }

  package init(thumbnails: Thumbnails, albums: AlbumRegistry) {
    self.albums = albums
    selection = gtk_multi_selection_new(list.cast())
    cells = CellList(of: selection, isGrid: true) { PhotoCell() }
    grid = cells.widget
    pictures = PicturesInView(in: cells, thumbnails, albums)
    chase = FocusChase(in: cells, pictures)
    layOut()
    connect()
    addKeys()
  }

  package func show(_ album: AlbumModel) {
    photos = ShownPhotos(of: album)
    album.onChange = { [weak self] in self?.change($0) }
    reload()
  }

  package func clear() {
    photos?.album.onChange = nil
    photos = nil
    replaceList(by: [])
  }

  /// Shows the photos of some decades alone; if there are none, all of them.
  func show(decades: Set<Int>) {
    guard let photos, photos.decades != decades else { return }
    let focused = focusedPhoto
    photos.decades = decades
    reload()
    scroll = 0
    if let focused { grabFocus(at: focused) }
  }

  func reload() {
    guard let photos else { return }
    photos.find()
    replaceList(by: photos.all.map { String($0.id.number) })
    pictures.check()
    pictures.shimmer()
  }

  private func replaceList(by ids: [String]) {
    endFlow()
    cells.pendingScroll = nil
    let count = g_list_model_get_n_items(list.cast())
    withCStrings(ids) { gtk_string_list_splice(list, 0, count, $0) }
  }

  /// Fits the columns to the window's width, and keeps what was in sight there.
  ///
  /// The list makes cells for about 30 rows, visible or not, so the number of columns is bounded.
  package func fit(width: Int, zoom: Double = 1) {
    let new = PhotoColumns.count(width: width, zoom: zoom)
    // Wider cells may need larger pictures.
    defer { pictures.check() }
    guard new != pictures.columns else { return }
    let kept = placeInSight
    pictures.columns = new
    gtk_grid_view_set_max_columns(grid.cast(), guint(new))
    if let kept { cells.keepInSight(kept) }
  }

  /// Shows or hides the Remove button on each photo.
  func setEditing(_ isEditing: Bool) {
    self.isEditing = isEditing
    let focused = cells.all.first { Focus.isIn($0.widget) }?.photo
    for cell in cells.all { cell.setEditing(isEditing) }
    // The hidden button may have had the focus.
    if !isEditing, let focused { grabFocus(at: focused) }
  }

  /// The scroll position, in pixels.
  var scroll: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { cells.pendingScroll = { [adjustment] in gtk_adjustment_set_value(adjustment, newValue) } }
  }

  var lastSeen: Photo? { pictures.lastSeen }

  /// The photo that has the keyboard.
  var focusedPhoto: Photo? { cells.focused?.photo }

  var awaitsFocus: Bool { chase.isUnderWay }

  /// Focuses a photo and scrolls to it, or focuses the list where it is not in the album.
  func grabFocus(at photo: Photo?) {
    guard let photo, photos?.position(of: photo.id) != nil else {
      gtk_widget_grab_focus(grid)
      return
    }
    // Keys must apply to this photo, not to an earlier selection.
    gtk_selection_model_unselect_all(selection)
    chase.begin(photo.id)
  }
}

extension AlbumGrid {
  private func layOut() {
    // The number of columns follows from the width, because cells request little.
    gtk_grid_view_set_min_columns(grid.cast(), 1)
    gtk_grid_view_set_enable_rubberband(grid.cast(), 1)
    grid.addClass("album-grid")
    grid.setAccessibleName(tr("Photos"))
    gtk_scrolled_window_set_policy(widget.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(widget.cast(), grid)
    gtk_widget_set_vexpand(widget, 1)
    addPressesInMotion()
    grid.on("notify::scale-factor") { [weak self] in self?.pictures.check() }
    onLayout(of: grid) { [weak self] in
      guard let self else { return }
      flow?.begin(Array(cells.all))
      chase.layoutDone()
      pictures.loadIfDue()
    }
    // Without a frame clock there was no layout.
    grid.on("realize") { [weak self] in self?.pictures.check() }
  }

  private func connect() {
    cells.onSetUp = { [weak self] in self?.setUp($0) }
    cells.onBind = { [weak self] in self?.bind($0) }
    cells.onUnbind = { [weak self] in
      $0.unbind()
      self?.pictures.check()
    }
    // Activation by keyboard; the cells handle the pointer.
    cells.onActivate = { [weak self] place in
      if let self, let photo = photos?[place] { actions?.view(photo) }
    }
    NewerToolkit.letArrowsMove(in: cells.widget)
    cells.onMenu = { [weak self] cell in
      if let photo = cell.photo { self?.actions?.openMenu(of: photo, over: cell.widget) }
    }
  }

  private func setUp(_ cell: PhotoCell) {
    cell.onRemove = { [weak self] in self?.actions?.remove([$0]) }
    cell.onHover = { [weak self] in self?.onPoint($0) }
    cell.widget.on("map") { [weak self] in self?.pictures.check() }
    addTaps(to: cell)
    addDrag(to: cell)
  }

  private func bind(_ cell: PhotoCell) {
    // During a change, positions in the list are not yet those of the album.
    guard !isChanging, let place = cell.position, let photo = photos?[place] else { return }
    cell.bind(photo, at: placeName)
    cell.setEditing(isEditing)
    pictures.check()
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(widget.cast())
  }

  /// The position of the focused photo if it is in sight, else of the first photo in sight.
  private var placeInSight: Int? {
    guard let seen = pictures.places else { return nil }
    let focused = cells.focused?.position
    // At the top, the space above the first photo stays visible.
    return scroll == 0 && focused == nil
      ? nil : focused.flatMap { seen.contains($0) ? $0 : nil } ?? seen.lowerBound
  }

  private func addKeys() {
    // Captured before the list takes Space for selecting.
    grid.addKeys(capturing: true) { [weak self] (key: PhotoKey) in
      guard let self else { return false }
      switch key {
      case .view:
        guard let focusedPhoto else { return false }
        actions?.view(focusedPhoto)
      case .remove:
        let chosen = selectedPhotos
        guard !chosen.isEmpty else { return false }
        actions?.remove(chosen)
      case .favorite: actions?.turnFavorite(selectedPhotos)
      case .copy:
        let lent = lent(selectedPhotos)
        guard !lent.isEmpty else { return false }
        Task { [grid] in await PhotoClipboard.copy(lent, from: grid) }
      case .menu:
        guard let cell = cells.focused else { return false }
        cells.openMenu(of: cell)
      }
      return true
    }
    let keys = grid.addController(gtk_event_controller_key_new())
    keys.on("key-released") { [weak self] in
      if let self { onPoint(focusedPhoto) }
    }
  }

  /// The selected photos if there are several, else the focused one, because Tab moves only the
  /// focus.
  private var selectedPhotos: [Photo] {
    guard let photos else { return [] }
    let chosen = gtk_selection_model_get_selection(selection.cast())!
    defer { gtk_bitset_unref(chosen) }
    let places = (0..<gtk_bitset_get_size(chosen)).map {
      Int(gtk_bitset_get_nth(chosen, guint($0)))
    }
    if places.count < 2, let focusedPhoto { return [focusedPhoto] }
    return places.compactMap { photos[$0] }
  }
}

/// The pointer on photos.
extension AlbumGrid {
  /// A tap removes or opens a photo; with Control or Shift it selects, as in any list.
  private func addTaps(to cell: PhotoCell) {
    let click = cell.widget.addController(gtk_gesture_click_new())
    click.on("released") { [weak self, weak cell] (presses: Int32, _: Double, _: Double) in
      let held = gtk_event_controller_get_current_event_state(click.cast()).rawValue
      let selects = held & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) != 0
      guard let self, let photo = cell?.photo, !selects else { return }
      // Claimed on release only: a press may begin a scroll.
      gtk_gesture_set_state(click.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      // The second press of a double click may hit a photo that has just moved there.
      guard presses == 1, !isEditing else { return }
      gtk_selection_model_unselect_all(selection)
      actions?.tap(photo)
    }
    // A finger has no other button for the menu.
    let hold = cell.widget.addController(gtk_gesture_long_press_new())
    gtk_gesture_single_set_touch_only(hold.cast(), 1)
    hold.on("pressed") { [weak self, weak cell] (_: Double, _: Double) in
      guard let self, let cell, cell.photo != nil else { return }
      gtk_gesture_set_state(hold.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      cells.openMenu(of: cell)
    }
  }

  /// While photos move, lets a press act on the photo that is seen at the pointer, not on the one
  /// that will be there.
  private func addPressesInMotion() {
    let click = widget.addController(gtk_gesture_click_new(), capturing: true)
    click.on("pressed") { [weak self] (_: Int32, x: Double, y: Double) in
      guard let self, let sight = flow?.sight(x: x, y: y) else { return }
      gtk_gesture_set_state(click.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      guard case .photo(let cell, let x, let y) = sight, let photo = cell.photo else { return }
      if !isEditing {
        actions?.tap(photo)
      } else if cell.isOnBadge(x: x, y: y) {
        actions?.remove([photo])
      }
    }
  }

  /// Drags a photo, or all selected ones if it is one of them.
  private func addDrag(to cell: PhotoCell) {
    PhotoDrag.add(to: cell.widget) { [weak self, weak cell] in
      guard let self, let photo = cell?.photo else { return [] }
      let selected = selectedPhotos
      return lent(selected.contains { $0.id == photo.id } ? selected : [photo])
    } icon: { [weak cell] in
      cell?.texture
    } isHeld: { [weak self] isHeld in
      // Otherwise a rubber band that starts together with the drag of a photo stays on the screen.
      guard let self else { return }
      gtk_grid_view_set_enable_rubberband(grid.cast(), (!isHeld).gboolean)
    }
  }

  /// Those of the photos that have a file, as copies for other programs.
  private func lent(_ photos: [Photo]) -> [LentPhoto] {
    photos.compactMap { photo in
      guard photo.state == .stored, let path = albums.file(of: photo) else { return nil }
      return LentPhoto(photo, titled: Words.title(of: photo, at: placeName), path: path)
    }
  }
}

/// Following the album.
extension AlbumGrid {
  private func change(_ change: AlbumModel.Change) {
    guard let photos else { return }
    if case .changed(let place) = change { return update(photos.album.photos[place]) }
    guard let change = photos.follow(change) else {
      reload()
      return onReplace()
    }
    let next = GridFlow(cells: Array(cells.all), in: widget)
    endFlow()
    flow = next
    isChanging = true
    var heir: Photo?
    switch change {
    case .removed(let places):
      heir = heirOfFocus(whereGo: places)
      for place in places.reversed() { gtk_string_list_remove(list, guint(place)) }
    case .inserted(let places): for place in places { insert(photos[place], at: place) }
    case .replaced(let old, let new):
      gtk_string_list_remove(list, guint(old))
      insert(photos[new], at: new)
    case .changed: break
    }
    isChanging = false
    for cell in cells.all where cell.photo == nil { bind(cell) }
    pictures.check()
    if case .replaced = change { onReplace() }
    if let heir { grabFocus(at: heir) }
    if case .inserted = change { onRestore() }
    // The user wants to see a restored photo.
    if case .inserted(let places) = change, let place = places.first,
      gtk_widget_get_mapped(grid) != 0
    {
      grabFocus(at: photos[place])
    }
  }

  private func insert(_ photo: Photo?, at place: Int) {
    guard let photo else { return }
    withCStrings([String(photo.id.number)]) { gtk_string_list_splice(list, guint(place), 0, $0) }
  }

  private func update(_ photo: Photo) {
    guard let cell = cells.all.first(where: { $0.photo?.id == photo.id }) else { return }
    cell.bind(photo, at: placeName)
    pictures.check()
    pictures.shimmer()
  }

  private func endFlow() {
    flow?.end()
    flow = nil
  }

  /// The photo to focus when photos are removed that include the focused one: the next one that
  /// stays, or the last.
  ///
  /// GTK moves the focus only after the next frame, as Tab would; by then a menu of the removed
  /// photo may have closed and lost the focus.
  private func heirOfFocus(whereGo places: [Int]) -> Photo? {
    guard let photos, photos.count > 0,
      let cell = cells.all.first(where: { $0.item.map { Focus.isIn($0) } == true }),
      let place = cell.position, places.contains(place)
    else { return nil }
    return photos[min(place - places.count { $0 < place }, photos.count - 1)]
  }
}

/// Loads the pictures of the cells in sight, and releases those of others.
private final class PicturesInView {
  var photos: ShownPhotos?
  /// One of the photos that were in sight last.
  private(set) var lastSeen: Photo?
  var columns = 0

  private let cells: CellList<PhotoCell>
  private let thumbnails: Thumbnails
  private let albums: AlbumRegistry
  private var isCheckDue = false
  private var shimmering: ScheduledCall?

  /// The interval of redrawing placeholders, in milliseconds: enough for their slow pulse.
  private static let shimmerInterval: UInt32 = 80

  init(in cells: CellList<PhotoCell>, _ thumbnails: Thumbnails, _ albums: AlbumRegistry) {
    (self.cells, self.thumbnails, self.albums) = (cells, thumbnails, albums)
  }

  /// Requests a layout, after which the cells in sight are found.
  func check() {
    isCheckDue = true
    requestLayout(of: cells.widget)
  }

  /// Loads what is in sight, after a layout.
  func loadIfDue() {
    guard isCheckDue else { return }
    isCheckDue = false
    guard let places, let photos, let pixels = seen.first?.pixels else { return }
    // The first row may be partly hidden.
    let middle = min(places.lowerBound + columns, places.upperBound)
    lastSeen = photos[middle]
    // One more row at each end, so that it does not flash when it is scrolled in.
    let wanted = places.lowerBound - columns...places.upperBound + columns
    for cell in cells.all {
      if let photo = cell.photo, let path = photo.path, let place = cell.position,
        wanted.contains(place)
      {
        load(photo, at: path, pixels: pixels, in: cell)
      } else {
        cell.forgetPicture()
      }
    }
  }

  /// The positions in sight.
  var places: ClosedRange<Int>? {
    let places = seen.compactMap(\.position)
    guard let first = places.min(), let last = places.max() else { return nil }
    return first...last
  }

  /// The cells in sight, which are those that the list maps; others have outdated bounds.
  private var seen: [PhotoCell] {
    cells.all.filter { $0.photo != nil && $0.pixels > 0 && gtk_widget_get_mapped($0.widget) != 0 }
  }

  private func load(_ photo: Photo, at path: String, pixels: Int, in cell: PhotoCell) {
    let side = Thumbnails.side(pixels)
    guard cell.pictureSide < side, cell.loading == nil, let file = albums.file(of: photo) else {
      return
    }
    if let texture = thumbnails.texture(of: path, pixels: pixels) {
      return cell.show(texture, side: side)
    }
    cell.loading = Task { [weak self, weak cell, thumbnails] in
      let texture = await thumbnails.picture(of: file, named: path, pixels: pixels)
      guard !Task.isCancelled, let cell else { return }
      cell.loading = nil
      guard cell.photo?.id == photo.id, cell.photo?.path == path else { return }
      if let texture {
        cell.show(texture, side: side)
      } else if let self, let photos {
        albums.checkFile(of: photo, in: photos.album)
      }
      // The cell may have grown meanwhile.
      if side < Thumbnails.side(cell.pixels) { self?.check() }
    }
  }

  /// Redraws placeholders while there are any.
  func shimmer() {
    guard shimmering == nil, let photos, photos.album.tally.awaited > 0 else { return }
    shimmering = MainLoop.after(milliseconds: PicturesInView.shimmerInterval) { [weak self] in
      guard let self else { return }
      shimmering = nil
      for cell in cells.all where cell.photo?.state == .awaited { cell.redraw() }
      let grid = cells.widget
      if gtk_widget_get_mapped(grid) != 0, adw_get_enable_animations(grid) != 0 { shimmer() }
    }
  }
}

/// Focuses a photo that may need some layouts before it has a position and a cell.
private final class FocusChase {
  var photos: ShownPhotos?

  private let cells: CellList<PhotoCell>
  private let pictures: PicturesInView
  /// The photo to focus, and the widget that was focused when that was requested.
  private var wanted: (photo: Photo.ID, attempts: Int, hasArrived: Bool, before: Widget?)?
  private lazy var attemptSoon = BeforeLayout { [weak self] in self?.attempt() }

  /// The number of layouts after which focusing a photo without a cell is given up.
  private static let focusAttempts = 10
  /// The number of layouts after which a focused photo is scrolled to once more: its position
  /// changes with those of its neighbours.
  private static let scrollAttempts = 2

  init(in cells: CellList<PhotoCell>, _ pictures: PicturesInView) {
    (self.cells, self.pictures) = (cells, pictures)
  }

  var isUnderWay: Bool { wanted != nil }

  func begin(_ photo: Photo.ID) {
    let focus = Focus.widget(inWindowOf: cells.widget)
    wanted = (photo, FocusChase.focusAttempts, false, focus)
    attempt()
    // A new photo has its place, and can be scrolled to, only after the next layout.
    pictures.check()
  }

  /// Tries again after a layout.
  func layoutDone() { if wanted != nil { attemptSoon() } }

  private func attempt() {
    guard let wanted, let place = photos?.position(of: wanted.photo),
      !isOvertaken(wanted.before, wanted.hasArrived ? wanted.photo : nil)
    else { return self.wanted = nil }
    self.wanted?.attempts -= 1
    if wanted.attempts == 1 { self.wanted = nil }
    cells.scroll(to: place)
    guard let cell = cells.all.first(where: { $0.photo?.id == wanted.photo }) else {
      return pictures.check()
    }
    if let item = cell.item, gtk_widget_grab_focus(item) != 0, !wanted.hasArrived {
      self.wanted = (wanted.photo, FocusChase.scrollAttempts, true, nil)
    }
  }

  /// Whether the user has moved the focus meanwhile: away from the photo, or into an entry or a
  /// popover.
  private func isOvertaken(_ before: Widget?, _ arrived: Photo.ID?) -> Bool {
    if let arrived { return cells.focused?.photo?.id != arrived }
    return Focus.widget(inWindowOf: cells.widget) != before
      && (Focus.isInEntry(of: cells.widget) || Focus.isInPopover(of: cells.widget))
  }
}
