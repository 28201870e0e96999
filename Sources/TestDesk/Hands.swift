import CXTest
import Foundation

/// Input from pointer and keyboard, through the X test extension.
public final class Hands {
  private let screen: Screen

  init(screen: Screen) { self.screen = screen }

  public func move(x: Double, y: Double) {
    XTestFakeMotionEvent(screen.display, -1, Int32(x.rounded()), Int32(y.rounded()), 0)
    XSync(screen.display, 0)
  }

  /// Presses the primary button, or another one.
  public func press(button: UInt32 = 1) {
    XTestFakeButtonEvent(screen.display, button, 1, 0)
    XSync(screen.display, 0)
  }

  /// Releases the primary button, or another one.
  public func release(button: UInt32 = 1) {
    XTestFakeButtonEvent(screen.display, button, 0, 0)
    XSync(screen.display, 0)
  }

  public func click(x: Double, y: Double) {
    move(x: x, y: y)
    press()
    release()
  }

  /// Moves the pointer to a point in steps.
  public func glide(fromX x: Double, y: Double, toX endX: Double, y endY: Double, steps: Int = 12) {
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      move(x: x + (endX - x) * part, y: y + (endY - y) * part)
      // Faster movements would be flings.
      usleep(10_000)
    }
  }

  /// Drags from one point to another, and pauses before the release.
  public func drag(fromX x: Double, y: Double, toX endX: Double, y endY: Double) {
    move(x: x, y: y)
    press()
    glide(fromX: x, y: y, toX: endX, y: endY)
    rest(seconds: 0.2)
    release()
  }

  /// Makes a long press at a point.
  public func hold(x: Double, y: Double) {
    move(x: x, y: y)
    press()
    rest(seconds: Hands.holdTime)
    release()
  }

  /// Longer than GTK's long press, in seconds.
  public static let holdTime = 0.9

  /// Turns the wheel, up for positive clicks.
  public func turnWheel(_ clicks: Int) {
    for _ in 0..<abs(clicks) {
      press(button: clicks > 0 ? 4 : 5)
      release(button: clicks > 0 ? 4 : 5)
    }
  }

  /// Pauses as a part of a gesture; never use it to wait for the program.
  public func rest(seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }

  /// Types text of characters that need no shift on X's default keyboard.
  public func type(text: String) {
    for scalar in text.unicodeScalars {
      // ASCII characters are their own key symbols.
      let code = XKeysymToKeycode(screen.display, KeySym(scalar.value))
      XTestFakeKeyEvent(screen.display, UInt32(code), 1, 0)
      XTestFakeKeyEvent(screen.display, UInt32(code), 0, 0)
    }
    XSync(screen.display, 0)
  }

  /// Types a key by its X name, such as `Return`, while modifiers are held.
  public func type(_ key: String, holding modifiers: String...) {
    type(key, holding: modifiers)
  }

  public func type(_ key: String, holding modifiers: [String]) {
    let codes = (modifiers + [key]).map {
      XKeysymToKeycode(screen.display, XStringToKeysym($0))
    }
    for code in codes { XTestFakeKeyEvent(screen.display, UInt32(code), 1, 0) }
    for code in codes.reversed() { XTestFakeKeyEvent(screen.display, UInt32(code), 0, 0) }
    XSync(screen.display, 0)
  }
}
