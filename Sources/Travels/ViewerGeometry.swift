import Glibc

/// How one picture lies in a view: how large it is drawn, and which part of it shows.
///
/// Lengths are in the view's points; a scale tells how many of them a pixel of the picture has.
public struct ViewerGeometry: Hashable, Sendable {
  /// How many pixels the picture has.
  public private(set) var image: PixelSize
  /// How wide the view is.
  public private(set) var viewWidth: Double
  /// How high the view is.
  public private(set) var viewHeight: Double
  /// How many of the screen's pixels a point has.
  public private(set) var density: Double
  /// Tells whether the whole picture shows, whatever the size of the view becomes.
  public private(set) var isFit = true
  /// The scale where the whole picture need not show.
  private var freeScale = 1.0
  /// How far the picture's middle is from the view's.
  private var x = 0.0
  private var y = 0.0

  /// How often 100 % a picture can be enlarged: single pixels can be told from each other.
  private static let enlargement = 20.0
  /// How much a second step is where the whole picture shows at 100 %.
  private static let smallStep = 2.0

  /// Where something lies in the view, from its left upper corner.
  public struct Frame: Hashable, Sendable {
    /// How far its left side is from the view's.
    public var x: Double
    /// How far its upper side is from the view's.
    public var y: Double
    /// How wide it is.
    public var width: Double
    /// How high it is.
    public var height: Double
  }

  /// Shows the whole of a picture in a view.
  public init(image: PixelSize, viewWidth: Double, viewHeight: Double, density: Double = 1) {
    self.image = image
    self.viewWidth = viewWidth
    self.viewHeight = viewHeight
    self.density = density
  }
}

extension ViewerGeometry {
  /// The scale at which the picture's pixels are the screen's.
  public var fullScale: Double { 1 / density }

  /// The scale at which the whole picture shows; small ones are not enlarged for it.
  public var fitScale: Double {
    guard image.width > 0, image.height > 0 else { return fullScale }
    return max(
      .leastNormalMagnitude,
      min(viewWidth / Double(image.width), viewHeight / Double(image.height), fullScale))
  }

  /// The greatest scale.
  public var greatestScale: Double { fullScale * ViewerGeometry.enlargement }

  /// How many points a pixel of the picture has.
  public var scale: Double { isFit ? fitScale : freeScale }

  /// Where the picture is drawn.
  public var frame: Frame {
    let width = Double(image.width) * scale
    let height = Double(image.height) * scale
    return Frame(
      x: (viewWidth - width) / 2 + x, y: (viewHeight - height) / 2 + y, width: width,
      height: height)
  }

  /// Tells whether the picture can be drawn larger.
  public var canZoomIn: Bool { scale < greatestScale }

  /// Tells whether the picture can be drawn smaller.
  public var canZoomOut: Bool { !isFit }

  /// Tells whether parts of the picture are out of sight to the left or right.
  public var isWiderThanView: Bool { horizontalReach > 0 }

  /// Tells whether parts of the picture are out of sight.
  public var canPan: Bool { horizontalReach > 0 || verticalReach > 0 }
}

extension ViewerGeometry {
  /// Takes another size of the view; what was in its middle stays there as far as it can.
  public mutating func setView(width: Double, height: Double, density: Double) {
    viewWidth = width
    viewHeight = height
    self.density = density
    settle()
  }

  /// Takes the same picture in another number of pixels; it is drawn as large as before.
  public mutating func setImage(_ image: PixelSize) {
    freeScale *= Double(max(1, self.image.width)) / Double(max(1, image.width))
    self.image = image
    settle()
  }

  /// Shows the whole picture.
  public mutating func fit() {
    isFit = true
    settle()
  }

  /// Draws the picture at a scale, keeping what is at a point of the view where it is.
  public mutating func zoom(to wanted: Double, aroundX pointX: Double, y pointY: Double) {
    guard wanted.isFinite else { return }
    let old = scale
    let new = min(greatestScale, max(fitScale, wanted))
    // From the view's middle, as the picture's own place is.
    let fromX = pointX - viewWidth / 2
    let fromY = pointY - viewHeight / 2
    x = fromX - (fromX - x) * new / old
    y = fromY - (fromY - y) * new / old
    freeScale = new
    isFit = false
    settle()
  }

  /// Draws the picture larger or smaller by a factor, around a point of the view.
  public mutating func zoom(by factor: Double, aroundX pointX: Double, y pointY: Double) {
    zoom(to: scale * factor, aroundX: pointX, y: pointY)
  }

  /// The scale that a double click leads to: 100 % where the whole shows, and back from any other.
  public var toggledScale: Double {
    guard isFit else { return fitScale }
    return fitScale < fullScale * 0.99 ? fullScale : fullScale * ViewerGeometry.smallStep
  }

  /// Moves the picture, as far as there is more of it to see.
  public mutating func pan(byX dx: Double, y dy: Double) {
    guard dx.isFinite, dy.isFinite else { return }
    x += dx
    y += dy
    settle()
  }

  private var horizontalReach: Double {
    max(0, (Double(image.width) * scale - viewWidth) / 2)
  }

  private var verticalReach: Double {
    max(0, (Double(image.height) * scale - viewHeight) / 2)
  }

  /// Brings everything within its bounds.
  private mutating func settle() {
    if !isFit {
      freeScale = min(freeScale, greatestScale)
      // A hair above counts as fit, or the picture would not follow the view's next size.
      if freeScale <= fitScale * 1.0001 { isFit = true }
    }
    x = min(horizontalReach, max(-horizontalReach, x))
    y = min(verticalReach, max(-verticalReach, y))
  }
}

extension ViewerGeometry {
  /// The most pixels that are decoded of one picture, as 200 MB hold them with their alpha.
  public static let decodedLimit = 50_000_000
  /// The longest side that is decoded, in pixels: graphics cards draw as much in one piece.
  public static let decodedSideLimit = 8192

  /// How large a file's picture is to be decoded to be drawn sharp.
  ///
  /// It is halved as long as each pixel of the screen has one of its own: so the size changes
  /// seldom, and is never drawn at less than half, below which pictures begin to glitter.
  public func decodedSize(of file: PixelSize) -> PixelSize {
    guard file.width > 0, file.height > 0 else { return file }
    let shown = Double(image.width) * scale * density / Double(file.width)
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

  /// The size that a photo is laid out by before its large image is there.
  ///
  /// What the source says is trusted where it has the shape of the stored picture; so that nothing
  /// on the screen moves when the large image comes.
  public static func expectedSize(stored: PixelSize, promised: PixelSize?) -> PixelSize {
    guard let promised, promised.width >= stored.width, promised.height >= stored.height,
      stored.width > 0, stored.height > 0
    else { return stored }
    let across = Double(promised.width) / Double(stored.width)
    let down = Double(promised.height) / Double(stored.height)
    return abs(across / down - 1) < 0.02 ? promised : stored
  }
}
