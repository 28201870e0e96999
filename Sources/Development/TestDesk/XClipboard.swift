import CXTest
import Foundation

extension XScreen {
  /// The clipboard's content as a type, such as `image/png`; nil if it cannot be had as that type.
  func clipboard(as type: String) throws -> Data? {
    let window = XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
    defer { XDestroyWindow(display, window) }
    XSelectInput(display, window, Int(PropertyChangeMask))
    let place = XInternAtom(display, "DESK_CLIPBOARD", 0)
    XConvertSelection(
      display, XInternAtom(display, "CLIPBOARD", 0), XInternAtom(display, type, 0), place, window,
      Time(CurrentTime))
    XSync(display, 0)
    let answer = try waitForEvent(SelectionNotify, at: window) { _ in true }
    guard answer.xselection.property != 0 else { return nil }
    // Drop the event of the first property; later ones announce further pieces.
    var told = XEvent()
    while XCheckTypedWindowEvent(display, window, PropertyNotify, &told) != 0 {}
    let first = read(place, of: window)
    // Long content comes in pieces; deleting the property asks for the next one.
    guard first.type == XInternAtom(display, "INCR", 0) else { return first.data }
    var whole = Data()
    while true {
      _ = try waitForEvent(PropertyNotify, at: window) {
        $0.xproperty.atom == place && $0.xproperty.state == PropertyNewValue
      }
      let piece = read(place, of: window).data
      if piece.isEmpty { return whole }
      whole += piece
    }
  }

  /// Reads a property of bytes, and deletes it.
  private func read(_ property: Atom, of window: Window) -> (type: Atom, data: Data) {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var content: UnsafeMutablePointer<UInt8>?
    let longest = 1 << 26  // in words of 32 bits, which is all there may be
    XGetWindowProperty(
      display, window, property, 0, longest, 1, Atom(AnyPropertyType), &type, &format, &count,
      &rest, &content)
    defer { if let content { XFree(content) } }
    guard let content, format == 8 else { return (type, Data()) }
    return (type, Data(bytes: content, count: Int(count)))
  }

  func waitForEvent(
    _ type: Int32, at window: Window, _ isWanted: (XEvent) -> Bool
  ) throws -> XEvent {
    try watch(for: "an event of X") {
      var event = XEvent()
      while XCheckTypedWindowEvent(display, window, type, &event) != 0 {
        if isWanted(event) { return event }
      }
      return nil
    }
  }
}
