import CAdwaita
import CGLib
import GLibBridge
import Glibc
import Imaging
import Travels
import Widgets

/// A picture as it is drawn.
final class CanvasPicture {
  let texture: Ref<OpaquePointer>
  /// How many pixels it counts as, whatever it was decoded to.
  let size: PixelSize

  /// Makes a texture of decoded pixels, which it shares.
  init(_ picture: DecodedPicture, countsAs size: PixelSize) {
    texture = picture.texture
    self.size = size
  }
}

/// The widget that draws one picture, and those beside it while it is pushed aside.
final class PictureCanvas {
  let widget: Widget
  /// How the picture lies; its view is that of the last drawing.
  private(set) var geometry = ViewerGeometry(
    image: PixelSize(width: 1, height: 1), viewWidth: 1, viewHeight: 1)
  /// Called when the picture is drawn in another size.
  var onChange: () -> Void = {}
  /// Called when the user has pushed the picture far enough aside: -1 for the one before it.
  var onTurn: (Int) -> Void = { _ in }

  /// The picture.
  private(set) var current: CanvasPicture?
  /// The pictures before and after it; nil where there is none, or none yet.
  var before: CanvasPicture?
  var after: CanvasPicture?
  /// Whether there is a photo before and after this one.
  var canTurn = (back: false, forward: false)

  /// How far the picture is pushed aside, in points to the right.
  var push = 0.0
  var pushAnimation: Animation?
  private var zoomAnimation: Animation?
  private let owner: Ref<Widget>

  /// How long the picture takes to another size, in milliseconds.
  private static let zoomDuration: UInt32 = 200

  init() {
    owner = Ref(retaining: makeWidget(canvasType, role: GTK_ACCESSIBLE_ROLE_IMG))
    widget = owner.pointer
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_focusable(widget, 1)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    widget.addClass("viewer-canvas")
    widget.setDrawing(self)
  }

  isolated deinit { stop() }

  /// Shows another picture as a whole, or nothing until there is one.
  func show(_ picture: CanvasPicture?) {
    zoomAnimation?.stop()
    current = picture
    geometry.fit()
    if let picture { geometry.setImage(picture.size) }
    changed()
  }

  /// Puts the same picture in the place of itself, sharper or larger than before.
  func refine(_ picture: CanvasPicture) {
    current = picture
    geometry.setImage(picture.size)
    changed()
  }

  /// Ends whatever moves.
  func stop() {
    zoomAnimation?.stop()
    pushAnimation?.stop()
  }
}

extension PictureCanvas {
  /// Where a point of the view is that nobody pointed at: its middle.
  private var middle: (x: Double, y: Double) { (geometry.viewWidth / 2, geometry.viewHeight / 2) }

  /// Zooms around a point at once, as fingers and wheels do.
  func zoom(by factor: Double, aroundX x: Double, y: Double) {
    zoomAnimation?.stop()
    geometry.zoom(by: factor, aroundX: x, y: y)
    changed()
  }

  /// Zooms around a point to a scale at once.
  func zoom(to scale: Double, aroundX x: Double, y: Double) {
    zoomAnimation?.stop()
    geometry.zoom(to: scale, aroundX: x, y: y)
    changed()
  }

  /// Zooms to a scale, around a point or the middle, so that the eye can follow.
  func flyZoom(to scale: Double, around point: (x: Double, y: Double)? = nil) {
    zoomAnimation?.stop()
    let point = point ?? middle
    let beginning = geometry
    let wanted = min(beginning.greatestScale, max(beginning.fitScale, scale))
    let ratio = wanted / beginning.scale
    guard current != nil, ratio != 1 else { return }
    zoomAnimation = Animation(
      on: widget, milliseconds: PictureCanvas.zoomDuration, easing: ADW_EASE_OUT_CUBIC
    ) { [weak self] value in
      guard let self else { return }
      var geometry = beginning
      geometry.setView(
        width: self.geometry.viewWidth, height: self.geometry.viewHeight,
        density: self.geometry.density)
      geometry.setImage(self.geometry.image)
      // What came meanwhile may have other pixels, of which the same picture has more.
      geometry.zoom(to: geometry.scale * pow(ratio, value), aroundX: point.x, y: point.y)
      self.geometry = geometry
      changed()
    }
  }

  /// Zooms in or out by a step.
  func flyZoom(by factor: Double) { flyZoom(to: geometry.scale * factor) }

  /// Shows the picture at 100 %, or as a whole where it was not.
  func toggleZoom(around point: (x: Double, y: Double)? = nil) {
    flyZoom(to: geometry.toggledScale, around: point)
  }

  /// Moves the picture, as far as there is more of it to see.
  func pan(byX dx: Double, y dy: Double) {
    zoomAnimation?.stop()
    geometry.pan(byX: dx, y: dy)
    changed()
  }

  private func changed() {
    gtk_widget_queue_draw(widget)
    onChange()
  }
}

extension PictureCanvas: Drawing {
  func draw(on snapshot: OpaquePointer) {
    let width = Double(gtk_widget_get_width(widget))
    let height = Double(gtk_widget_get_height(widget))
    let density = Double(max(1, gtk_widget_get_scale_factor(widget)))
    if geometry.viewWidth != width || geometry.viewHeight != height || geometry.density != density {
      geometry.setView(width: width, height: height, density: density)
      // Whoever hears of it may change widgets, which is not for while one is drawn.
      MainLoop.whenIdle { [weak self] in self?.onChange() }
    }
    if let current { draw(current, geometry.frame, push, on: snapshot) }
    guard push != 0 else { return }
    // On the side that is laid bare lies what comes from there.
    let beside = (push > 0) == isLeftToRight ? before : after
    guard let beside else { return }
    let whole = ViewerGeometry(
      image: beside.size, viewWidth: width, viewHeight: height, density: density)
    draw(beside, whole.frame, push - (push > 0 ? turnDistance : -turnDistance), on: snapshot)
  }

  private func draw(
    _ picture: CanvasPicture, _ frame: ViewerGeometry.Frame, _ push: Double,
    on snapshot: OpaquePointer
  ) {
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: Float(frame.x + push), y: Float(frame.y)),
      size: graphene_size_t(width: Float(frame.width), height: Float(frame.height)))
    gtk_snapshot_append_texture(snapshot, picture.texture.pointer, &bounds)
  }
}

private let canvasType = registerDrawnWidget(
  of: gtk_widget_get_type(), named: "VirtualTouristPicture")
