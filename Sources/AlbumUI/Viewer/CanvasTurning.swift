import CAdwaita
import CGLib
import GLibBridge
import Travels
import Widgets

/// Pushing the picture aside, so that the one before or after it comes.
extension PictureCanvas {
  /// What lies between two pictures that are beside each other, in points.
  private static let gap = 24.0
  /// The share of the view's width that the picture is to be pushed for the next to come.
  private static let turningShare = 0.2
  /// The longest push that is asked for, in points: wide windows take no longer fingers.
  private static let longestPush = 150.0
  /// How much of a push is followed where there is nothing to come.
  private static let resistance = 0.25
  /// How long the next picture takes to come, in milliseconds.
  private static let turnDuration: UInt32 = 220

  var isLeftToRight: Bool { gtk_widget_get_direction(widget) != GTK_TEXT_DIR_RTL }

  /// How far a picture is moved when the next takes its place.
  var turnDistance: Double { geometry.viewWidth + PictureCanvas.gap }

  /// Follows a finger; `distance` is from where it began.
  func push(to distance: Double) {
    pushAnimation?.stop()
    let isFree = (distance > 0) == isLeftToRight ? canTurn.back : canTurn.forward
    push = isFree ? distance : distance * PictureCanvas.resistance
    gtk_widget_queue_draw(widget)
  }

  /// Takes the finger away: the next picture comes, or this one goes back to its place.
  ///
  /// A `flick` in the push's direction turns however short the push was.
  func release(flick: Double = 0) {
    let direction = (push > 0) == isLeftToRight ? -1 : 1
    let isFree = direction < 0 ? canTurn.back : canTurn.forward
    let least = min(
      geometry.viewWidth * PictureCanvas.turningShare, PictureCanvas.longestPush)
    let isFlicked = flick != 0 && (flick > 0) == (push > 0)
    if push != 0, isFree, abs(push) >= least || isFlicked { onTurn(direction) } else { settle() }
  }

  /// Puts another picture in this one's place: that one comes from its side, this one leaves.
  ///
  /// Which pictures are beside it was told before.
  func turn(to picture: CanvasPicture?, _ direction: Int) {
    let forward = (direction > 0) == isLeftToRight
    let leaving = current
    if direction > 0 { before = leaving } else { after = leaving }
    show(picture)
    push += forward ? turnDistance : -turnDistance
    settle()
  }

  /// Lets the picture slide to its place.
  func settle() {
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
