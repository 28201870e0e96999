import Foundation

/// An invisible screen of Wayland: sway, which also manages the windows.
///
/// Each window begins in the upper left corner of the screen, as on X without a window manager. On
/// Wayland no program knows where its window is, so this makes positions in it those on the screen.
final class WaylandScreen: Screen {
  let windowBorder = 0.0
  let size: (width: Int, height: Int)
  let environment: [String: String]
  private let compositor: Process
  private let input: WaylandInput

  init(width: Int, height: Int, home: URL) throws {
    size = (width, height)
    let runtime = home.appendingPathComponent("run").path
    environment = [
      "WAYLAND_DISPLAY": "\(runtime)/wayland-1", "SWAYSOCK": "\(runtime)/sway.sock",
      "GDK_BACKEND": "wayland",
    ]
    let (settings, log) = (home.appendingPathComponent("sway"), "\(home.path)/sway.log")
    try WaylandScreen.settings(width: width, height: height).write(
      to: settings, atomically: true, encoding: .utf8)
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    compositor = Process()
    compositor.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // sway refuses to run as root.
    compositor.arguments =
      (getuid() == 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000"] : [])
      + ["sway", "--config", settings.path]
    compositor.environment = ProcessInfo.processInfo.environment.merging([
      "HOME": home.path, "XDG_RUNTIME_DIR": runtime, "SWAYSOCK": "\(runtime)/sway.sock",
      "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
    ]) { $1 }
    compositor.standardOutput = FileHandle.nullDevice
    compositor.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try compositor.run()
    let (process, display) = (compositor, environment["WAYLAND_DISPLAY"]!)
    input = try watch(for: "the compositor") {
      guard process.isRunning else {
        throw DeskError("no screen: \(try String(contentsOfFile: log, encoding: .utf8))")
      }
      return try WaylandInput(display: display, width: width, height: height)
    }
  }

  private static func settings(width: Int, height: Int) -> String {
    let scale = Double(ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_SCALE"] ?? "") ?? 1
    let pixels = (Int(Double(width) * scale), Int(Double(height) * scale))
    return """
      xwayland disable
      output * resolution \(pixels.0)x\(pixels.1) scale \(scale)
      default_floating_border none
      floating_minimum_size 1 x 1
      floating_maximum_size -1 x -1
      focus_follows_mouse no
      mouse_warping none
      focus_on_window_activation focus
      for_window [app_id=".*"] floating enable, move absolute position 0 0
      """
  }

  func close() {
    input.close()
    compositor.terminate()
    compositor.waitUntilExit()
  }

  var windows: [UInt] { tree.map(\.id) }
  var topWindow: UInt? { windows.last }

  func origin(of window: UInt) -> (x: Int, y: Int) {
    frame(of: window).map { ($0.x, $0.y) } ?? (0, 0)
  }

  func size(of window: UInt) -> (width: Int, height: Int) {
    frame(of: window).map { ($0.width, $0.height) } ?? (0, 0)
  }

  func resize(_ window: UInt, width: Int, height: Int) {
    // sway keeps the middle of a window in place when it resizes it.
    let (x, y) = origin(of: window)
    tell(window, "resize set width \(width) px height \(height) px")
    move(window, x: x, y: y)
  }

  func move(_ window: UInt, x: Int, y: Int) { tell(window, "move absolute position \(x) \(y)") }

  func focus(_ window: UInt) { tell(window, "focus") }

  /// sway grants full screen by itself.
  func grantFullScreen(to window: UInt, _ request: () -> Void) { request() }

  func coverWithWindow() throws -> UInt {
    throw DeskError("there is no other program on this screen")
  }

  func look(x: Int, y: Int, width: Int, height: Int) throws -> Picture {
    let bytes = ask("grim", "-t", "ppm", "-s", "1", "-g", "\(x),\(y) \(width)x\(height)", "-")
    guard let picture = Picture(ppm: Array(bytes)) else {
      throw DeskError("the screen cannot be read")
    }
    return picture
  }

  func clipboard(as type: String) -> Data? {
    let types = String(decoding: ask("wl-paste", "--list-types"), as: UTF8.self)
    guard types.split(separator: "\n").contains(Substring(type)) else { return nil }
    return ask("wl-paste", "--no-newline", "--type", type)
  }

  func movePointer(x: Double, y: Double) { input.movePointer(x: x, y: y) }
  func setButton(_ button: UInt32, isDown: Bool) { input.setButton(button, isDown: isDown) }
  func setKey(_ symbol: UInt32, isDown: Bool) { input.setKey(symbol, isDown: isDown) }
}

extension WaylandScreen {
  private struct Frame: Decodable {
    let x, y, width, height: Int
  }

  /// A container or a window in sway's report.
  private struct Node: Decodable {
    let id: UInt
    let pid: Int?
    let rect: Frame
    let nodes, floating_nodes: [Node]

    var windows: [Node] {
      pid != nil ? [self] : (nodes + floating_nodes).flatMap(\.windows)
    }
  }

  private var tree: [Node] {
    let answer = ask("swaymsg", "--raw", "--type", "get_tree")
    return (try? JSONDecoder().decode(Node.self, from: answer).windows) ?? []
  }

  private func frame(of window: UInt) -> Frame? { tree.first { $0.id == window }?.rect }

  private func tell(_ window: UInt, _ command: String) {
    _ = ask("swaymsg", "[con_id=\(window)] \(command)")
  }

  /// The output of a program that talks to this compositor.
  private func ask(_ program: String...) -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = program
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return Data() }
    let answer = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return answer
  }
}
