import CAdwaita
import CGLib
import GLibBridge
import MapDrawing
import MapWidget
import TouristSession
import TravelModel
import Widgets

enum MarkerContent: Hashable {
  /// A pin with its title for assistive tools, and its album's progress.
  case pin(title: String, photoCount: Int, progress: PinProgress, color: PinColor?)
  /// A pin that is held, or not saved yet.
  case draft(PinColor?)
  /// A group of the user's own pictures.
  case pictures(Int)
  /// A photo that somebody has taken there, by its title.
  case photo(String)
  /// A group of pins.
  case cluster(Int)

  /// Its picture, with room for a photo or without.
  func art(withCover: Bool) -> MarkerArt {
    switch self {
    case .cluster(let count): .disc(Words.shortCount(count))
    case .pictures, .photo: .frame
    case .pin(_, _, let progress, let color): withCover ? .cover(color) : .pin(color, progress)
    case .draft(let color): .pin(color)
    }
  }
}

/// One marker on the map: a button whose anchor stays at a point of the world.
final class MarkerWidget {
  let button: Ref<Widget>
  /// The marker that it shows; nil for a draft.
  var marker: MapMarker?
  /// Where the marker stands, in its copy of the world.
  var point: WorldPoint
  /// The size of the marker while it drops, from 0 to 1.
  private(set) var growth = 1.0
  private(set) var content: MarkerContent
  /// The photo in the pin's head; nil for a plain pin.
  var cover: Ref<OpaquePointer>? {
    didSet { if cover?.pointer != oldValue?.pointer { redraw() } }
  }

  private weak var layer: MarkerLayer?
  /// What is drawn, for a scale of the screen; nil to be drawn anew.
  private var picture: (texture: Ref<OpaquePointer>, scale: Int32)?
  private var hasKeyboard = false
  private(set) var isPrimary = true
  private var animation: Animation?

  /// How long a pin takes to drop, in milliseconds.
  private static let dropDuration: UInt32 = 250

  init(_ content: MarkerContent, at point: WorldPoint, on layer: MarkerLayer) {
    (self.content, self.point, self.layer) = (content, point, layer)
    let button = makeObject(markerType).widget
    self.button = Ref(retaining: button)
    button.setDrawing(self)
    gtk_widget_set_size_request(button, Int32(MarkerArt.side), Int32(MarkerArt.side))
    button.addClass("marker")
    fill()
    // The tooltip is set on demand: setting a text costs more than the rest of a marker.
    gtk_widget_set_has_tooltip(button, 1)
    button.on("query-tooltip") {
      [weak self] (_: Int32, _: Int32, _: Bool, tooltip: OpaquePointer) -> Bool in
      guard let self, let layer = self.layer else { return false }
      // The card of a focused pin says the same already.
      if hasKeyboard, case .pin = self.content { return false }
      return layer.fill(tooltip, of: self)
    }
    button.on("state-flags-changed") { [weak self] in self?.lookForKeyboard() }
    button.on("clicked") { [weak self] in
      if let self, let marker { self.layer?.open(marker, at: self) }
    }
  }

  isolated deinit {
    animation?.stop()
    if hasKeyboard { layer?.moveKeyboard(to: nil) }
    detachPopovers(of: button.pointer)
    gtk_widget_unparent(button.pointer)
  }

  func show(_ content: MarkerContent) {
    guard content != self.content else { return }
    self.content = content
    fill()
  }

  /// Sets whether this copy of the marker can be focused and is exposed to assistive tools.
  ///
  /// GTK lays the window out again after a change.
  func setPrimary(_ isPrimary: Bool) {
    guard isPrimary != self.isPrimary else { return }
    self.isPrimary = isPrimary
    gtk_widget_set_focusable(button.pointer, isPrimary.gboolean)
    button.pointer.setAccessibleHidden(!isPrimary)
  }

  /// Animates the marker growing from its tip.
  func animateDrop(onStep: @escaping () -> Void) {
    animation = Animation(
      on: button.pointer, milliseconds: MarkerWidget.dropDuration, easing: ADW_EASE_OUT_BACK
    ) { [weak self] value in
      self?.growth = value
      onStep()
    }
  }

