import CAdwaita
import GLibBridge
import Glibc
import Imaging
import TravelModel
import Widgets

/// A texture, with the nominal size of its picture.
final class CanvasPicture {
  let texture: Ref<OpaquePointer>
  /// The nominal size, which may differ from the decoded one.
  let size: PixelSize
  /// The file it was decoded from.
  let path: String
  let pixels: DecodedPicture
  /// The sphere as it was seen last, from its middle; nil for a flat picture.
  var seen: Ref<OpaquePointer>?

  var fileSize: PixelSize { pixels.fileSize }
  var decodedSize: PixelSize { pixels.size }

  /// Makes a texture that shares the decoded pixels.
  init(_ picture: DecodedPicture, at path: String, countsAs size: PixelSize) {
    texture = picture.texture
    (pixels, self.path, self.size) = (picture, path, size)
  }
}

/// The widget that draws a picture, and its neighbours while it is pushed aside.
final class PictureCanvas {
  let widget = makeWidget(canvasType, role: GTK_ACCESSIBLE_ROLE_IMG)
  /// The picture's place in the view, as drawn last.
  private(set) var geometry = ViewerGeometry(
    image: PixelSize(width: 1, height: 1), viewWidth: 1, viewHeight: 1)
  /// Called when the geometry has changed.
  var onChange: () -> Void = {}
  /// Called when a panorama has turned.
  var onLook: () -> Void = {}
  /// Called when the user turns or zooms a panorama by hand.
  var onHand: () -> Void = {}
  /// Called when the user has pushed the picture far enough to turn; -1 means to the previous one.
  var onTurn: (Int) -> Void = { _ in }

  private(set) var current: CanvasPicture?
  /// The picture as it is seen from its middle; nil if it is flat, or wanted so.
  private(set) var panorama: Panorama?
  /// The previous and next pictures; nil if there is none, or it is not loaded yet.
  var before: CanvasPicture?
  var after: CanvasPicture?
  /// Whether there is a previous and a next photo.
  var canTurn = (back: false, forward: false)

  /// An additional zoom factor, for the slideshow.
  var growth = 1.0 { didSet { gtk_widget_queue_draw(widget) } }
  /// The additional zoom factor of the picture that is leaving.
  private var leavingGrowth = 1.0
  /// How far the picture is pushed to the right, in logical pixels.
  private var push = 0.0
  private var pushAnimation: Animation?
  private var zoomAnimation: Animation?
  private var wantsPanorama = true
  /// Returns the geometry after a share of the running zoom.
  private var zoomPath: ((_ share: Double) -> ViewerGeometry)?
  private lazy var viewChanged = BeforeLayout { [weak self] in self?.onChange() }

  /// How long a zoom is animated, in milliseconds.
  private static let zoomDuration: UInt32 = 200
  /// The gap between two neighbouring pictures, in logical pixels.
  private static let gap = 24.0
  /// The share of the view's width that a push must reach to turn.
  private static let turningShare = 0.2
  /// The longest push that is needed to turn, in logical pixels, however wide the window is.
  private static let longestPush = 150.0
  /// The share of a push that the picture follows if there is no neighbour.
  private static let resistance = 0.25
  /// The duration of a turn, in milliseconds.
  private static let turnDuration: UInt32 = 220

  init() {
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_focusable(widget, 1)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    widget.addClass("viewer-canvas")
    widget.setDrawing(self)
  }

  /// Shows another picture, fitted to the view, or nothing.
  func show(_ picture: CanvasPicture?) {
    zoomAnimation?.stop()
    current = picture
    panorama?.end()
    panorama = nil
    showSphere(true)
    geometry.fit()
    if let picture { geometry.setImage(picture.size) }
    changed()
  }

  /// Replaces the picture by a version of higher resolution, which alone may say that it is a sphere:
  /// services make smaller ones without that.
  func refine(_ picture: CanvasPicture) {
    current = picture
    showSphere(wantsPanorama)
    geometry.setImage(picture.size)
    changed()
  }

  /// Shows a sphere from its middle, or as the flat picture of it.
  func show(asPanorama wanted: Bool) {
    showSphere(wanted)
    changed()
  }

