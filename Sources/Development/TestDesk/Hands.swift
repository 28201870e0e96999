import CWayland
import Foundation

/// Input with pointer and keyboard, as a person makes it.
public final class Hands {
  private let screen: any Screen
  /// Asks the pressed program something and waits for the answer, so that it has handled all input.
  public var awaitProgram: () -> Void = {}

  init(screen: any Screen) { self.screen = screen }

  /// Sends all input of `work` at once, before the program can react.
  public func together(_ work: () -> Void) { screen.together(work) }

  public func move(x: Double, y: Double) { screen.movePointer(x: x, y: y) }

  /// Presses the primary button, or another one.
  public func press(button: UInt32 = 1) { screen.setButton(button, isDown: true) }

  /// Releases the primary button, or another one.
  public func release(button: UInt32 = 1) { screen.setButton(button, isDown: false) }

  public func click(x: Double, y: Double, times: Int = 1) {
    move(x: x, y: y)
    // Even on a busy machine, a click must not become a long press, nor a double click two clicks.
    together {
      for _ in 0..<times {
        press()
        release()
      }
    }
  }

  /// Moves the pointer to a point in steps.
  public func glide(fromX x: Double, y: Double, toX endX: Double, y endY: Double, steps: Int = 12) {
    for point in Hands.points(from: (x, y), to: (endX, endY), steps: steps) {
      move(x: point.x, y: point.y)
      // At a higher speed it would be a fling.
      usleep(10_000)
    }
  }

  /// Drags from one point to another, and releases while the pointer moves.
  public func fling(fromX x: Double, y: Double, toX endX: Double, y endY: Double) {
    move(x: x, y: y)
    // Even on a busy machine, it must not become a long press.
    together {
      press()
      // It takes much longer than a frame of a busy machine: GTK measures the speed between frames.
      screen.fling(along: Hands.points(from: (x, y), to: (endX, endY), steps: 40), pace: 20)
    }
  }

  private static func points(
    from begin: (x: Double, y: Double), to end: (x: Double, y: Double), steps: Int
  ) -> [(x: Double, y: Double)] {
    (1...steps).map {
      let part = Double($0) / Double(steps)
      return (begin.x + (end.x - begin.x) * part, begin.y + (end.y - begin.y) * part)
    }
  }

  /// Drags from one point to another, and waits before the release until the target can accept a
  /// drop.
  public func drag(fromX x: Double, y: Double, toX endX: Double, y endY: Double) {
    move(x: x, y: y)
    let part = min(1, Hands.clearMovement / max(abs(endX - x), abs(endY - y)))
    let (startX, startY) = (x + (endX - x) * part, y + (endY - y) * part)
    // Even on a busy machine, it must not become a long press.
    together {
      press()
      move(x: startX, y: startY)
    }
    glide(fromX: startX, y: startY, toX: endX, y: endY)
    linger(seconds: 0.5)
    release()
  }

  /// A distance beyond GTK's threshold for a drag, in pixels: after it, a press is no long press.
  private static let clearMovement = 10.0

  public func hold(x: Double, y: Double) {
    move(x: x, y: y)
    press()
    linger(seconds: Hands.holdTime)
    release()
  }

  /// Waits as part of a gesture that the program follows; time in which the program hangs does not
  /// count.
  public func linger(seconds: Double) {
    let part = 0.05
    for _ in 0..<Int(seconds / part) {
      awaitProgram()
      rest(seconds: part)
    }
  }

  /// Longer than GTK's long press, in seconds.
  public static let holdTime = 0.9

  /// Turns the wheel; positive clicks are upwards.
  public func turnWheel(_ clicks: Int) {
    for _ in 0..<abs(clicks) {
      press(button: clicks > 0 ? 4 : 5)
      release(button: clicks > 0 ? 4 : 5)
    }
  }

  /// Waits as part of a gesture; never use it to wait for the program.
  public func rest(seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }

  /// Types text of characters that need no shift on an American keyboard.
  public func type(text: String) {
    // ASCII characters are their own key symbols.
    for scalar in text.unicodeScalars { tap([scalar.value]) }
  }

  /// Types a key by its symbol's name, such as `Return`, while modifiers are held.
  public func type(_ key: String, holding modifiers: String...) {
    type(key, holding: modifiers)
  }

  public func type(_ key: String, holding modifiers: [String]) {
    tap((modifiers + [key]).map { xkb_keysym_from_name($0, XKB_KEYSYM_NO_FLAGS) })
  }

  /// Presses keys one after the other, and releases them in reverse order.
  private func tap(_ symbols: [UInt32]) {
    // X repeats a key that is released late, as by a busy machine.
    together {
      for symbol in symbols { screen.setKey(symbol, isDown: true) }
      for symbol in symbols.reversed() { screen.setKey(symbol, isDown: false) }
    }
  }
}
