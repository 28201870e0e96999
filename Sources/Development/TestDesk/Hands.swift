import CWayland
import Foundation

/// Input from pointer and keyboard, as a person makes it.
public final class Hands {
  private let screen: any Screen
  /// Asks the program that is pressed something, and waits for the answer.
  public var awaitProgram: () -> Void = {}

  init(screen: any Screen) { self.screen = screen }

  /// Does what a hand does before the program can answer.
  public func together(_ work: () -> Void) { screen.together(work) }

  public func move(x: Double, y: Double) { screen.movePointer(x: x, y: y) }

  /// Presses the primary button, or another one.
  public func press(button: UInt32 = 1) { screen.setButton(button, isDown: true) }

  /// Releases the primary button, or another one.
  public func release(button: UInt32 = 1) { screen.setButton(button, isDown: false) }

  /// Clicks at a point, be it twice as for a double click.
  public func click(x: Double, y: Double, times: Int = 1) {
    move(x: x, y: y)
    // A busy machine must make neither a long press of it, nor two clicks of a double one.
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
      // Faster movements would be flings.
      usleep(10_000)
    }
  }

  /// Drags from one point to another, and lets go in the movement.
  public func fling(fromX x: Double, y: Double, toX endX: Double, y endY: Double) {
    move(x: x, y: y)
    // A busy machine must not make it a long press.
    together {
      press()
      // For much longer than a frame takes on a busy machine: GTK measures from one frame to the next.
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

  /// Drags from one point to another, and pauses before the release, until what is dropped there can be
  /// accepted.
  public func drag(fromX x: Double, y: Double, toX endX: Double, y endY: Double) {
    move(x: x, y: y)
    let part = min(1, Hands.clearMovement / max(abs(endX - x), abs(endY - y)))
    let (startX, startY) = (x + (endX - x) * part, y + (endY - y) * part)
    // A busy machine must not make it a long press.
    together {
      press()
      move(x: startX, y: startY)
    }
    glide(fromX: startX, y: startY, toX: endX, y: endY)
    linger(seconds: 0.5)
    release()
  }

  /// More than GTK's threshold of a drag, in pixels: what moves so far is no long press.
  private static let clearMovement = 10.0

  /// Makes a long press at a point.
  public func hold(x: Double, y: Double) {
    move(x: x, y: y)
    press()
    linger(seconds: Hands.holdTime)
    release()
  }

  /// Pauses as a part of a gesture which the program follows; time in which it is held up does not
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

  /// Turns the wheel, up for positive clicks.
  public func turnWheel(_ clicks: Int) {
    for _ in 0..<abs(clicks) {
      press(button: clicks > 0 ? 4 : 5)
      release(button: clicks > 0 ? 4 : 5)
    }
  }

  /// Pauses as a part of a gesture; never use it to wait for the program.
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

  /// Presses keys one after the other, and releases them the other way round.
  private func tap(_ symbols: [UInt32]) {
    // X repeats a key that a busy machine lets up too late.
    together {
      for symbol in symbols { screen.setKey(symbol, isDown: true) }
      for symbol in symbols.reversed() { screen.setKey(symbol, isDown: false) }
    }
  }
}