  /// The size at which to decode a file so that it looks sharp.
  func decodedSize(of file: PixelSize) -> PixelSize {
    guard let panorama else { return geometry.decodedSize(of: file) }
    return ViewerGeometry.decodedSize(
      of: file, shownWidth: panorama.shownWidth * geometry.density)
  }

  /// Stops all animations.
  func stop() {
    panorama?.stop()
    zoomAnimation?.stop()
    pushAnimation?.stop()
  }
}

extension PictureCanvas {
  private var middle: (x: Double, y: Double) { (geometry.viewWidth / 2, geometry.viewHeight / 2) }

  /// How large the picture is shown.
  var scale: Double { panorama?.scale ?? geometry.scale }

  /// Whether more can be seen of the picture than is shown.
  var canPan: Bool { panorama != nil || geometry.canPan }

  /// Zooms to a scale around a point without animation, as gestures do.
  func zoom(to scale: Double, aroundX x: Double, y: Double) {
    if let panorama {
      onHand()
      return panorama.zoom(by: scale / panorama.scale)
    }
    zoomAnimation?.stop()
    geometry.zoom(to: scale, aroundX: x, y: y)
    changed()
  }

  /// Shows the whole picture, or as much of a panorama as at first.
  func showWhole() {
    zoomAnimation?.stop()
    panorama?.fit()
    geometry.fit()
    changed()
  }

  /// Zooms to a scale around a point or the centre, animated.
  func animateZoom(to scale: Double, around point: (x: Double, y: Double)? = nil) {
    zoomAnimation?.stop()
    let (point, beginning) = (point ?? middle, geometry)
    let ratio = beginning.bounded(scale) / beginning.scale
    guard current != nil, ratio != 1 else { return }
    zoomPath = { [unowned self] share in
      // The view may have got another size meanwhile, and the picture another resolution.
      var path = beginning
      path.setView(
        width: geometry.viewWidth, height: geometry.viewHeight, density: geometry.density)
      path.setImage(geometry.image)
      path.zoom(to: path.scale * pow(ratio, share), aroundX: point.x, y: point.y)
      return path
    }
    zoomAnimation = Animation(
      on: widget, milliseconds: PictureCanvas.zoomDuration, easing: ADW_EASE_OUT_CUBIC
    ) { [weak self] share in
      guard let self, let zoomPath else { return }
      geometry = zoomPath(share)
      changed()
    }
  }

  /// Zooms by a factor, animated; adds to a running zoom.
  func animateZoom(by factor: Double) { animateZoom(to: aim.scale * factor) }

  /// Toggles between 100 % and the whole picture.
  func toggleZoom(around point: (x: Double, y: Double)? = nil) {
    if let panorama { return panorama.toggleZoom() }
    animateZoom(to: aim.toggledScale, around: point)
  }

  /// Skips to the end of a running zoom.
  func finishZoom() {
    geometry = aim
    zoomAnimation?.stop()
    changed()
  }

  /// The geometry after a running zoom.
  private var aim: ViewerGeometry {
    guard let zoomPath, zoomAnimation?.isRunning == true else { return geometry }
    return zoomPath(1)
  }

  /// Pans the picture within its bounds, or turns a panorama.
  func pan(byX dx: Double, y dy: Double) {
    if let panorama {
      onHand()
      return panorama.drag(x: dx, y: dy)
    }
    zoomAnimation?.stop()
    geometry.pan(byX: dx, y: dy)
    changed()
  }

  private func showSphere(_ wanted: Bool) {
    wantsPanorama = wanted
    if wanted, let current, let sphere = current.pixels.sphere {
      if let panorama { return panorama.show(current, sphere) }
      panorama = Panorama(current, sphere, on: widget, size: viewSize) { [weak self] isZoomed in
        if isZoomed { self?.onChange() } else { self?.onLook() }
      }
    } else {
      panorama?.end()
      panorama = nil
      current?.seen = nil
    }
  }

  private var viewSize: PixelSize {
    PixelSize(width: Int(geometry.viewWidth), height: Int(geometry.viewHeight))
  }

  private func changed() {
    gtk_widget_queue_draw(widget)
    onChange()
  }
}

