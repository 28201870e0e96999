import CXTest
import Foundation

/// An invisible screen of X, without a window manager.
final class XScreen: Screen {
  let windowBorder = 5.0
  let display: OpaquePointer
  /// The display's name, such as `:3`.
  private let name: String
  private let server: Process
  /// Whether input is held back until it is sent together.
  private var holdsInput = false

  init(width: Int, height: Int) throws {
    let output = Pipe()
    server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/Xvfb")
    server.arguments = [
      "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset",
    ]
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    name = ":" + (try output.fileHandleForReading.readLine())
    // A window may disappear between two calls; by default, Xlib would then end this process.
    XSetErrorHandler { _, _ in 0 }
    guard let display = XOpenDisplay(name) else { throw DeskError("no X screen \(name)") }
    self.display = display
  }

  var environment: [String: String] { ["DISPLAY": name, "GDK_BACKEND": "x11"] }

  func close() {
    XCloseDisplay(display)
    server.terminate()
    server.waitUntilExit()
  }

  var root: Window { XDefaultRootWindow(display) }

  var windows: [UInt] {
    var (root, parent): (Window, Window) = (0, 0)
    var children: UnsafeMutablePointer<Window>?
    var count: UInt32 = 0
    guard XQueryTree(display, self.root, &root, &parent, &children, &count) != 0 else { return [] }
    defer { if let children { XFree(children) } }
    return (0..<Int(count)).map { children![$0] }.filter {
      var attributes = XWindowAttributes()
      return XGetWindowAttributes(display, $0, &attributes) != 0
        && attributes.map_state == IsViewable && attributes.width > 1
    }
  }

  var topWindow: UInt? {
    windows.last {
      var attributes = XWindowAttributes()
      return XGetWindowAttributes(display, $0, &attributes) != 0
        && attributes.override_redirect == 0
    }
  }

  func origin(of window: UInt) -> (x: Int, y: Int) {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    return (Int(x), Int(y))
  }

  func coverWithWindow() -> UInt {
    let window = XCreateSimpleWindow(display, root, 0, 0, 300, 300, 0, 0, 0xFF00FF)
    XMapRaised(display, window)
    XSync(display, 0)
    return window
  }

  func resize(_ window: UInt, width: Int, height: Int) {
    var (hints, told) = (XSizeHints(), 0)
    var (width, height) = (Int32(width), Int32(height))
    if XGetWMNormalHints(display, window, &hints, &told) != 0 {
      if hints.flags & Int(PMaxSize) != 0 {
        (width, height) = (min(width, hints.max_width), min(height, hints.max_height))
      }
      if hints.flags & Int(PMinSize) != 0 {
        (width, height) = (max(width, hints.min_width), max(height, hints.min_height))
      }
    }
    XResizeWindow(display, window, UInt32(width), UInt32(height))
    XSync(display, 0)
  }

  var size: (width: Int, height: Int) { size(of: root) }

  func move(_ window: UInt, x: Int, y: Int) {
    XMoveWindow(display, window, Int32(x), Int32(y))
    XSync(display, 0)
  }

  func size(of window: UInt) -> (width: Int, height: Int) {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    return (Int(attributes.width), Int(attributes.height))
  }

  func focus(_ window: UInt) {
    XSetInputFocus(display, window, RevertToParent, Time(CurrentTime))
    XSync(display, 0)
  }

  func movePointer(x: Double, y: Double) {
    XTestFakeMotionEvent(display, -1, Int32(x.rounded()), Int32(y.rounded()), 0)
    sendInput()
  }

  func fling(along points: [(x: Double, y: Double)], pace: UInt32) {
    // The X server keeps the pace, even if this process is slow.
    for point in points {
      let (x, y) = (Int32(point.x.rounded()), Int32(point.y.rounded()))
      XTestFakeMotionEvent(display, -1, x, y, UInt(pace))
    }
    setButton(1, isDown: false)
  }

  func setButton(_ button: UInt32, isDown: Bool) {
    XTestFakeButtonEvent(display, button, isDown ? 1 : 0, 0)
    sendInput()
  }

  func setKey(_ symbol: UInt32, isDown: Bool) {
    let code = XKeysymToKeycode(display, KeySym(symbol))
    XTestFakeKeyEvent(display, UInt32(code), isDown ? 1 : 0, 0)
    sendInput()
  }

  func together(_ work: () -> Void) {
    // A call may be nested in another one, which then sends the input.
    let isPart = holdsInput
    holdsInput = true
    work()
    holdsInput = isPart
    sendInput()
  }

  private func sendInput() {
    if !holdsInput { XSync(display, 0) }
  }

  func look(x: Int, y: Int, width: Int, height: Int) throws -> Picture {
    let image = XGetImage(
      display, root, Int32(x), Int32(y), UInt32(width), UInt32(height), UInt(bitPattern: ~0),
      ZPixmap)
    defer { _ = image.map { $0.pointee.f.destroy_image($0) } }
    guard let picture = image.flatMap(Picture.init) else {
      throw DeskError("the screen cannot be read")
    }
    return picture
  }
}
