import CXTest

/// Handles full screen, as a window manager does.
extension XScreen {
  /// Runs `request`, and grants the program's wish to enter or leave full screen.
  func grantFullScreen(to window: UInt, _ request: () -> Void) throws {
    XSelectInput(display, root, Int(SubstructureNotifyMask))
    defer { XSelectInput(display, root, 0) }
    XSync(display, 1)
    request()
    let states = XInternAtom(display, "_NET_WM_STATE", 0)
    let fullScreen = XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", 0)
    // The message goes to the root window, but names the program's window.
    let request = try watch(for: "a request for the whole screen") { () -> XEvent? in
      var event = XEvent()
      while XCheckTypedEvent(display, ClientMessage, &event) != 0 {
        let message = event.xclient
        if message.window == window, message.message_type == states,
          Atom(message.data.l.1) == fullScreen
        {
          return event
        }
      }
      return nil
    }
    let isWanted = request.xclient.data.l.0 != 0
    var list = isWanted ? [fullScreen] : []
    let atoms: Atom = 4  // XA_ATOM
    list.withUnsafeMutableBytes {
      _ = XChangeProperty(
        display, window, states, atoms, 32, PropModeReplace,
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), isWanted ? 1 : 0)
    }
    let whole = size(of: root)
    let size = isWanted ? whole : (width: whole.width * 3 / 4, height: whole.height * 3 / 4)
    XMoveResizeWindow(display, window, 0, 0, UInt32(size.width), UInt32(size.height))
    XSync(display, 0)
  }
}
