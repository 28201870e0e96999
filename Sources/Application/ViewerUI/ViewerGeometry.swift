import TravelModel

/// The placement of a picture in the viewer: its scale, and which part of it is visible.
///
/// Lengths are in logical pixels of the view; a scale is their number per pixel of the picture.
nonisolated struct ViewerGeometry: Hashable, Sendable {
  /// The picture's size.
  private(set) var image: PixelSize
  private(set) var viewWidth: Double
  private(set) var viewHeight: Double
  /// The screen's pixels per logical pixel.
  private(set) var density: Double
  /// Whether the whole picture is shown, and follows the size of the view.
  private(set) var isFit = true
  /// The scale while `isFit` is false.
  private var freeScale = 1.0
  /// The offset of the picture's centre from the view's.
  private var x = 0.0
  private var y = 0.0

  /// The greatest zoom, as a multiple of 100 %: single pixels become visible.
  private static let enlargement = 20.0
  /// The zoom of a double click on a picture that is whole at 100 % already.
  private static let smallStep = 2.0
  /// A rectangle in the view, from its upper left corner.
  struct Frame: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The frame enlarged by a factor around a point of the view.
    func scaled(by factor: Double, aroundX pointX: Double, y pointY: Double) -> Frame {
      Frame(
        x: pointX + (x - pointX) * factor, y: pointY + (y - pointY) * factor,
        width: width * factor, height: height * factor)
    }
  }

  /// Shows the whole of a picture in a view.
  init(image: PixelSize, viewWidth: Double, viewHeight: Double, density: Double = 1) {
    self.image = image
    self.viewWidth = viewWidth
    self.viewHeight = viewHeight
    self.density = density
  }
}

nonisolated extension ViewerGeometry {
  /// The scale of 100 %: one pixel of the picture on one of the screen's.
  var fullScale: Double { 1 / density }

  /// The scale at which the whole picture is visible; small pictures are not enlarged.
  var fitScale: Double {
    guard image.width > 0, image.height > 0 else { return fullScale }
    return max(
      .leastNormalMagnitude,
      min(viewWidth / Double(image.width), viewHeight / Double(image.height), fullScale))
  }

  private var greatestScale: Double { fullScale * ViewerGeometry.enlargement }

  /// The scale, clamped to the possible range.
  func bounded(_ scale: Double) -> Double { min(greatestScale, max(fitScale, scale)) }

  var scale: Double { isFit ? fitScale : freeScale }

  /// Where the picture is drawn.
  var frame: Frame {
    let width = Double(image.width) * scale
    let height = Double(image.height) * scale
    return Frame(
      x: (viewWidth - width) / 2 + x, y: (viewHeight - height) / 2 + y, width: width,
      height: height)
  }

  var canZoomIn: Bool { scale < greatestScale }

  var canZoomOut: Bool { !isFit }

  var isWiderThanView: Bool { horizontalReach > 0 }

  var canPan: Bool { horizontalReach > 0 || verticalReach > 0 }

  /// Sets the view's size, keeping what is in its centre as far as possible.
  mutating func setView(width: Double, height: Double, density: Double) {
    viewWidth = width
    viewHeight = height
    self.density = density
    clamp()
  }

  /// Replaces the picture by a version of another resolution, which is drawn at the same size.
  mutating func setImage(_ image: PixelSize) {
    freeScale *= Double(max(1, self.image.width)) / Double(max(1, image.width))
    self.image = image
    clamp()
  }

  mutating func fit() {
    isFit = true
    clamp()
  }

  /// Zooms to a scale, keeping the given point of the view fixed.
  mutating func zoom(to target: Double, aroundX pointX: Double, y pointY: Double) {
    guard target.isFinite else { return }
    let old = scale
    let new = bounded(target)
    // Relative to the view's centre, like `x` and `y`.
    let fromX = pointX - viewWidth / 2
    let fromY = pointY - viewHeight / 2
    x = fromX - (fromX - x) * new / old
    y = fromY - (fromY - y) * new / old
    freeScale = new
    isFit = false
    clamp()
  }

  /// The target of a double click: 100 % if the whole picture is shown, else the whole picture.
  var toggledScale: Double {
    guard isFit else { return fitScale }
    return fitScale < fullScale * 0.99 ? fullScale : fullScale * ViewerGeometry.smallStep
  }

  /// Pans the picture within its bounds.
  mutating func pan(byX dx: Double, y dy: Double) {
    guard dx.isFinite, dy.isFinite else { return }
    x += dx
    y += dy
    clamp()
  }

  private var horizontalReach: Double {
    max(0, (Double(image.width) * scale - viewWidth) / 2)
  }

  private var verticalReach: Double {
    max(0, (Double(image.height) * scale - viewHeight) / 2)
  }

  /// Clamps scale and offset.
  private mutating func clamp() {
    if !isFit {
      freeScale = min(freeScale, greatestScale)
      // Rounding must not keep the picture from following the view's next size.
      if freeScale <= fitScale * 1.0001 { isFit = true }
    }
    x = min(horizontalReach, max(-horizontalReach, x))
    y = min(verticalReach, max(-verticalReach, y))
  }

  /// The most pixels decoded of one picture: 200 MB with alpha.
  static let decodedLimit = 50_000_000
  /// The longest decoded side, in pixels: the limit of textures on graphics cards.
  static let decodedSideLimit = 8192

  /// The size at which to decode a file so that it looks sharp.
  func decodedSize(of file: PixelSize) -> PixelSize {
    ViewerGeometry.decodedSize(of: file, shownWidth: Double(image.width) * scale * density)
  }

  /// The size at which to decode a file that is so many pixels of the screen wide.
  ///
  /// It is reduced by powers of two only, so that it seldom changes, and the picture is never drawn
  /// at less than half of it, where pixels would begin to flicker.
  static func decodedSize(of file: PixelSize, shownWidth: Double) -> PixelSize {
    guard file.width > 0, file.height > 0 else { return file }
    let shown = shownWidth / Double(file.width)
    var share = 1.0
    while share / 2 >= shown, share > 1.0 / 256 { share /= 2 }
    let side = Double(max(file.width, file.height))
    let pixels = Double(file.width) * Double(file.height)
    share = min(
      share, Double(ViewerGeometry.decodedSideLimit) / side,
      (Double(ViewerGeometry.decodedLimit) / pixels).squareRoot())
    return PixelSize(
      width: max(1, Int((Double(file.width) * share).rounded())),
      height: max(1, Int((Double(file.height) * share).rounded())))
  }

  /// The size for laying out a photo before its large image has come.
  ///
  /// It is the size promised by the source if its shape matches the stored picture, so that nothing
  /// moves when the large image arrives.
  static func expectedSize(stored: PixelSize, promised: PixelSize?) -> PixelSize {
    guard let promised, promised.width >= stored.width, promised.height >= stored.height,
      stored.width > 0, stored.height > 0
    else { return stored }
    let across = Double(promised.width) / Double(stored.width)
    let down = Double(promised.height) / Double(stored.height)
    return abs(across / down - 1) < 0.02 ? promised : stored
  }
}
