package import CAdwaita
import CGLib
import GLibBridge
import Glibc
package import Tourist
package import Travels
package import Widgets

/// An album's photos in a grid that keeps equal to the model.
package final class AlbumGrid {
  /// What scrolls.
  package let widget: UnsafeMutablePointer<GtkWidget> = gtk_scrolled_window_new()!
  /// What the user wants of photos.
  var onRemove: ([Photo]) -> Void = { _ in }
  var onView: (Photo) -> Void = { _ in }
  var onRetry: (Photo) -> Void = { _ in }
  var onMenu: (Photo, Widget) -> Void = { _, _ in }
  /// Called when a photo's picture cannot be made of its file.
  var onUnreadable: (Photo) -> Void = { _ in }
  /// Called when the pointer or the keyboard comes to a photo, or leaves all.
  var onPoint: (Photo?) -> Void = { _ in }

  let grid: Widget
  private let list = gtk_string_list_new(nil)!
  let selection: OpaquePointer
  let thumbnails: Thumbnails
  let file: (Photo) -> String?
  private(set) var album: AlbumModel?
  private(set) var cells: [UnsafeMutableRawPointer: PhotoCell] = [:]
  /// How photos come to the places that the last change gave them.
  private(set) var flow: GridFlow?
  /// The clock by whose layouts it goes on, while it is in a window.
  var layouts: (clock: Ref<OpaquePointer>, handler: SignalHandler)?
  private var isChanging = false
  var shimmer: ScheduledCall?
  var isLookingPlanned = false
  /// The photo that is to have the focus, until it has its place.
  var wantedFocus: (photo: Photo.ID, attempts: Int, hasArrived: Bool)?
  private var isEditing = false
  /// Whether a tap removes; otherwise it opens.
  var tapRemoves = true

  /// Makes a grid whose photos' files are where `file` says.
  package init(thumbnails: Thumbnails, file: @escaping (Photo) -> String?) {
    self.thumbnails = thumbnails
    self.file = file
    selection = gtk_multi_selection_new(list.cast())
    let factory = gtk_signal_list_item_factory_new()!
    grid = gtk_grid_view_new(selection.cast(), factory)!
    layOut()
    connect(factory)
    addKeys()
  }

  /// Shows an album, from a place it was left at.
  package func show(_ album: AlbumModel) {
    self.album = album
    album.onPhotoChange = { [weak self] in self?.update(at: $0) }
    album.onListChange = { [weak self] in self?.change($0) }
    reload()
  }

  /// Shows nothing any more.
  package func clear() {
    album?.onPhotoChange = nil
    album?.onListChange = nil
    album = nil
    endFlow()
    gtk_string_list_splice(list, 0, guint(count), nil)
  }

  /// Takes the album's list as it is.
  func reload() {
    guard let album else { return }
    endFlow()
    let count = count
    withStrings(album.photos.map { String($0.id.number) }) {
      gtk_string_list_splice(list, 0, guint(count), $0)
    }
    planLooking()
    planShimmer()
  }

  /// Has as many columns as there may be in so many pixels.
  ///
  /// The list makes cells for some 30 rows of the most columns that it may have, whether they can be
  /// seen or not: the fewer it may have, the sooner an album is there. Not every width is a number
  /// of its own, so that a window that is pulled wider is not laid out anew all the time.
  package func fit(width: Int) {
    let columns = (width / Int(PhotoCell.leastWidth) / 4 + 1) * 4
    gtk_grid_view_set_max_columns(grid.cast(), guint(columns))
    // Wider cells may have to have larger pictures.
    planLooking()
  }

  /// Puts a badge that removes it on each photo, or takes the badges away.
  func setEditing(_ isEditing: Bool) {
    self.isEditing = isEditing
    let focused = cells.values.first { Focus.isIn($0.widget) }?.photo
    for cell in cells.values { cell.setEditing(isEditing) }
    // The badge that goes may have had it.
    if !isEditing, let focused { takeFocus(at: focused) }
  }

  /// How many photos are in the list, which may be about to become others.
  var count: Int { Int(g_list_model_get_n_items(list.cast())) }

  /// How far it is scrolled, in pixels.
  var scroll: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set {
      // The list has its height after it is laid out.
      MainLoop.whenIdle { [weak self] in
        if let self { gtk_adjustment_set_value(adjustment, newValue) }
      }
    }
  }

  /// The photos that are selected, or the one that has the focus.
  var chosenPhotos: [Photo] {
    guard let album else { return [] }
    let chosen = gtk_selection_model_get_selection(selection.cast())!
    defer { gtk_bitset_unref(chosen) }
    let places = (0..<gtk_bitset_get_size(chosen)).map {
      Int(gtk_bitset_get_nth(chosen, guint($0)))
    }
    if places.isEmpty, let focused = focusedCell?.photo { return [focused] }
    return places.filter { $0 < album.photos.count }.map { album.photos[$0] }
  }
}

