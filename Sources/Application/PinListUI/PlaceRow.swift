import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import TravelModel
import Widgets

/// A row of the list of places: the first photo, the title, and details of the pin.
final class PlaceRow: ListCell {
  let widget: Widget
  var listItem: OpaquePointer?
  /// Whether a check box shows that the row is selected.
  var isSelecting = false {
    didSet {
      if isSelecting != oldValue { gtk_widget_set_visible(check, isSelecting.gboolean) }
    }
  }
  /// The pin that it shows; nil while it shows none.
  private(set) var pin: Pin?

  private let photos: PinPhotos
  private let title = makeLabel()
  private let detail = makeLabel()
  private let cover = PhotoSquare(side: PlaceRow.side)
  private lazy var check = makeCheck()
  private var loading: Task<Void, Never>?
  /// The pin whose photo is shown, and its number of photos then.
  private var covered: (pin: Pin.ID, count: Int)?

  /// The side of the photo, in pixels.
  private static let side: Int32 = 40
  /// How long a row must stay before it loads its photo: rows that fly by load none.
  private static let patience = Duration.milliseconds(60)

  /// Makes a row, with `trailing` at its end, if given.
  init(_ photos: PinPhotos, trailing: Widget? = nil) {
    self.photos = photos
    let texts = PlaceRow.makeTexts(title, detail)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    widget = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 9, cover.widget, texts)
    if let trailing { gtk_box_append(widget.cast(), trailing) }
    // The row's accessible name includes this text.
    texts.setAccessibleHidden(true)
    // The list makes more rows than are seen; it maps those that are.
    widget.on("map") { [weak self] in self?.loadCover() }
    widget.on("unmap") { [weak self] in self?.stopLoading() }
  }

  /// Shows a pin as row `position`, counted from one, of `count`.
  func show(_ pin: Pin, detail text: String, description: String, position: Int, of count: Int) {
    if pin.id != self.pin?.id { stopLoading() }
    self.pin = pin
    gtk_label_set_label(title.cast(), pin.title)
    gtk_label_set_label(detail.cast(), text)
    if covered?.pin != pin.id || pin.photoCount == 0 { clearCover() }
    if let item {
      item.setAccessibleName(Words.name(of: pin))
      item.setAccessibleDescription(description)
      item.setAccessiblePosition(position, of: count)
    }
    if gtk_widget_get_mapped(widget) != 0 { loadCover() }
  }

  /// Unbinds the pin; the row may get another one at once.
  func clear() {
    stopLoading()
    pin = nil
  }

  /// Loads the photo again, because the album may have changed.
  func forgetCover() {
    covered?.count = -1
    if gtk_widget_get_mapped(widget) != 0 { loadCover() }
  }

  /// Makes the check box, which presses and keys pass by: they are the row's.
  private func makeCheck() -> Widget {
    let check = gtk_check_button_new()!
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
    gtk_widget_set_can_focus(check, 0)
    gtk_widget_set_can_target(check, 0)
    check.setAccessibleHidden(true)
    gtk_box_prepend(widget.cast(), check)
    if let listItem {
      g_object_bind_property(listItem.raw, "selected", check.raw, "active", G_BINDING_SYNC_CREATE)
    }
    return check
  }

  private func loadCover() {
    guard let pin, pin.photoCount > 0, loading == nil,
      covered?.pin != pin.id || covered?.count != pin.photoCount
    else { return }
    loading = Task { [weak self, photos] in
      try? await Task.sleep(for: PlaceRow.patience)
      guard !Task.isCancelled else { return }
      let found = await photos.pictures(of: pin.id, count: 1, pixels: 2 * Int(PlaceRow.side)).first
      guard let self, !Task.isCancelled else { return }
      loading = nil
      guard self.pin?.id == pin.id else { return }
      covered = (pin.id, pin.photoCount)
      guard let found else { return clearCover() }
      cover.show(found)
    }
  }

  private func stopLoading() {
    loading?.cancel()
    loading = nil
  }

  private func clearCover() {
    if covered?.pin != pin?.id { covered = nil }
    cover.show(nil)
  }

  static func makeTexts(_ title: Widget, _ detail: Widget) -> Widget {
    detail.addClass("caption")
    detail.addClass("dim-label")
    let texts = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 2, title, detail)
    gtk_widget_set_hexpand(texts, 1)
    return texts
  }
}

extension CellList<PlaceRow> {
  /// Makes it a list of places, in whose rows `show` shows the pins at their positions.
  func connect(setUp: @escaping (PlaceRow) -> Void, show: @escaping (PlaceRow) -> Void) {
    widget.addClass("places-list")
    onSetUp = setUp
    onBind = show
    onUnbind = { $0.clear() }
    NewerToolkit.letArrowsMove(in: widget)
  }

  /// The pin of the row that the pointer is on, or else of the focused one.
  var pointed: Pin? { hovered?.pin ?? focused?.pin }

  func forgetCovers() {
    for cell in all { cell.forgetCover() }
  }
}
