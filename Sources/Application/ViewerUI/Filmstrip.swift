import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// The photos of an album in a row below the large one, whose thumbnail is selected.
final class Filmstrip {
  let widget: Widget
  /// Called when the user chooses a photo, by its place.
  var onChoose: (Int) -> Void = { _ in }
  /// The file of a photo; nil if there is none.
  var file: (Photo) -> String? = { _ in nil }

  private let thumbnails: Thumbnails
  private let list = gtk_string_list_new(nil)!
  private let selection: OpaquePointer
  private let cells: CellList<FilmstripCell>
  private var photos: [Photo] = []
  /// The name of the album's place.
  private var placeName = ""
  /// Whether the selection is being set by the viewer, and not by the user.
  private var isFollowing = false

  /// The height of the row, in pixels.
  static let height: Int32 = 88
  /// The width and height of a thumbnail.
  fileprivate static let side: Int32 = 56

  /// Fills a scrolled window.
  init(_ widget: Widget, thumbnails: Thumbnails) {
    (self.widget, self.thumbnails) = (widget, thumbnails)
    selection = gtk_single_selection_new(list.cast())
    gtk_single_selection_set_autoselect(selection.cast(), 0)
    gtk_single_selection_set_can_unselect(selection.cast(), 1)
    cells = CellList(of: selection) { FilmstripCell() }
    layOut()
    connect()
  }

  /// Shows photos and selects one; `name` is that of their place.
  func show(_ photos: [Photo], at place: Int, of name: String = "") {
    placeName = name
    isFollowing = true
    defer { isFollowing = false }
    replaceList(by: photos)
    for cell in cells.all { bind(cell) }
    if Int(gtk_single_selection_get_selected(selection.cast())) != place {
      gtk_single_selection_set_selected(selection.cast(), guint(place))
    }
    cells.keepInSight(place)
  }

  func clear() { show([], at: Int(GTK_INVALID_LIST_POSITION)) }

  /// Changes only what differs, so that the focus stays where it is.
  private func replaceList(by new: [Photo]) {
    let (start, gone, come) = difference(from: photos.map(\.id), to: new.map(\.id))
    photos = new
    guard !gone.isEmpty || !come.isEmpty else { return }
    withCStrings(come.map { String($0.number) }) {
      gtk_string_list_splice(list, guint(start), guint(gone.count), $0)
    }
  }
}

extension Filmstrip {
  private func layOut() {
    let view = cells.widget
    gtk_orientable_set_orientation(OpaquePointer(view), GTK_ORIENTATION_HORIZONTAL)
    view.addClass("filmstrip")
    view.setAccessibleName(tr("Filmstrip"))
    gtk_scrolled_window_set_child(widget.cast(), view)
    gtk_widget_set_size_request(widget, -1, Filmstrip.height)
    addWheel()
  }

  /// Lets a vertical wheel scroll the row sideways.
  private func addWheel() {
    let wheel = cells.widget.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
    wheel.on("scroll") { [weak self] (_: Double, dy: Double) -> Bool in
      guard let self, dy != 0 else { return false }
      let adjustment = gtk_scrolled_window_get_hadjustment(widget.cast())!
      let step = Double(Filmstrip.side) * 2 * dy
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + step)
      return true
    }
  }

  private func connect() {
    cells.onSetUp = { [weak self] cell in
      // The list has many more cells than are visible, and maps only the visible ones.
      cell.widget.on("map") { [weak self, weak cell] in
        if let self, let cell { load(cell) }
      }
      cell.widget.on("unmap") { [weak cell] in cell?.forget() }
    }
    cells.onBind = { [weak self] in self?.bind($0) }
    cells.onUnbind = { $0.show(nil) }
    selection.on("notify::selected") { [weak self] in
      guard let self, !isFollowing else { return }
      let place = Int(gtk_single_selection_get_selected(selection.cast()))
      if photos.indices.contains(place) { onChoose(place) }
    }
  }

  private func bind(_ cell: FilmstripCell) {
    guard let place = cell.position, photos.indices.contains(place) else { return cell.show(nil) }
    cell.show(photos[place], at: placeName)
    if gtk_widget_get_mapped(cell.widget) != 0 { load(cell) }
  }

  private func load(_ cell: FilmstripCell) {
    guard let photo = cell.photo, cell.needsPicture, let path = photo.path,
      let file = file(photo)
    else { return }
    let pixels = Int(Filmstrip.side * gtk_widget_get_scale_factor(cell.widget))
    cell.loading = Task { [weak cell, thumbnails] in
      let texture = await thumbnails.picture(of: file, named: path, pixels: pixels)
      guard !Task.isCancelled, let cell, cell.photo?.id == photo.id else { return }
      cell.show(texture: texture)
    }
  }
}

/// A thumbnail in the row.
private final class FilmstripCell: ListCell {
  let widget: Widget = gtk_picture_new()!
  var listItem: OpaquePointer?
  private(set) var photo: Photo?
  /// The task that loads the thumbnail.
  var loading: Task<Void, Never>?
  private var hasPicture = false

  init() {
    gtk_picture_set_content_fit(widget.cast(), GTK_CONTENT_FIT_COVER)
    gtk_picture_set_can_shrink(widget.cast(), 1)
    gtk_widget_set_size_request(widget, Filmstrip.side, Filmstrip.side)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    widget.addClass("filmstrip-photo")
  }

  var needsPicture: Bool { !hasPicture && loading == nil }

  /// Shows a photo of a place, or none.
  func show(_ photo: Photo?, at place: String = "") {
    if photo?.id != self.photo?.id || photo?.path != self.photo?.path { forget() }
    self.photo = photo
    guard let photo else { return }
    let name = Words.name(of: photo, at: place)
    item?.setAccessibleName(name)
    gtk_widget_set_tooltip_text(widget, name)
    widget.setAccessibleHidden(true)
  }

  func show(texture: Ref<OpaquePointer>?) {
    loading = nil
    guard let texture else { return }
    hasPicture = true
    gtk_picture_set_paintable(widget.cast(), texture.pointer)
  }

  /// Releases the thumbnail, and stops loading one.
  func forget() {
    loading?.cancel()
    loading = nil
    guard hasPicture else { return }
    hasPicture = false
    gtk_picture_set_paintable(widget.cast(), nil)
  }
}