extension AlbumGrid {
  private func layOut() {
    gtk_grid_view_set_min_columns(grid.cast(), 2)
    gtk_grid_view_set_enable_rubberband(grid.cast(), 1)
    grid.addClass("album-grid")
    grid.setAccessibleName(tr("Photos"))
    gtk_scrolled_window_set_policy(widget.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(widget.cast(), grid)
    gtk_widget_set_vexpand(widget, 1)
    grid.on("notify::scale-factor") { [weak self] in self?.planLooking() }
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
    // By Enter: what the pointer does is heard by the cells.
    grid.on("activate") { [weak self] (place: UInt32) in
      guard let self, let album, Int(place) < album.photos.count else { return }
      onView(album.photos[Int(place)])
    }
  }

  private func setUp(_ item: OpaquePointer) {
    let cell = PhotoCell()
    cell.onRemove = { [weak self] in self?.onRemove([$0]) }
    cell.onView = { [weak self] in self?.onView($0) }
    cell.onHover = { [weak self] in self?.onPoint($0) }
    cells[item.raw] = cell
    cell.widget.on("map") { [weak self] in self?.planLooking() }
    gtk_list_item_set_child(item.cast(), cell.widget)
    addTaps(to: cell)
  }

  private func bind(_ item: OpaquePointer) {
    // While the list changes bit by bit, its places are not yet those of the album.
    guard !isChanging, let cell = cells[item.raw], let album else { return }
    let place = Int(gtk_list_item_get_position(item.cast()))
    guard place < album.photos.count else { return }
    let photo = album.photos[place]
    if !cell.stands(for: photo) { giveUp(cell) }
    cell.bind(photo)
    cell.setEditing(isEditing)
    planLooking()
  }

  private func unbind(_ item: OpaquePointer) {
    cells[item.raw]?.unbind()
    planLooking()
  }

  private func tearDown(_ item: OpaquePointer) {
    if let cell = cells[item.raw] { giveUp(cell) }
    cells[item.raw] = nil
  }

  /// A tap does what taps do; with Control or Shift held it selects, as in any list.
  private func addTaps(to cell: PhotoCell) {
    let click = gtk_gesture_click_new()!
    click.on("released") { [weak self, weak cell] (presses: Int32, _: Double, _: Double) in
      let held = gtk_event_controller_get_current_event_state(click.cast()).rawValue
      let selects = held & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) != 0
      guard let self, let photo = cell?.photo, !selects else { return }
      // Taken only now: until the release it may be the beginning of a scroll.
      gtk_gesture_set_state(click.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      // What flows under the pointer is not meant by the second press of a double click.
      guard presses == 1, !isEditing else { return }
      gtk_selection_model_unselect_all(selection)
      tap(photo)
    }
    gtk_widget_add_controller(cell.widget, click.cast())
    let menu = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(menu.cast(), guint(GDK_BUTTON_SECONDARY))
    menu.on("pressed") { [weak self, weak cell] in
      guard let self, let cell, let photo = cell.photo else { return }
      gtk_gesture_set_state(menu.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      onMenu(photo, cell.widget)
    }
    gtk_widget_add_controller(cell.widget, menu.cast())
  }

  private func tap(_ photo: Photo) {
    switch photo.state {
    case .failed: onRetry(photo)
    case .stored, .awaited: tapRemoves ? onRemove([photo]) : onView(photo)
    }
  }

  private func addKeys() {
    // Before the list takes Space for selecting.
    grid.addKeys(capturing: true) { [weak self] (key: PhotoKey) in
      guard let self else { return false }
      switch key {
      case .view:
        guard let photo = focusedCell?.photo else { return false }
        onView(photo)
      case .remove:
        let chosen = chosenPhotos
        guard !chosen.isEmpty else { return false }
        onRemove(chosen)
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

  var focusedCell: PhotoCell? {
    guard let focus = Focus.widget(inWindowOf: grid) else { return nil }
    return cells.values.first {
      $0.photo != nil && (gtk_widget_get_parent($0.widget) == focus || $0.widget == focus)
    }
  }
}

extension AlbumGrid {
  private func update(at place: Int) {
    guard let photo = album?.photos[place],
      let cell = cells.values.first(where: { $0.photo?.id == photo.id })
    else { return }
    if !cell.stands(for: photo) { giveUp(cell) }
    cell.bind(photo)
    planLooking()
    planShimmer()
  }

  private func change(_ change: AlbumModel.ListChange) {
    guard let album else { return }
    let next = GridFlow(cells: Array(cells.values), in: widget)
    endFlow()
    flow = next
    isChanging = true
    switch change {
    case .removed(let places):
      for place in places.reversed() { gtk_string_list_remove(list, guint(place)) }
    case .inserted(let places):
      for place in places {
        withStrings([String(album.photos[place].id.number)]) {
          gtk_string_list_splice(list, guint(place), 0, $0)
        }
      }
    }
    isChanging = false
    for (item, cell) in cells where cell.photo == nil { bind(OpaquePointer(item)) }
    planLooking()
    // Who brings a photo back wants to see it.
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

/// Passes texts to C as an array that ends in NULL.
private func withStrings(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void)
{
  let copies = texts.map { UnsafePointer(strdup($0)) }
  (copies + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
  copies.forEach { free(UnsafeMutablePointer(mutating: $0)) }
}
