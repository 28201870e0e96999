import Foundation

extension Program {
  /// What the staged program said is wrong, one line each, without what differs from run to run.
  public var complaints: [String] {
    output.split(separator: "\n").filter { line in
      Program.signs.contains(where: line.contains) && !Program.known.contains(where: line.contains)
    }.map {
      // Numbers of processes, times and addresses.
      $0.replacingOccurrences(
        of: #":\d+\)|\d\d:\d\d:\d\d\.\d+: |0x[0-9a-f]+"#, with: "", options: .regularExpression)
    }
  }

  private static let signs = [
    "(virtual-tourist:", "** BUG **", "Fatal error", "ERROR **", "CRITICAL **", "WARNING **",
  ]

  /// What GTK 4.8 and libadwaita 1.2 say of themselves, whatever the program.
  private static let known = [
    // It counts the end of a press twice when a menu opens under it, as its own does that comes up
    // at a press on a title bar (`GDK_LEAVE_NOTIFY` and `GDK_BUTTON_RELEASE` in gtkmain.c).
    "Broken accounting of active state for widget",
    // An entry is a target of the text that is dragged out of it; where a drag begins before the last
    // one has left, GTK takes the one for the other (`handle_crossing` in gtkdroptargetasync.c).
    "gtk_drop_target_async_handle_crossing: runtime check failed",
    "gtk_drop_target_async_handle_event: assertion 'self->drop == drop' failed",
    // The window about the program, made larger, has the stack in its header shown another page while
    // it is laid out (`headerbar_stack` in adw-about-window.ui).
    "Trying to snapshot GtkStack 0x",
    // On X11 a popup whose anchor is on no monitor, in a window that is moved half off the screen, has
    // no monitor to be laid out on, and is asked for its bounds all the same (`get_monitor_for_rect`
    // in gdksurface.c).
    "gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed",
  ]
}

extension Desk {
  /// What the programs on this desk said is wrong, each once.
  public var complaints: [String] {
    Set(programs.flatMap(\.complaints).filter { $0.contains("virtual-tourist") }).sorted()
  }
}
