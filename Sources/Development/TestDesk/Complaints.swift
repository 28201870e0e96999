import Foundation

extension Program {
  /// The warnings that the program has printed, without what differs from run to run.
  public var complaints: [String] {
    let lines = output.split(separator: "\n")
    let known =
      Program.known
      + (lines.contains { $0.contains(Program.lostPopup) } ? Program.lostPopupsSizes : [])
    return lines.filter { line in
      Program.signs.contains(where: line.contains) && !known.contains(where: line.contains)
    }.map {
      // Remove process ids, times and addresses.
      $0.replacingOccurrences(
        of: #":\d+\)|\d\d:\d\d:\d\d\.\d+: |0x[0-9a-f]+"#, with: "", options: .regularExpression)
    }
  }

  private static let signs = [
    "(virtual-tourist:", "** BUG **", "Fatal error", "ERROR **", "CRITICAL **", "WARNING **",
  ]

  /// Warnings that come from bugs of GTK and libadwaita, or that only tests bring about.
  private static let known = [
    // The program's own log, where a test has asked for it.
    "virtual-tourist-DEBUG",
    // GTK counts a release twice when a menu opens below the pointer, such as its own on a title bar
    // (`GDK_LEAVE_NOTIFY` and `GDK_BUTTON_RELEASE` in gtkmain.c).
    "Broken accounting of active state for widget",
    // GTK confuses two drags if one of an entry's text begins before the last one has left the entry
    // (`handle_crossing` in gtkdroptargetasync.c).
    "gtk_drop_target_async_handle_crossing: runtime check failed",
    "gtk_drop_target_async_handle_event: assertion 'self->drop == drop' failed",
    // Enlarging the About window changes the page of the stack in its header during a layout
    // (`headerbar_stack` in adw-about-window.ui).
    "Trying to snapshot GtkStack 0x",
    lostPopup,
    // GTK's own file chooser lets go of a file that is dragged and dropped within it before the drop
    // has ended (`gdk_drop_finalize` in gdkdrop.c).
    "gdk_drop_finalize: runtime check failed",
    // sway 1.7 knows only the first version of xdg_popup.
    "Compositor doesn't support moving popups, relying on remapping",
    // An AdwMessageDialog of libadwaita 1.7 measures its buttons' labels for less than their least
    // width, even on an empty page.
    "Trying to measure GtkLabel",
    // GTK has asked for portals at its start since 4.20; no portal can be started on the bus of the
    // tests.
    "Cannot get portal",
    // Some tests choose OpenGL by the name of its renderer in GTK 4.8.
    "The old GL renderer has been removed",
  ]

  /// On X11, a popup whose anchor is outside the screen has no monitor (`get_monitor_for_rect` in
  /// gdksurface.c).
  private static let lostPopup =
    "gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed"
  /// A popup without a monitor is then laid out in a size from uninitialised memory.
  private static let lostPopupsSizes = [
    "attempt to allocate GtkPopoverContent", "attempt to allocate GtkScrolledWindow scrolledwindow",
    "*** BUG ***",
  ]
}

extension Desk {
  /// The warnings of all programs on this desk, each once.
  public var complaints: [String] { Set(programs.flatMap(\.complaints)).sorted() }
}
