import CXTest
public import Foundation

extension Screen {
  /// Drops files on the middle of a window, as a file manager does; works only on X.
  public func drop(_ files: [URL], on window: UInt) throws {
    guard let screen = self as? XScreen else { throw DeskError("this is no screen of X") }
    let drag = FileDrag(of: files, on: screen)
    defer { drag.end() }
    try drag.drop(on: window)
  }
}

/// Drags files to a window of another program, by X's protocol XDND.
private final class FileDrag {
  private let screen: XScreen
  private let display: OpaquePointer
  /// The window that stands for the program in which the drag has begun.
  private let source: Window
  private let list: [UInt8]

  init(of files: [URL], on screen: XScreen) {
    self.screen = screen
    display = screen.display
    source = XCreateSimpleWindow(display, screen.root, 0, 0, 1, 1, 0, 0, 0)
    list = Array(files.map { "\($0.absoluteString)\r\n" }.joined().utf8)
  }

  func end() { XDestroyWindow(display, source) }

  func drop(on window: Window) throws {
    let (origin, size) = (screen.origin(of: window), screen.size(of: window))
    let place = (origin.x + size.width / 2) << 16 | (origin.y + size.height / 2)
    XSetSelectionOwner(display, atom("XdndSelection"), source, Time(CurrentTime))
    send("XdndEnter", to: window, 5 << 24, Int(atom("text/uri-list")))
    // A program may refuse at first, and agree after it has examined the dragged content.
    try watch(for: "the window to take files") { () -> Bool? in
      send("XdndPosition", to: window, 0, place, Int(CurrentTime), Int(atom("XdndActionCopy")))
      return try answer("XdndStatus") & 1 == 1 ? true : nil
    }
    send("XdndDrop", to: window, 0, Int(CurrentTime))
    try giveFiles()
    guard try answer("XdndFinished") & 1 == 1 else { throw DeskError("the files are not taken") }
  }

  private func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  /// Sends a message of the protocol, whose first number is the source.
  private func send(_ name: String, to window: Window, _ numbers: Int...) {
    let all = [Int(source)] + numbers + [0, 0, 0, 0]
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom(name)
    event.xclient.format = 32
    event.xclient.data.l = (all[0], all[1], all[2], all[3], all[4])
    XSendEvent(display, window, 0, 0, &event)
    XSync(display, 0)
  }

  /// Waits for a message from the window, and returns its second number.
  private func answer(_ name: String) throws -> Int {
    let type = atom(name)
    return try screen.waitForEvent(ClientMessage, at: source) {
      $0.xclient.message_type == type
    }.xclient.data.l.1
  }

  /// Waits until the window requests the files, and sends them.
  private func giveFiles() throws {
    let type = atom("text/uri-list")
    let request = try screen.waitForEvent(SelectionRequest, at: source) {
      $0.xselectionrequest.target == type
    }.xselectionrequest
    XChangeProperty(
      display, request.requestor, request.property, type, 8, PropModeReplace, list,
      Int32(list.count))
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = request.property
    event.xselection.time = request.time
    XSendEvent(display, request.requestor, 0, 0, &event)
    XSync(display, 0)
  }
}
