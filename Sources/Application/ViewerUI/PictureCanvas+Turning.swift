import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// Swiping to the previous or next picture.
extension PictureCanvas {
  /// The gap between two neighbouring pictures, in logical pixels.
  private static let gap = 24.0
  /// The share of the view's width that a push must reach to turn.
  private static let turningShare = 0.2
  /// The longest push needed, in logical pixels, however wide the window is.
  private static let longestPush = 150.0
  /// How much of a push is followed where there is no neighbour.
  private static let resistance = 0.25
  /// How long a turn is animated, in milliseconds.
  private static let turnDuration: UInt32 = 220

  var isLeftToRight: Bool { gtk_widget_get_direction(widget) != GTK_TEXT_DIR_RTL }

  /// The distance between two neighbouring pictures.
  var turnDistance: Double { geometry.viewWidth + PictureCanvas.gap }

  /// Follows a finger; `distance` is measured from where it began.
  func push(to distance: Double) {
    pushAnimation?.stop()
    let isFree = (distance > 0) == isLeftToRight ? canTurn.back : canTurn.forward
    leavingGrowth = 1
    push = isFree ? distance : distance * PictureCanvas.resistance
    gtk_widget_queue_draw(widget)
  }

  /// Turns to the next picture, or moves this one back to its place.
  ///
  /// A `flick` in the direction of the push turns however short that was.
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

  /// Slides the picture to its place.
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
