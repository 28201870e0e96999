import CXTest
import Foundation

/// A person's hands: pointer and keyboard, through the X test extension.
public final class Hands {
  private let screen: Screen

  init(screen: Screen) { self.screen = screen }

  /// Moves the pointer at once.
  public func move(x: Double, y: Double) {
    XTestFakeMotionEvent(screen.display, -1, Int32(x.rounded()), Int32(y.rounded()), 0)
    XSync(screen.display, 0)
  }

  /// Presses the primary button, or another one.
  public func press(button: UInt32 = 1) {
    XTestFakeButtonEvent(screen.display, button, 1, 0)
    XSync(screen.display, 0)
  }

  /// Lets go of the primary button, or another one.
  public func release(button: UInt32 = 1) {
    XTestFakeButtonEvent(screen.display, button, 0, 0)
    XSync(screen.display, 0)
  }

  /// Clicks at a point.
  public func click(x: Double, y: Double) {
    move(x: x, y: y)
    press()
    release()
  }

  /// Moves the pointer in steps, as a hand does, to a point.
  public func glide(fromX x: Double, y: Double, toX endX: Double, y endY: Double, steps: Int = 12) {
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      move(x: x + (endX - x) * part, y: y + (endY - y) * part)
      // A hand takes its time; what follows would be a throw.
      usleep(10_000)
    }
  }

  /// Drags from one point to another and rests before letting go.
  public func drag(fromX x: Double, y: Double, toX endX: Double, y endY: Double) {
    move(x: x, y: y)
    press()
    glide(fromX: x, y: y, toX: endX, y: endY)
    rest(seconds: 0.2)
    release()
  }

  /// Holds at a point for longer than GTK's long press, and lets go.
  public func hold(x: Double, y: Double) {
    move(x: x, y: y)
    press()
    rest(seconds: Hands.holdTime)
    release()
  }

  /// Longer than GTK's long press, in seconds.
  public static let holdTime = 0.9

  /// Turns the wheel by some clicks, up for positive ones.
  public func turnWheel(_ clicks: Int) {
    for _ in 0..<abs(clicks) {
      press(button: clicks > 0 ? 4 : 5)
      release(button: clicks > 0 ? 4 : 5)
    }
  }

  /// Keeps still: part of a gesture, never a wait for the program.
  public func rest(seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }

  /// Types a text of small letters, digits and what needs no shift on the keyboard of X's default.
  public func type(text: String) {
    for scalar in text.unicodeScalars {
      // X's key symbols of ASCII are ASCII.
      let code = XKeysymToKeycode(screen.display, KeySym(scalar.value))
      XTestFakeKeyEvent(screen.display, UInt32(code), 1, 0)
      XTestFakeKeyEvent(screen.display, UInt32(code), 0, 0)
    }
    XSync(screen.display, 0)
  }

  /// Types a key by X's name for it, such as `Return`, with others held down.
  public func type(_ key: String, holding modifiers: String...) {
    type(key, holding: modifiers)
  }

  /// Types a key with others held down.
  public func type(_ key: String, holding modifiers: [String]) {
    let codes = (modifiers + [key]).map {
      XKeysymToKeycode(screen.display, XStringToKeysym($0))
    }
    for code in codes { XTestFakeKeyEvent(screen.display, UInt32(code), 1, 0) }
    for code in codes.reversed() { XTestFakeKeyEvent(screen.display, UInt32(code), 0, 0) }
    XSync(screen.display, 0)
  }
}
