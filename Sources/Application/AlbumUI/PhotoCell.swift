import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// One photo in an album's grid: its picture, or a placeholder.
final class PhotoCell: ListCell {
  let widget: Widget
  var listItem: OpaquePointer?
  private let square: Ref<Widget>
  private(set) var photo: Photo?
  /// The name of its album's place.
  private var place = ""
  /// The present photo, or the last one.
  private var last: Photo?
  private let hover: Ref<OpaquePointer>
  private(set) var texture: Ref<OpaquePointer>?
  /// The size that the picture was decoded for; 0 without a picture.
  private(set) var pictureSide = 0
  /// The opacity of the picture over the placeholder, from 0 to 1.
  private var fade = 1.0
  private var animation: Animation?
  /// When another photo was bound, in microseconds of the monotonic clock.
  private var boundAt: gint64 = 0
  /// The offset at which the cell is drawn while it moves to its place, in pixels.
  private(set) var shift: (x: Double, y: Double) = (0, 0)
  private var badge: Widget?
  private var view: Widget?
  var onRemove: (Photo) -> Void = { _ in }
  var onHover: (Photo?) -> Void = { _ in }
  var loading: Task<Void, Never>?

  /// The width that the cell requests, in pixels: less than any column's.
  static let leastWidth: Int32 = 64
  /// How long a picture fades in, in milliseconds.
  private static let fadeDuration: UInt32 = 220
  /// A picture that loads faster than this, in microseconds, appears at once: the placeholder was
  /// hardly seen, and fading during a scroll would be restless and slow.
  private static let fadeThreshold: gint64 = 150_000

  init() {
    square = Ref(adopting: makeWidget(squareType, role: GTK_ACCESSIBLE_ROLE_IMG))
    widget = makeObject(cellType).widget
    let motion = widget.addController(gtk_event_controller_motion_new())
    hover = Ref(retaining: motion)
    gtk_overlay_set_child(widget.cast(), square.pointer)
    square.pointer.setDrawing(self)
    attach(weakly: self, to: widget)
    widget.addClass("photo")
    motion.on("enter") { [weak self] in
      self?.makeView()
      self?.showView(true)
      self?.onHover(self?.photo)
    }
    motion.on("leave") { [weak self] in
      self?.showView(false)
      self?.onHover(nil)
    }
  }

  isolated deinit { loading?.cancel() }

  /// The width in device pixels.
  var pixels: Int {
    Int(gtk_widget_get_width(square.pointer) * gtk_widget_get_scale_factor(square.pointer))
  }

  /// Whether this photo with this file is the present or the last one.
  private func isBound(to photo: Photo) -> Bool { photo.id == last?.id && photo.path == last?.path }

  /// Shows a photo of a place; `show(_:side:)` sets its picture.
  func bind(_ photo: Photo, at place: String) {
    self.place = place
    if !isBound(to: photo) { forgetPicture() }
    let isOther = photo.id != last?.id
    self.photo = photo
    last = photo
    if isOther {
      boundAt = g_get_monotonic_time()
      shift = (0, 0)
    }
    // If the pointer is there already, there is no enter event.
    let isHovered = gtk_event_controller_motion_contains_pointer(hover.pointer) != 0
    showView(isHovered)
    if isHovered, isOther { onHover(photo) }
    let name = Words.name(of: photo, at: place)
    widget.setAccessibleName(name)
    square.pointer.setAccessibleName(name)
    // The list's item is what gets the focus, so it needs the name too.
    item?.setAccessibleName(name)
    item?.setAccessibleDescription(photo.isFavorite ? tr("Favourite") : "")
    badge?.setAccessibleName(Words.removing(photo, at: place))
    view?.setAccessibleName(Words.viewing(photo, at: place))
    gtk_widget_queue_draw(square.pointer)
  }

  /// Unbinds the photo but keeps its picture: the list rebinds moved photos at once.
  func unbind() { photo = nil }

  /// Shows the photo's picture, decoded for a size.
  func show(_ texture: Ref<OpaquePointer>, side: Int) {
    let fadesIn = pictureSide == 0 && g_get_monotonic_time() - boundAt > PhotoCell.fadeThreshold
    self.texture = texture
    pictureSide = side
    animation?.stop()
    fade = fadesIn ? 0 : 1
    gtk_widget_queue_draw(square.pointer)
    guard fadesIn else { return }
    animation = Animation(
      on: square.pointer, milliseconds: PhotoCell.fadeDuration, easing: ADW_EASE_OUT_CUBIC
    ) { [weak self] value in
      self?.fade = value
      if let self { gtk_widget_queue_draw(square.pointer) }
    }
  }

  /// Releases the picture, and stops loading one.
  func forgetPicture() {
    loading?.cancel()
    loading = nil
    guard texture != nil else { return }
    animation?.stop()
    (texture, pictureSide, fade) = (nil, 0, 1)
    // The last drawing holds the texture as well, until the next one.
    redraw()
  }

