import CGLib
import Foundation

/// A view of the programs on a desk through the accessibility bus, as screen readers have it.
public final class Eyes {
  /// The width of a window's border, in pixels.
  fileprivate let border: Double
  private let connection: OpaquePointer
  private var origins: [String: Double] = [:]

  init(sessionBus: String, border: Double) throws {
    self.border = border
    let session = try Desk.connect(to: sessionBus)
    defer { g_object_unref(UnsafeMutableRawPointer(session)) }
    let answer = try Desk.call(
      session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", [], "(s)")
    connection = try Desk.connect(to: answer.child(0).string)
  }

  func close() {
    g_dbus_connection_close_sync(connection, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// The root element of a program, once it is there.
  public func application(_ program: Program, seconds: Double = 15) throws -> Element {
    try watch(for: "the program on the accessibility bus", seconds: seconds) {
      guard program.isRunning else { throw DeskError("the program has ended: \(program.output)") }
      let desktop = Element(
        eyes: self, bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")
      // A proxy speaks for a program in a sandbox, so that its process is not known.
      return try desktop.children.first {
        try Desk.sandbox != nil || processID(of: $0.bus) == UInt32(program.id)
      }
    }
  }

  private func processID(of bus: String) throws -> UInt32? {
    try? Desk.call(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "GetConnectionUnixProcessID", [g_variant_new_string(bus)], "(u)"
    ).child(0).number
  }

  /// Where a program's windows begin, as GTK tells positions in them.
  fileprivate func origin(of element: Element) throws -> Double {
    if let origin = origins[element.bus] { return origin }
    let program = Element(
      eyes: self, bus: element.bus, path: "/org/a11y/atspi/accessible/root")
    guard let window = try program.children.first else { return 0 }
    let origin = try window.extents[0]
    origins[element.bus] = origin
    return origin
  }

  fileprivate func call(
    _ element: Element, _ interface: String, _ method: String, _ type: String,
    _ arguments: [OpaquePointer?] = []
  ) throws -> Answer {
    try Desk.call(connection, element.bus, element.path, interface, method, arguments, type)
  }
}

/// An accessible element.
public struct Element {
  fileprivate let eyes: Eyes
  let bus: String
  let path: String

  private static let accessible = "org.a11y.atspi.Accessible"

  public var name: String {
    get throws {
      try eyes.call(
        self, "org.freedesktop.DBus.Properties", "Get", "(v)",
        [g_variant_new_string(Element.accessible), g_variant_new_string("Name")]
      ).child(0).content.string
    }
  }

  /// Its number, such as that of a spin button.
  public var value: Double {
    get throws {
      try eyes.call(
        self, "org.freedesktop.DBus.Properties", "Get", "(v)",
        [g_variant_new_string("org.a11y.atspi.Value"), g_variant_new_string("CurrentValue")]
      ).child(0).content.double
    }
  }

  /// Its role name, such as `push button`.
  public var role: String {
    get throws { try eyes.call(self, Element.accessible, "GetRoleName", "(s)").child(0).string }
  }

  public var children: [Element] {
    get throws {
      let list = try eyes.call(self, Element.accessible, "GetChildren", "(a(so))").child(0)
      return (0..<list.count).map {
        let reference = list.child($0)
        return Element(
          eyes: eyes, bus: reference.child(0).string, path: reference.child(1).string)
      }
    }
  }

  /// Its position and size in the window.
  public var frame: (x: Double, y: Double, width: Double, height: Double) {
    get throws {
      let numbers = try extents
      // GTK counts from the window's content, inside its border; since 4.12, from outside of it, and
      // leaves out the border and the paddings of all that the element is in.
      let origin = try eyes.origin(of: self)
      return (
        numbers[0] - origin + eyes.border, numbers[1] - origin + eyes.border, numbers[2], numbers[3]
      )
    }
  }

  /// Its position and size, as GTK tells them.
  fileprivate var extents: [Double] {
    get throws {
      let inWindow: UInt32 = 1
      let answer = try eyes.call(
        self, "org.a11y.atspi.Component", "GetExtents", "((iiii))", [g_variant_new_uint32(inWindow)]
      ).child(0)
      return (0..<4).map { Double(answer.child($0).signed) }
    }
  }

  public func has(_ state: State) throws -> Bool {
    let words = try eyes.call(self, Element.accessible, "GetState", "(au)").child(0)
    let bits = UInt64(words.child(0).number) | UInt64(words.child(1).number) << 32
    return bits >> state.rawValue & 1 == 1
  }

  /// States, by AT-SPI's numbers.
  public enum State: UInt64 {
    case checked = 4
    case enabled = 8
    case focusable = 11
    case focused = 12
    case selected = 23
    case sensitive = 24
    case showing = 25
    case visible = 30
  }
}

extension Element {
  /// All elements in it, itself included, that fulfil a condition.
  public func all(_ condition: (Element) throws -> Bool) -> [Element] {
    var found: [Element] = []
    if (try? condition(self)) == true { found.append(self) }
    for child in (try? children) ?? [] {
      found += child.all(condition)
    }
    return found
  }

  /// The buttons in it whose names fulfil a condition.
  public func buttons(_ isWanted: (String) -> Bool = { _ in true }) -> [Element] {
    all { try ["push button", "button"].contains($0.role) && isWanted($0.name) }
  }

  /// The element of a name, once there is one.
  public func waitFor(_ name: String) throws -> Element {
    try watch(for: "“\(name)” on the screen") { all { try $0.name == name }.first }
  }

  /// The entry of an open menu.
  ///
  /// GTK 4.18 gives entries no name.
  @discardableResult
  public func waitForEntry(_ name: String, seconds: Double = 15) throws -> Element {
    try watch(for: "“\(name)” in a menu", seconds: seconds) { entries(name).first }
  }

  public func waitForEnd(ofEntry name: String) throws {
    try watch(for: "the end of a menu with “\(name)”") { entries(name).isEmpty ? true : nil }
  }

  private func entries(_ name: String) -> [Element] {
    all {
      try $0.name == name || $0.role == "menu item" && $0.name.isEmpty && $0.has(.showing)
    }
  }

  /// Waits until there is no element of a name.
  public func waitForEnd(of name: String) throws {
    try watch(for: "the end of “\(name)”") { all { try $0.name == name }.isEmpty ? true : nil }
  }

  /// The tree below it as readable text.
  public func outline(indent: String = "") -> String {
    let frame = (try? frame).map { "\(Int($0.x)),\(Int($0.y)) \(Int($0.width))x\(Int($0.height))" }
    let line = "\(indent)\((try? role) ?? "?") “\((try? name) ?? "?")” \(frame ?? "")\n"
    return ((try? children) ?? []).reduce(line) { $0 + $1.outline(indent: indent + "  ") }
  }
}