  /// Places the middle of the marker's lower edge at a position of the parent, so that all contents
  /// keep the same distance from other markers.
  func allocate(x: Double, y: Double) {
    var size = GtkRequisition()
    gtk_widget_get_preferred_size(button.pointer, nil, &size)
    // On whole device pixels the marker is sharp, and at most half a pixel off.
    let scale = Double(gtk_widget_get_scale_factor(button.pointer))
    var anchor = graphene_point_t(
      x: Float(x.onDevicePixel(of: scale)), y: Float(y.onDevicePixel(of: scale)))
    var corner = graphene_point_t(x: -Float(size.width) / 2, y: -Float(size.height))
    var transform = gsk_transform_translate(nil, &anchor)
    if growth != 1 { transform = gsk_transform_scale(transform, Float(growth), Float(growth)) }
    transform = gsk_transform_translate(transform, &corner)
    gtk_widget_allocate(button.pointer, size.width, size.height, -1, transform)
  }

  /// The marker's point in the copy of the world that is some turns further east.
  func point(turns: Double) -> WorldPoint { WorldPoint(x: point.x + turns, y: point.y) }

  /// Whether any part of the marker is within a parent of a size when its anchor is at a position.
  func meets(width: Double, height: Double, atX x: Double, y: Double) -> Bool {
    x + MarkerArt.side / 2 > 0 && x - MarkerArt.side / 2 < width
      && y > 0 && y - MarkerArt.side < height
  }

  private func lookForKeyboard() {
    let flags = gtk_widget_get_state_flags(button.pointer).rawValue
    let has = flags & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0
    guard has != hasKeyboard else { return }
    hasKeyboard = has
    layer?.moveKeyboard(to: has ? self : nil)
  }

  /// Draws the marker anew, as with another font.
  func redraw() {
    picture = nil
    gtk_widget_queue_draw(button.pointer)
  }

  private var badge: MarkerArt? {
    guard case .pictures(let count) = content, count > 1 else { return nil }
    return .badge(Words.shortCount(count))
  }

  private var art: MarkerArt { content.art(withCover: cover != nil) }

  private func fill() {
    button.pointer.setAccessibleName(Words.name(of: content))
    redraw()
  }
}

extension MarkerWidget: Drawing {
  func draw(on snapshot: OpaquePointer) {
    let button = button.pointer
    let (scale, side) = (max(1, gtk_widget_get_scale_factor(button)), MarkerArt.side)
    // For fingers, the style makes the button larger than what is seen.
    var corner = graphene_point_t(
      x: Float(gtk_widget_get_width(button)) / 2 - Float(side / 2),
      y: Float(gtk_widget_get_height(button)) - Float(side))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &corner)
    gdk_paintable_snapshot(texture(scale: scale), snapshot, side, side)
    gtk_snapshot_restore(snapshot)
  }

  private func texture(scale: Int32) -> OpaquePointer {
    if let picture, picture.scale == scale { return picture.texture.pointer }
    guard cover != nil || badge != nil else { return art.texture(scale: scale) }
    let texture = joinedTexture(scale: scale)
    picture = (texture, scale)
    return texture.pointer
  }

  /// The marker with its photo and its badge as one picture: to clip and to scale each photo would take
  /// most of a frame's time.
  private func joinedTexture(scale: Int32) -> Ref<OpaquePointer> {
    let side = MarkerArt.side
    let snapshot = gtk_snapshot_new()!
    gdk_paintable_snapshot(art.texture(scale: scale), snapshot, side, side)
    if let cover { draw(cover.pointer, on: snapshot) }
    if let badge { gdk_paintable_snapshot(badge.texture(scale: scale), snapshot, side, side) }
    let node = gtk_snapshot_free_to_node(snapshot)!
    defer { gsk_render_node_unref(node) }
    let pixels = Int(side) * Int(scale)
    let painting = Painting(width: pixels, height: pixels, CAIRO_FORMAT_ARGB32)
    cairo_scale(painting.cairo, Double(scale), Double(scale))
    gsk_render_node_draw(node, painting.cairo)
    return makeTexture(of: painting.surface)
  }

  private func draw(_ cover: OpaquePointer, on snapshot: OpaquePointer) {
    let (x, y, side, radius) = art.coverArea
    var corner = graphene_point_t(x: Float(x), y: Float(y))
    var area = graphene_rect_t(x: 0, y: 0, width: side, height: side)
    var round = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&round, &area, Float(radius))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &corner)
    gtk_snapshot_push_rounded_clip(snapshot, &round)
    CellArt(widget: button.pointer, snapshot: snapshot, width: side, height: side)
      .draw(cover, whole: false)
    gtk_snapshot_pop(snapshot)
    gtk_snapshot_restore(snapshot)
  }
}

/// A button that draws its marker itself: with widgets for pictures and numbers, a map full of pins
/// would appear later, and each of its frames would take longer.
private let markerType = registerDrawnWidget(
  of: gtk_button_get_type(), named: "VirtualTouristMarker")
