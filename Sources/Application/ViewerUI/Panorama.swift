import CAdwaita
import Glibc
import Imaging
import TravelModel
import Widgets

/// A picture that is a sphere, seen from its middle.
final class Panorama {
  private(set) var view: SphereView {
    didSet { if view != oldValue { changed(from: oldValue) } }
  }
  private let widget: Widget
  private let onChange: (_ isZoomed: Bool) -> Void
  private var picture: CanvasPicture
  private var sphere: PictureSphere
  /// The size of the view, in logical pixels.
  private var size: PixelSize
  /// How many pixels are painted for each logical one; 0 until the view is painted.
  private var painted = 0.0
  /// The graphics card with the picture; nil where there is none, or it has not been looked for.
  private var card: SphereCard?
  private var hasLookedForCard = false
  private var work: Task<Void, Never>?
  /// Whether it is being painted anew because it has come to rest.
  private var isSharpening = false
  private var motion: Animation?

  /// How many pixels are painted while the view moves, so that it moves smoothly without a graphics
  /// card, too; once it rests, it becomes as sharp as the screen.
  private static let quickPixels = 800_000.0
  /// The zoom factor of a key or a button, and of a double press.
  private static let zoomStep = 1.25
  private static let doubleZoom = 2.0
  /// How far a key turns the view, as a share of what it shows.
  private static let keyShare = 0.15
  /// How long a throw goes on, in milliseconds.
  private static let throwDuration: UInt32 = 900
  /// A release slower than this, in logical pixels a second, is no throw.
  private static let slowestThrow = 60.0

  /// Begins with the view that the sphere's metadata ask for, in a size in logical pixels;
  /// `onChange` is called when it has changed, and told whether it was zoomed.
  init(
    _ picture: CanvasPicture, _ sphere: PictureSphere, on widget: Widget, size: PixelSize,
    onChange: @escaping (_ isZoomed: Bool) -> Void
  ) {
    (self.picture, self.sphere, self.widget, self.size) = (picture, sphere, widget, size)
    self.onChange = onChange
    var start = sphere.start
    start.turn(right: 0, up: 0, in: sphere)
    view = start
  }

  /// Goes on with a version of the picture in another resolution.
  func show(_ picture: CanvasPicture, _ sphere: PictureSphere) {
    picture.seen = self.picture.seen
    (self.picture, self.sphere, painted) = (picture, sphere, 0)
    (card, hasLookedForCard) = (nil, false)
    gtk_widget_queue_draw(widget)
  }

  /// The true heading of the view, in degrees clockwise from north; nil if unknown.
  var heading: Double? { sphere.heading(of: view) }

  /// How wide the picture is as it is shown in the middle of the view, in logical pixels.
  var shownWidth: Double { sphere.shownWidth(in: view, size) }

  /// How large the picture is shown.
  var scale: Double { 1 / tan(view.fieldOfView / 2 * .pi / 180) }

  var canZoomIn: Bool { view.fieldOfView > SphereView.fields.lowerBound }
  var canZoomOut: Bool { view.fieldOfView < SphereView.fields.upperBound }

  /// Stops all motion.
  func stop() { motion?.stop() }

  /// Stops all motion and painting, because another picture is shown.
  func end() {
    stop()
    work?.cancel()
  }
}

/// What hands and keys do.
extension Panorama {
  /// Turns as a hand drags what is seen, by logical pixels.
  func drag(x: Double, y: Double) {
    stop()
    view.drag(x: x, y: y, size: size, in: sphere)
  }

  /// Goes on as it was dragged, ever slower; not where the user has turned animations off.
  func glide(x: Double, y: Double) {
    guard hypot(x, y) >= Panorama.slowestThrow, adw_get_enable_animations(widget) != 0 else {
      return
    }
    let beginning = view
    // An ease-out of the third power begins three times as fast as it is on average.
    let seconds = Double(Panorama.throwDuration) / 1000 / 3
    motion = Animation(
      on: widget, milliseconds: Panorama.throwDuration, easing: ADW_EASE_OUT_CUBIC
    ) { [weak self] share in
      guard let self else { return }
      var next = beginning
      next.drag(x: x * seconds * share, y: y * seconds * share, size: size, in: sphere)
      view = next
    }
  }

  func turn(right: Double = 0, up: Double = 0) {
    stop()
    view.turn(right: right, up: up, in: sphere)
  }

  func zoom(by factor: Double) {
    stop()
    view.zoom(by: factor)
  }

  /// Toggles between what it shows at first and a closer look.
  func toggleZoom() {
    if view.fieldOfView < sphere.start.fieldOfView { fit() } else { zoom(by: Panorama.doubleZoom) }
  }

  /// Performs the command of a key; returns false if it has none here.
  func press(_ key: ViewerKey) -> Bool {
    let step = view.fieldOfView * Panorama.keyShare
    switch key {
    case .left, .panLeft: turn(right: -step)
    case .right, .panRight: turn(right: step)
    case .lookUp, .panUp: turn(up: step)
    case .lookDown, .panDown: turn(up: -step)
    case .zoomIn: zoom(by: Panorama.zoomStep)
    case .zoomOut: zoom(by: 1 / Panorama.zoomStep)
    case .fit: fit()
    // Its pixels have no one size.
    case .showPixels, .doublePixels: break
    default: return false
    }
    return true
  }

  /// Shows as much as at first.
  func fit() {
    stop()
    view = SphereView(
      yaw: view.yaw, pitch: view.pitch, fieldOfView: sphere.start.fieldOfView)
  }
}

/// How it is painted: by the graphics card, or by threads again and again as long as it moves.
extension Panorama {
  /// Has the view painted in a size in logical pixels, unless it is, and given to the picture.
  func paint(_ size: PixelSize, density: Double) {
    if size != self.size { (self.size, painted) = (size, 0) }
    guard work == nil, painted < density else { return }
    func scaled(by factor: Double) -> PixelSize {
      PixelSize(
        width: max(1, Int(Double(size.width) * factor)),
        height: max(1, Int(Double(size.height) * factor)))
    }
    if !hasLookedForCard {
      hasLookedForCard = true
      card = SphereCard(picture.pixels, of: sphere, for: widget)
    }
    if let seen = card?.draw(view, size: scaled(by: density)) {
      (picture.seen, painted) = (seen, density)
      return
    }
    card = nil
    let pixels = Double(max(1, size.width * size.height))
    let quick = min(density, (Panorama.quickPixels / pixels).squareRoot())
    let next = painted < quick ? quick : density
    isSharpening = next > quick
    let wanted = scaled(by: next)
    work = Task { [weak self, picture, sphere, view] in
      let seen = await SpherePainter.paint(view, of: sphere, picture.pixels, size: wanted)
      guard let self else { return }
      work = nil
      if let seen {
        self.picture.seen = seen.texture
        let isPresent = view == self.view && size == self.size && picture === self.picture
        painted = isPresent ? next : 0
      }
      gtk_widget_queue_draw(widget)
    }
  }

  private func changed(from last: SphereView) {
    painted = 0
    // A sharp painting takes long, and is no longer wanted.
    if isSharpening { work?.cancel() }
    gtk_widget_queue_draw(widget)
    onChange(view.fieldOfView != last.fieldOfView)
  }
}
