import CGLib
import Foundation

/// Reads the programs on a desk through the accessibility bus, as screen readers do.
public final class Eyes {
  /// The width of a window's border, in pixels.
  fileprivate let border: Double
  fileprivate let connection: OpaquePointer
  private var origins: [String: Double] = [:]
  private var leavesOutPaddings: [String: Bool] = [:]
  /// The paths of the children of elements, and of their parents.
  fileprivate private(set) var inside: [String: [String]] = [:]
  private var around: [String: String] = [:]
  private let changed = ChangedPaths()
  private var freshUntil = ContinuousClock.now + Eyes.longestMemory
  /// The names of roles by their AT-SPI numbers; GTK has one number for groups and tab pages.
  fileprivate var roleNames: [UInt32: String] = [:]

  init(sessionBus: String, border: Double) throws {
    self.border = border
    let session = try Desk.connect(to: sessionBus)
    defer { g_object_unref(UnsafeMutableRawPointer(session)) }
    let answer = try Desk.call(
      session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", [], "(s)")
    connection = try Desk.connect(to: answer.child(0).string)
    try listenToChanges()
  }

  private static let longestMemory = Duration.seconds(3)

  /// The path of the root element, which is the same in each program.
  fileprivate static let root = "/org/a11y/atspi/accessible/root"

  /// Records the children of an element, until the program reports a change of it or of them.
  fileprivate func remember(_ found: [String], in element: String) {
    inside[element] = found
    for path in found { around[path] = element }
  }

  fileprivate func forgetWhatHasChanged() {
    // No toolkit reports all changes, so what is known becomes outdated after a while.
    if ContinuousClock.now > freshUntil {
      (inside, around) = ([:], [:])
      freshUntil = .now + Eyes.longestMemory
    }
    for path in changed.takeAll() {
      inside[path] = nil
      if let element = around[path] { inside[element] = nil }
    }
  }

  /// Has the bus pass on the changes that programs report.
  private func listenToChanges() throws {
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, changed in
        if isIncoming != 0, g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL {
          Changes.tell()
          if let path = g_dbus_message_get_path(message) {
            Unmanaged<ChangedPaths>.fromOpaque(changed!).takeUnretainedValue()
              .insert(String(cString: path))
          }
        }
        return message
      }, Unmanaged.passUnretained(changed).toOpaque(), nil)
    for kind in ["Object", "Window"] {
      let rule = "type='signal',interface='org.a11y.atspi.Event.\(kind)'"
      _ = try Desk.call(
        connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "AddMatch", [g_variant_new_string(rule)], "()")
    }
  }

  func close() {
    g_dbus_connection_close_sync(connection, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// The root element of a program, as soon as it exists.
  public func application(_ program: Program, seconds: Double = 30) throws -> Element {
    try watch(for: "the program on the accessibility bus", seconds: seconds) {
      guard program.isRunning else { throw DeskError("the program has ended: \(program.output)") }
      let desktop = Element(eyes: self, bus: "org.a11y.atspi.Registry", path: Eyes.root)
      // A program in a sandbox is on the bus through a proxy, which has another process id.
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

  /// The x of a program's windows, as GTK reports positions in them.
  fileprivate func origin(of element: Element) throws -> Double {
    if let origin = origins[element.bus] { return origin }
    let program = Element(eyes: self, bus: element.bus, path: Eyes.root)
    guard let window = try program.children.first else { return 0 }
    let extents = try window.extents
    // Before its first layout, a window reports no size.
    if extents[2] > 1 { origins[element.bus] = extents[0] }
    return extents[0]
  }

  /// Whether a program's positions lack the paddings around an element, as in GTK since 4.12.
  fileprivate func leavesOutPaddings(of element: Element) throws -> Bool {
    if let known = leavesOutPaddings[element.bus] { return known }
    let answer = try Desk.call(
      connection, element.bus, Eyes.root,
      "org.freedesktop.DBus.Properties", "Get",
      [g_variant_new_string("org.a11y.atspi.Application"), g_variant_new_string("Version")], "(v)")
    let minor = answer.child(0).content.string.split(separator: ".").dropFirst().first
    let isSo = (minor.flatMap { Int($0) } ?? 0) >= 12
    leavesOutPaddings[element.bus] = isSo
    return isSo
  }

  fileprivate func ask(_ element: Element, _ question: Question) throws -> Answer {
    try Desk.call(
      connection, element.bus, element.path, question.interface, question.method,
      question.arguments, question.type)
  }

  /// Asks many elements a question at once.
  fileprivate func ask(_ elements: [Element], _ question: Question) -> [Answer?] {
    Desk.call(
      connection, elements.map { ($0.bus, $0.path) }, question.interface, question.method,
      { question.arguments }, question.type)
  }
}

/// The paths of elements that have changed; a thread of GDBus adds to them.
private final class ChangedPaths: @unchecked Sendable {
  private let lock = NSLock()
  private var paths: Set<String> = []

  func insert(_ path: String) { _ = lock.withLock { paths.insert(path) } }

  func takeAll() -> Set<String> {
    lock.withLock {
      defer { paths = [] }
      return paths
    }
  }
}

private struct Question: Hashable {
  let interface: String
  let method: String
  let type: String
  /// The arguments of a question for a property: its interface and its name.
  var property: [String] = []
  /// The argument of a question for a position: in the window or on the screen.
  var position: UInt32?

  static let name = get("Name", of: accessible)
  static let parent = get("Parent", of: accessible)
  static let value = get("CurrentValue", of: "org.a11y.atspi.Value")
  static let role = Question(interface: accessible, method: "GetRoleName", type: "(s)")
  static let states = Question(interface: accessible, method: "GetState", type: "(au)")
  static let children = Question(interface: accessible, method: "GetChildren", type: "(a(so))")
  static let extents = Question(
    interface: "org.a11y.atspi.Component", method: "GetExtents", type: "((iiii))",
    position: inWindow)

  static let inWindow: UInt32 = 1
  private static let accessible = "org.a11y.atspi.Accessible"

  private static func get(_ property: String, of interface: String) -> Question {
    Question(
      interface: "org.freedesktop.DBus.Properties", method: "Get", type: "(v)",
      property: [interface, property])
  }

  var arguments: [OpaquePointer?] {
    property.map { g_variant_new_string($0) } + (position.map { [g_variant_new_uint32($0)] } ?? [])
  }
}

/// An element with all elements in it, as they are at one moment.
///
/// A program reports all the elements that were asked for before in one answer. The children of an
/// element are requested only if they are unknown or may have changed, and those of all such
/// elements at once: one after the other, an album would take a second.
private final class Look {
  /// All elements, each before its children.
  private(set) var elements: [Element] = []
  private let eyes: Eyes
  /// The reported facts by the elements' paths.
  private(set) var facts: [String: Fact]

  init(at root: Element) {
    eyes = root.eyes
    facts = eyes.facts(of: root.bus)
    eyes.forgetWhatHasChanged()
    var inside: [String: [Element]] = [:]
    var level = [root]
    while !level.isEmpty {
      let asked = level.filter { element in
        let known = eyes.inside[element.path]
        guard let known, isAll(known, in: element) else { return true }
        inside[element.path] = known.map { Element(eyes: eyes, bus: root.bus, path: $0) }
        return false
      }
      for (element, answer) in zip(asked, eyes.ask(asked, .children)) {
        let found = answer?.elements(seenBy: eyes) ?? []
        inside[element.path] = found
        if element.path != Eyes.root { eyes.remember(found.map(\.path), in: element.path) }
      }
      level = level.flatMap { inside[$0.path]! }
    }
    func put(_ element: Element) {
      elements.append(element)
      for element in inside[element.path, default: []] { put(element) }
    }
    put(root)
    if elements.contains(where: { facts[$0.path] == nil }) {
      facts = eyes.facts(of: root.bus)
    }
  }

  /// Whether the known children of an element are as many as the program says.
  ///
  /// GTK 4.8 reports hidden widgets elsewhere, but counts hidden pages of stacks.
  private func isAll(_ known: [String], in element: Element) -> Bool {
    facts[element.path]?.children == known.count
      && known.enumerated().allSatisfy { facts[$1]?.place == Int32($0) }
  }
}

/// The facts about an element that a program reports for all elements at once.
private struct Fact {
  /// Its index among the children of its parent.
  let place: Int32
  let children: Int
  let name: String
  /// The AT-SPI number of its role.
  let role: UInt32
  private let states: UInt64

  init(_ item: Answer) {
    place = item.child(3).signed
    children = Int(item.child(4).signed)
    name = item.child(6).string
    role = item.child(7).number
    states = item.child(9).bits
  }

  func has(_ state: Element.State) -> Bool { states >> state.rawValue & 1 == 1 }
}

extension Eyes {
  /// The facts about all elements of a program that were asked for before, by their paths.
  fileprivate func facts(of bus: String) -> [String: Fact] {
    guard
      let items = try? Desk.call(
        connection, bus, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", [],
        "(a((so)(so)(so)iiassusau))"
      ).child(0)
    else { return [:] }
    return Dictionary(
      (0..<items.count).map {
        let item = items.child($0)
        return (item.child(0).child(1).string, Fact(item))
      }, uniquingKeysWith: { $1 })
  }
}

extension Answer {
  fileprivate func elements(seenBy eyes: Eyes) -> [Element] {
    let list = child(0)
    return (0..<list.count).map {
      let reference = list.child($0)
      return Element(eyes: eyes, bus: reference.child(0).string, path: reference.child(1).string)
    }
  }

  /// The states in two words of 32 bits.
  fileprivate var bits: UInt64 { UInt64(child(0).number) | UInt64(child(1).number) << 32 }
}

public struct Element: Equatable {
  public static func == (a: Element, b: Element) -> Bool { a.bus == b.bus && a.path == b.path }

  fileprivate let eyes: Eyes
  let bus: String
  let path: String
  /// The facts about it, if it is part of a look at all elements.
  fileprivate var fact: Fact?

  fileprivate init(eyes: Eyes, bus: String, path: String) {
    self.eyes = eyes
    self.bus = bus
    self.path = path
  }

  public var name: String {
    get throws {
      PseudoLanguage.heard(try fact?.name ?? eyes.ask(self, .name).child(0).content.string)
    }
  }

  /// Its numeric value, such as that of a spin button.
  public var value: Double {
    get throws { try eyes.ask(self, .value).child(0).content.double }
  }

  /// Its role name, such as `push button`.
  public var role: String {
    get throws {
      if let fact, let name = eyes.roleNames[fact.role] { return name }
      let name = try eyes.ask(self, .role).child(0).string
      if let fact { eyes.roleNames[fact.role] = name }
      return name
    }
  }

  public var children: [Element] {
    get throws { try eyes.ask(self, .children).elements(seenBy: eyes) }
  }

  /// Its position and size in the window.
  public var frame: (x: Double, y: Double, width: Double, height: Double) {
    get throws {
      let numbers = try extents
      // GTK counts from the window's content, inside its border; since 4.12 from outside the
      // border, but without the border and the paddings of the parents.
      let origin = try eyes.origin(of: self)
      return (
        numbers[0] - origin + eyes.border, numbers[1] - origin + eyes.border, numbers[2], numbers[3]
      )
    }
  }

  /// Its actual position and size in the window, whatever GTK reports.
  ///
  /// Since 4.12, GTK leaves out the paddings of the parents, so that an element lies further to the
  /// right and below; but it still finds the element that is drawn at a point.
  public var drawnFrame: (x: Double, y: Double, width: Double, height: Double) {
    get throws {
      var frame = try frame
      guard try eyes.leavesOutPaddings(of: self), let window = try window else { return frame }
      let border = try window.border
      frame.x += 2 * (border - eyes.border)
      frame.y += 2 * (border - eyes.border)
      let steps = stride(from: 0.0, through: Element.mostPadding, by: 6)
      let shifts = steps.flatMap { x in steps.map { (x: x, y: $0) } }
      let shift = try shifts.sorted { $0.x + $0.y < $1.x + $1.y }.first {
        try contains(
          window.element(
            atX: frame.x + frame.width / 2 + $0.x - border,
            y: frame.y + frame.height / 2 + $0.y - border))
      }
      frame.x += shift?.x ?? 0
      frame.y += shift?.y ?? 0
      return frame
    }
  }

  /// The most that all paddings together take, in pixels.
  private static let mostPadding = 60.0

  /// The border of a window: one that the desktop decorates has none.
  private var border: Double {
    get throws { try parent?.path == Eyes.root ? -extents[0] : eyes.border }
  }

  private func element(atX x: Double, y: Double) throws -> Element? {
    let point = [Int32(x), Int32(y)].map { g_variant_new_int32($0) }
    let answer = try Desk.call(
      eyes.connection, bus, path, "org.a11y.atspi.Component", "GetAccessibleAtPoint",
      point + [g_variant_new_uint32(Question.inWindow)], "((so))")
    let (bus, path) = (answer.child(0).child(0).string, answer.child(0).child(1).string)
    return path.hasSuffix("/null") ? nil : Element(eyes: eyes, bus: bus, path: path)
  }

  private var parent: Element? {
    get throws {
      let reference = try eyes.ask(self, .parent).child(0).content
      let (bus, path) = (reference.child(0).string, reference.child(1).string)
      return path.hasSuffix("/null") ? nil : Element(eyes: eyes, bus: bus, path: path)
    }
  }

  private var window: Element? {
    get throws {
      var element: Element? = self
      while let next = element, !Element.windows.contains(try next.role) {
        element = try next.parent
      }
      return element
    }
  }

  /// Whether another element is this one, or one of its descendants.
  private func contains(_ other: Element?) throws -> Bool {
    var element = other
    while let next = element, next != self { element = try next.parent }
    return element != nil
  }

  /// Its position and size, as GTK reports them.
  fileprivate var extents: [Double] {
    get throws {
      let answer = try eyes.ask(self, .extents).child(0)
      return (0..<4).map { Double(answer.child($0).signed) }
    }
  }

  public func has(_ state: State) throws -> Bool {
    try fact?.has(state) ?? (eyes.ask(self, .states).child(0).bits >> state.rawValue & 1 == 1)
  }

  /// Some states, with their AT-SPI numbers.
  public enum State: UInt64 {
    case checked = 4
    case enabled = 8
    case focusable = 11
    case focused = 12
    case pressed = 20
    case selected = 23
    case sensitive = 24
    case showing = 25
    case visible = 30
  }
}

extension Element {
  /// Those of its descendants, and it itself, that fulfil a condition.
  public func all(_ condition: (Element) throws -> Bool) -> [Element] {
    let look = Look(at: self)
    return look.elements.filter { element in
      var element = element
      element.fact = look.facts[element.path]
      return (try? condition(element)) == true
    }
  }

  /// Those buttons among its descendants whose names fulfil a condition.
  public func buttons(_ isWanted: (String) -> Bool = { _ in true }) -> [Element] {
    all { try ["push button", "button"].contains($0.role) && isWanted($0.name) }
  }

  /// The element with a name, as soon as there is one.
  public func waitFor(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Element {
    try watch(for: "“\(name)” on the screen", file: file, line: line) {
      all { try $0.name == name }.first
    }
  }

  /// The entry of an open menu, as soon as there is one.
  ///
  /// GTK 4.18 gives entries no name.
  @discardableResult
  public func waitForEntry(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Element {
    try watch(for: "“\(name)” in a menu", file: file, line: line) { entries(name).first }
  }

  public func waitForEnd(
    ofEntry name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the end of a menu with “\(name)”", file: file, line: line) {
      entries(name).isEmpty ? true : nil
    }
  }

  private func entries(_ name: String) -> [Element] {
    all {
      try $0.name == name || $0.role.hasPrefix("menu item") && $0.name.isEmpty && $0.has(.showing)
    }
  }

  /// Waits until there is no element with a name.
  public func waitForEnd(
    of name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try watch(for: "the end of “\(name)”", file: file, line: line) {
      all { try $0.name == name }.isEmpty ? true : nil
    }
  }

  /// The visible windows and focusable elements that lack a name or a role for a screen reader.
  public var unnamed: [String] {
    all { try $0.needsName && !$0.hasNameAndRole && $0.frame.width > 1 }.map {
      guard let role = try? $0.role, let name = try? $0.name, let frame = try? $0.frame else {
        return "?"
      }
      return "\(role) “\(name)” at \(Int(frame.x)),\(Int(frame.y))"
    }
  }

  private var needsName: Bool {
    get throws {
      let role = try role
      return try Element.windows.contains(role)
        || has(.focusable) && !Element.containers.contains(role)
    }
  }

  private var hasNameAndRole: Bool {
    get throws {
      let (name, role) = try (name, role)
      // GTK 4.8 names an element without a name after its type, or after that of its icon.
      return !name.isEmpty && !name.contains(/^(Gtk|Adw|Shumate|VirtualTourist)[A-Z]\w*$/)
        && !["", "unknown", "invalid", "widget"].contains(role)
    }
  }

  private static let windows = ["window", "frame", "dialog"]
  /// The roles of elements that are focusable only for what is in them.
  private static let containers = [
    "group", "generic", "panel", "filler", "list", "list box", "grid", "table", "scroll pane",
    "viewport",
  ]

  /// The tree of its descendants as readable text.
  public func outline(indent: String = "") -> String {
    let frame = (try? frame).map { "\(Int($0.x)),\(Int($0.y)) \(Int($0.width))x\(Int($0.height))" }
    let focus = (try? has(.focused)) == true ? " focused" : ""
    let line = "\(indent)\((try? role) ?? "?") “\((try? name) ?? "?")” \(frame ?? "")\(focus)\n"
    return ((try? children) ?? []).reduce(line) { $0 + $1.outline(indent: indent + "  ") }
  }
}
