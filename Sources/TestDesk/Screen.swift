import CAdwaita
import CXTest
import Foundation

/// An invisible X screen.
public final class Screen {
  /// The display's name, such as `:3`.
  public let name: String
  let display: OpaquePointer
  private let server: Process

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
    // A window may disappear between two calls, after which Xlib would end this process.
    XSetErrorHandler { _, _ in 0 }
    guard let display = XOpenDisplay(name) else { throw DeskError("no X screen \(name)") }
    self.display = display
  }

  func close() {
    XCloseDisplay(display)
    server.terminate()
    server.waitUntilExit()
  }

  var root: Window { XDefaultRootWindow(display) }

  /// The colour of a pixel as 0xRRGGBB.
  public func color(x: Int, y: Int) -> UInt32 {
    guard
      let image = XGetImage(display, root, Int32(x), Int32(y), 1, 1, UInt(bitPattern: ~0), ZPixmap)
    else { return 0 }
    defer { _ = image.pointee.f.destroy_image(image) }
    return UInt32(truncatingIfNeeded: image.pointee.f.get_pixel(image, 0, 0)) & 0xFF_FFFF
  }

  /// The colours of some pixels around a point, to recognise a part of a picture.
  public func colors(around point: (x: Double, y: Double)) -> [UInt32] {
    let steps = [-30, -11, 0, 7, 24]
    return steps.flatMap { dy in
      steps.map { color(x: Int(point.x) + $0, y: Int(point.y) + dy) }
    }
  }

  /// Saves the screen, or a part of it, as PNG.
  public func capture(
    to path: String, x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil
  ) throws {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, root, &attributes)
    let (width, height) = (width ?? Int(attributes.width), height ?? Int(attributes.height))
    guard
      let image = XGetImage(
        display, root, Int32(x), Int32(y), UInt32(width), UInt32(height), UInt(bitPattern: ~0),
        ZPixmap)
    else { throw DeskError("the screen cannot be read") }
    defer { _ = image.pointee.f.destroy_image(image) }
    let surface = cairo_image_surface_create_for_data(
      UnsafeMutableRawPointer(image.pointee.data).assumingMemoryBound(to: UInt8.self),
      CAIRO_FORMAT_RGB24, Int32(width), Int32(height), image.pointee.bytes_per_line)
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS else {
      throw DeskError("\(path) cannot be written")
    }
  }

  /// The windows of programs, the lowest first.
  public var windows: [UInt] {
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

  /// The highest window that a window manager would focus: no menu, no tooltip.
  public var topWindow: UInt? {
    windows.last {
      var attributes = XWindowAttributes()
      return XGetWindowAttributes(display, $0, &attributes) != 0
        && attributes.override_redirect == 0
    }
  }

  /// The position of a window's upper left corner.
  public func origin(of window: UInt) -> (x: Int, y: Int) {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child)
    return (Int(x), Int(y))
  }

  /// Opens a plain window above the others and returns it.
  public func coverWithWindow() -> UInt {
    let window = XCreateSimpleWindow(display, root, 0, 0, 300, 300, 0, 0, 0xFF00FF)
    XMapRaised(display, window)
    XSync(display, 0)
    return window
  }

  /// Resizes a window within its own limits, as dragging its edge does.
  public func resize(_ window: UInt, width: Int, height: Int) {
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

  public var size: (width: Int, height: Int) { size(of: root) }

  /// Moves a window, as dragging its title does.
  public func move(_ window: UInt, x: Int, y: Int) {
    XMoveWindow(display, window, Int32(x), Int32(y))
    XSync(display, 0)
  }

  public func size(of window: UInt) -> (width: Int, height: Int) {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    return (Int(attributes.width), Int(attributes.height))
  }

  /// Gives a window the keyboard focus, as a window manager does.
  public func focus(_ window: UInt) {
    XSetInputFocus(display, window, RevertToParent, Time(CurrentTime))
    XSync(display, 0)
  }
}
