import CAdwaita
import GLibBridge

/// Reports how much room the window's content has: since libadwaita 1.4 through breakpoints, before
/// that through the size of the surface.
package final class Breakpoints {
  /// The window's content, with its least size.
  package let widget: Widget
  /// Whether the window is too narrow for a title between buttons, or a pane beside a picture.
  package private(set) var isNarrow = false
  /// Whether the window is so low that the main content needs all its height.
  package private(set) var isLow = false

  private var observers: [() -> Void] = []

  private static let narrowWidth: Int32 = 600
  private static let lowHeight: Int32 = 480

  package init(content: Widget) {
    if hasNewerSymbol("adw_breakpoint_bin_new") {
      let bin = BreakpointBin()
      widget = bin.make()
      bin.setChild(widget, content)
      let (narrow, low) = (
        "max-width: \(Breakpoints.narrowWidth - 1)px", "max-height: \(Breakpoints.lowHeight - 1)px"
      )
      // Of all breakpoints that match, the last applies.
      add(narrow, bin, isNarrow: true)
      add(low, bin, isLow: true)
      add("\(narrow) and \(low)", bin, isNarrow: true, isLow: true)
    } else {
      widget = content
      onWindowSize(of: widget) { [weak self] width, height in
        self?.set(isNarrow: width < Breakpoints.narrowWidth, isLow: height < Breakpoints.lowHeight)
      }
    }
    gtk_widget_set_size_request(widget, 360, 294)
  }

  /// Calls `update` at once, and before the next frame after each change.
  package func observe(_ update: @escaping () -> Void) {
    observers.append(update)
    update()
  }

  private func add(
    _ condition: String, _ bin: BreakpointBin, isNarrow: Bool = false, isLow: Bool = false
  ) {
    let breakpoint = bin.makeBreakpoint(bin.parse(condition))
    breakpoint.on("apply") { [weak self] in self?.set(isNarrow: isNarrow, isLow: isLow) }
    breakpoint.on("unapply") { [weak self] in self?.set(isNarrow: false, isLow: false) }
    bin.add(widget, breakpoint)
  }

  private func set(isNarrow: Bool, isLow: Bool) {
    guard (isNarrow, isLow) != (self.isNarrow, self.isLow) else { return }
    (self.isNarrow, self.isLow) = (isNarrow, isLow)
    for update in observers { update() }
  }
}

/// The functions of `AdwBreakpointBin`.
private struct BreakpointBin {
  let make: @convention(c) () -> Widget = newerSymbol("adw_breakpoint_bin_new")!
  let setChild: @convention(c) (Widget, Widget) -> Void = newerSymbol(
    "adw_breakpoint_bin_set_child")!
  let parse: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer = newerSymbol(
    "adw_breakpoint_condition_parse")!
  let makeBreakpoint: @convention(c) (OpaquePointer) -> OpaquePointer = newerSymbol(
    "adw_breakpoint_new")!
  let add: @convention(c) (Widget, OpaquePointer) -> Void = newerSymbol(
    "adw_breakpoint_bin_add_breakpoint")!
}