/// Swiping to the previous or next picture.
extension PictureCanvas {
  var isLeftToRight: Bool { gtk_widget_get_direction(widget) != GTK_TEXT_DIR_RTL }

  /// The distance between the centres of neighbouring pictures.
  private var turnDistance: Double { geometry.viewWidth + PictureCanvas.gap }

  /// Follows a finger; `distance` is measured from the start of the push.
  func push(to distance: Double) {
    pushAnimation?.stop()
    let isFree = (distance > 0) == isLeftToRight ? canTurn.back : canTurn.forward
    leavingGrowth = 1
    push = isFree ? distance : distance * PictureCanvas.resistance
    gtk_widget_queue_draw(widget)
  }

  /// Turns to the next picture, or moves this one back.
  ///
  /// A `flick` in the direction of the push always turns.
  func release(flick: Double = 0) {
    let direction = (push > 0) == isLeftToRight ? -1 : 1
    let isFree = direction < 0 ? canTurn.back : canTurn.forward
    let least = min(
      geometry.viewWidth * PictureCanvas.turningShare, PictureCanvas.longestPush)
    let isFlicked = flick != 0 && (flick > 0) == (push > 0)
    if push != 0, isFree, abs(push) >= least || isFlicked {
      onTurn(direction)
    } else {
      slideToPlace()
    }
  }

  /// Replaces the picture: the new one slides in, and this one out.
  ///
  /// `before` and `after` must be those of the new picture.
  func turn(to picture: CanvasPicture?, _ direction: Int) {
    let forward = (direction > 0) == isLeftToRight
    let leaving = current
    leavingGrowth = growth
    if direction > 0 { before = leaving } else { after = leaving }
    show(picture)
    push += forward ? turnDistance : -turnDistance
    slideToPlace()
  }

  /// Slides the picture back to its place.
  func slideToPlace() {
    pushAnimation?.stop()
    let beginning = push
    guard beginning != 0 else { return }
    pushAnimation = Animation(
      on: widget, milliseconds: PictureCanvas.turnDuration, easing: ADW_EASE_OUT_CUBIC
    ) { [weak self] value in
      guard let self else { return }
      push = value >= 1 ? 0 : beginning * (1 - value)
      gtk_widget_queue_draw(widget)
    }
  }
}

extension PictureCanvas: Drawing {
  func draw(on snapshot: OpaquePointer) {
    let width = Double(gtk_widget_get_width(widget))
    let height = Double(gtk_widget_get_height(widget))
    let density = Double(max(1, gtk_widget_get_scale_factor(widget)))
    if geometry.viewWidth != width || geometry.viewHeight != height || geometry.density != density {
      geometry.setView(width: width, height: height, density: density)
      viewChanged()
    }
    panorama?.paint(viewSize, density: density)
    // A panorama shows nothing before it is painted.
    if let current, panorama == nil || current.seen != nil {
      let frame = geometry.frame.scaled(by: growth, aroundX: middle.x, y: middle.y)
      draw(current, frame, push, on: snapshot)
    }
    guard push != 0 else { return }
    // The neighbour that the push reveals.
    let beside = (push > 0) == isLeftToRight ? before : after
    guard let beside else { return }
    let whole = ViewerGeometry(
      image: beside.size, viewWidth: width, viewHeight: height, density: density)
    let frame = whole.frame.scaled(by: leavingGrowth, aroundX: middle.x, y: middle.y)
    draw(beside, frame, push - (push > 0 ? turnDistance : -turnDistance), on: snapshot)
  }

  private func draw(
    _ picture: CanvasPicture, _ frame: ViewerGeometry.Frame, _ push: Double,
    on snapshot: OpaquePointer
  ) {
    guard let seen = picture.seen else {
      var bounds = graphene_rect_t(
        x: frame.x + push, y: frame.y, width: frame.width, height: frame.height)
      return gtk_snapshot_append_texture(snapshot, picture.texture.pointer, &bounds)
    }
    var view = graphene_rect_t(
      x: push, y: 0, width: geometry.viewWidth, height: geometry.viewHeight)
    gtk_snapshot_append_texture(snapshot, seen.pointer, &view)
  }
}

private let canvasType = registerDrawnWidget(
  of: gtk_widget_get_type(), named: "VirtualTouristPicture")
