import CAdwaita
import CGLib
import GLibBridge

/// The keyboard focus, and where it moves when its widget loses it.
///
/// GTK leaves a window without a focus when the focused button becomes insensitive; then no key
/// works.
package enum Focus {
  /// The focused widget of the window that contains `widget`.
  package static func widget(inWindowOf widget: Widget) -> Widget? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }

  /// Whether a widget or one of its descendants has the focus.
  package static func isIn(_ area: Widget) -> Bool {
    guard let focus = widget(inWindowOf: area) else { return false }
    return focus == area || gtk_widget_is_ancestor(focus, area) != 0
  }

  package static func isInPopover(of window: Widget) -> Bool {
    guard let focus = widget(inWindowOf: window) else { return false }
    return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
  }

  package static func isInEntry(of window: Widget) -> Bool {
    guard let focus = widget(inWindowOf: window) else { return false }
    return g_type_check_instance_is_a(focus.cast(), gtk_editable_get_type()) != 0
  }

  /// Returns the focus to its widget as soon as a popover of the window closes.
  ///
  /// GTK 4.8 does so after the next frame (`maybe_unset_focus_and_default` in `gtkwindow.c`), and
  /// to the popover's parent: keys typed before that go to the closed popover.
  package static func comesBackFromPopovers(of window: Widget) {
    // The widget that had the focus before a popover, and that popover.
    var before: WeakRef<Widget>?
    var popover: (widget: WeakRef<Widget>, closed: SignalHandler)?
    /// Returns the popover that the focus went into, if it is still there.
    func forgetPopover() -> Ref<Widget>? {
      let widget = popover?.widget.object
      if let widget, let popover { widget.pointer.disconnect(popover.closed) }
      popover = nil
      return widget
    }
    func comeBack() {
      let closed = forgetPopover()
      let now = gtk_window_get_focus(window.cast())
      let isLeft = now.map { Focus.popover(around: $0) == closed?.pointer } ?? true
      guard isLeft, let before = before?.object, gtk_widget_get_mapped(before.pointer) != 0 else {
        return
      }
      // Not by `gtk_widget_grab_focus`, which selects the text of an entry.
      gtk_root_set_focus(window.cast(), before.pointer)
    }
    window.on("notify::focus-widget") {
      guard let focus = gtk_window_get_focus(window.cast()) else { return }
      guard let outermost = Focus.popover(around: focus) else { return before = WeakRef(focus) }
      let known = popover?.widget.object
      if known?.pointer == outermost { return }
      _ = forgetPopover()
      popover = (WeakRef(outermost), outermost.on("closed") { comeBack() })
    }
  }

  private static func popover(around widget: Widget) -> Widget? {
    var (found, next): (Widget?, Widget?) = (nil, widget)
    while let current = next {
      if g_type_check_instance_is_a(current.cast(), gtk_popover_get_type()) != 0 { found = current }
      next = gtk_widget_get_parent(current)
    }
    return found
  }

  /// Makes a change, and calls `fallback` if `area` loses the focus by it.
  package static func recover(in area: Widget, by fallback: () -> Void, after change: () -> Void) {
    guard isIn(area), let focus = widget(inWindowOf: area) else { return change() }
    // The change may remove the widget.
    let kept = Ref(retaining: focus)
    change()
    let isLost =
      gtk_widget_get_mapped(kept.pointer) == 0 || gtk_widget_is_sensitive(kept.pointer) == 0
      || widget(inWindowOf: area) == nil
    if isLost { fallback() }
  }

  /// Calls `work`, which opens a page from a row of a list.
  ///
  /// GTK reports the second press on a row before it focuses the row, which would take the focus
  /// from the new page.
  package static func open(from row: Widget?, _ work: () -> Void) {
    guard let row else { return work() }
    gtk_widget_set_focus_on_click(row, 0)
    let kept = Ref(retaining: row)
    // The row reads this property after its handlers have run, to find out whether a press focuses
    // it, and emits nothing afterwards (GTK 4.8: `gtk_list_item_widget_click_gesture_pressed` in
    // `gtklistitemwidget.c`).
    MainLoop.whenIdle { gtk_widget_set_focus_on_click(kept.pointer, 1) }
    work()
  }
}
