public import Foundation

/// An invisible screen, which also does what a desktop does for windows.
public protocol Screen: AnyObject {
  /// The variables by which programs find the screen.
  var environment: [String: String] { get }
  var size: (width: Int, height: Int) { get }

  /// The width of a window's border, in pixels.
  var windowBorder: Double { get }
  /// The windows of programs, the lowest first.
  var windows: [UInt] { get }
  /// The highest window that a window manager would focus, which is no menu or tooltip.
  var topWindow: UInt? { get }
  /// The position of a window's upper left corner.
  func origin(of window: UInt) -> (x: Int, y: Int)
  func size(of window: UInt) -> (width: Int, height: Int)
  /// Resizes a window within its own limits, as dragging its edge would.
  func resize(_ window: UInt, width: Int, height: Int)
  /// Moves a window, as dragging its title bar would.
  func move(_ window: UInt, x: Int, y: Int)
  /// Gives a window the keyboard focus, as a window manager does.
  func focus(_ window: UInt)
  /// Runs `request`, and grants the program's wish to enter or leave full screen.
  func grantFullScreen(to window: UInt, _ request: () -> Void) throws
  /// Opens a plain window above the others and returns it.
  func coverWithWindow() throws -> UInt

  func look(x: Int, y: Int, width: Int, height: Int) throws -> Picture
  /// The clipboard's content as a type, such as `image/png`; nil if it cannot be had as that type.
  func clipboard(as type: String) throws -> Data?

  func movePointer(x: Double, y: Double)
  /// Moves a pressed pointer from point to point, one every `pace` milliseconds, and releases it at
  /// the last one without a stop.
  func fling(along points: [(x: Double, y: Double)], pace: UInt32)
  /// Presses or releases a button of the pointer by its number in X; 4 and 5 turn the wheel.
  func setButton(_ button: UInt32, isDown: Bool)
  /// Presses or releases the key with a symbol; modifiers are ignored.
  func setKey(_ symbol: UInt32, isDown: Bool)
  /// Passes all input of `work` on at once, even if this process is slow.
  func together(_ work: () -> Void)

  func close()
}

extension Screen {
  public func together(_ work: () -> Void) { work() }

  public func fling(along points: [(x: Double, y: Double)], pace: UInt32) {
    for point in points {
      usleep(pace * 1000)
      movePointer(x: point.x, y: point.y)
    }
    setButton(1, isDown: false)
  }

  /// The clipboard's text as a type, such as `text/html`.
  public func clipboardText(as type: String) throws -> String? {
    try clipboard(as: type).map { PseudoLanguage.heard(String(decoding: $0, as: UTF8.self)) }
  }

  /// The colour of a pixel as 0xRRGGBB.
  public func color(x: Int, y: Int) -> UInt32 {
    (try? look(x: x, y: y, width: 1, height: 1)[0, 0]) ?? 0
  }

  /// The colours of a column of pixels, in one capture.
  public func column(x: Int, y: Int, height: Int) -> [UInt32] {
    let picture = try? look(x: x, y: y, width: 1, height: height)
    return (0..<height).map { picture?[0, $0] ?? 0 }
  }

  /// The colours of some pixels around a point, by which a part of a picture is recognised.
  public func colors(around point: (x: Double, y: Double)) -> [UInt32] {
    let steps = [-30, -11, 0, 7, 24]
    let picture = try? look(x: Int(point.x) - 30, y: Int(point.y) - 30, width: 55, height: 55)
    return steps.flatMap { dy in steps.map { picture?[$0 + 30, dy + 30] ?? 0 } }
  }

  /// Saves the screen as PNG.
  public func capture(to path: String) throws {
    try look(x: 0, y: 0, width: size.width, height: size.height).save(to: path)
  }
}