  /// Draws the cell at an offset from its place.
  func draw(shiftedBy shift: (x: Double, y: Double)) {
    self.shift = shift
    gtk_widget_queue_draw(widget)
  }

  /// Whether a point of the cell is on its Remove button.
  func isOnBadge(x: Double, y: Double) -> Bool {
    guard let badge, gtk_widget_get_visible(badge) != 0 else { return false }
    var bounds = graphene_rect_t()
    var point = graphene_point_t(x: Float(x), y: Float(y))
    return gtk_widget_compute_bounds(badge, widget, &bounds) != 0
      && graphene_rect_contains_point(&bounds, &point)
  }

  func redraw() { gtk_widget_queue_draw(square.pointer) }

  func setEditing(_ isEditing: Bool) {
    if isEditing, badge == nil {
      let badge = makeIconButton("window-close-symbolic", tr("Remove"))
      addButton(badge, at: GTK_ALIGN_START, "photo-badge") { [weak self] in self?.onRemove($0) }
      self.badge = badge
      if let photo { badge.setAccessibleName(Words.removing(photo, at: place)) }
    }
    if let badge { gtk_widget_set_visible(badge, isEditing.gboolean) }
  }

  /// Makes the View button, which few of the cells need.
  private func makeView() {
    guard view == nil else { return }
    let view = makeIconButton("view-fullscreen-symbolic", trc("photo", "View"))
    // The keyboard has Space for it; another tab stop at each photo would be in the way.
    gtk_widget_set_focusable(view, 0)
    view.addClass("osd")
    addButton(view, at: GTK_ALIGN_END, "photo-view") { [widget] in
      widget.ask(.viewPhoto($0.id))
    }
    self.view = view
    if let photo { view.setAccessibleName(Words.viewing(photo, at: place)) }
  }

  /// Adds a button to a corner of the photo; `perform` is called with the photo.
  private func addButton(
    _ button: Widget, at corner: GtkAlign, _ style: String, perform: @escaping (Photo) -> Void
  ) {
    button.addClass(style)
    button.addClass("circular")
    gtk_widget_set_halign(button, corner)
    gtk_widget_set_valign(button, corner)
    button.on("clicked") { [weak self] in
      if let photo = self?.photo { perform(photo) }
    }
    gtk_overlay_add_overlay(widget.cast(), button)
  }

  /// Shows or hides the View button, if there is one.
  ///
  /// Cells are rebound during a layout, when no other may be requested; therefore the button is not
  /// mapped, but keeps its place.
  private func showView(_ isHovered: Bool) {
    if let view {
      gtk_widget_set_child_visible(view, (isHovered && photo?.path != nil).gboolean)
    }
  }
}

extension PhotoCell: Drawing {
  func draw(on snapshot: OpaquePointer) {
    let width = Double(gtk_widget_get_width(square.pointer))
    let height = Double(gtk_widget_get_height(square.pointer))
    guard let photo, width > 0, height > 0 else { return }
    let art = CellArt(widget: square.pointer, snapshot: snapshot, width: width, height: height)
    // Postcards have text at their edges, so they are not cropped.
    let isCard = photo.isPostcard
    if texture == nil || isCard { art.drawPlaceholder(photo) }
    if let texture {
      art.draw(texture.pointer, whole: isCard)
      if fade < 1 { art.drawVeil(opacity: 1 - fade) }
    }
    if photo.isFavorite { art.drawHeart() }
  }
}

/// An overlay that is drawn at an offset from its place, with its buttons.
private let cellType = registerSubclass(
  of: gtk_overlay_get_type(), named: "VirtualTouristPhotoCell"
) { widgetClass, _ in
  widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = { widget, snapshot in
    nonisolated(unsafe) let widget = widget!
    let shift = MainActor.assumeIsolated {
      companion(of: widget.raw, as: PhotoCell.self)?.shift ?? (x: 0, y: 0)
    }
    var point = graphene_point_t(x: Float(shift.x), y: Float(shift.y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &point)
    let overlay = g_type_class_peek(gtk_overlay_get_type())!
    overlay.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot(widget, snapshot)
    gtk_snapshot_restore(snapshot)
  }
}

/// A square widget that `PhotoCell` draws.
private let squareType = registerSubclass(
  of: gtk_widget_get_type(), named: "VirtualTouristPhoto"
) { widgetClass, _ in
  let widgetClass = widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self)
  drawItself(widgetClass)
  widgetClass.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
  widgetClass.pointee.measure = { _, orientation, length, minimum, natural, _, _ in
    let isHeight = orientation == GTK_ORIENTATION_VERTICAL
    let side = isHeight && length > 0 ? length : PhotoCell.leastWidth
    minimum?.pointee = side
    natural?.pointee = side
  }
}
