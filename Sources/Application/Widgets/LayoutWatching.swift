import CAdwaita
import GLibBridge

/// Calls `work` after each layout of the widget's window, before the frame is drawn.
@MainActor
package func onLayout(of widget: Widget, _ work: @escaping @MainActor () -> Void) {
  var watched: (clock: Ref<OpaquePointer>, handler: SignalHandler)?
  widget.on("realize") {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    // The window's own handler was connected first, so the layout is done by then.
    watched = (Ref(retaining: clock), clock.on("layout") { work() })
  }
  widget.on("unrealize") {
    guard let (clock, handler) = watched else { return }
    clock.pointer.disconnect(handler)
    watched = nil
  }
}

/// Calls `work` with the size of the widget's window once it has one, and before the layout after each
/// change.
@MainActor
package func onWindowSize(
  of widget: Widget, _ work: @escaping @MainActor (_ width: Int32, _ height: Int32) -> Void
) {
  var size: (width: Int32, height: Int32) = (0, 0)
  let report = BeforeLayout { work(size.width, size.height) }
  widget.on("realize") {
    guard let native = gtk_widget_get_native(widget) else { return }
    let surface = gtk_native_get_surface(native)!
    surface.on("layout") { (width: Int32, height: Int32) in
      // Nearly all layouts keep the size, and adapting to one would cause another.
      guard size != (width, height) else { return }
      size = (width, height)
      report()
    }
    size = (gdk_surface_get_width(surface), gdk_surface_get_height(surface))
    work(size.width, size.height)
  }
}

/// Has a layout of the widget's window come soon, also where none is needed.
@MainActor
package func requestLayout(of widget: Widget) {
  if let clock = gtk_widget_get_frame_clock(widget) {
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
  }
}

/// Keeps the scroll position when a scrolled view changes its height, for example because a bar
/// appears: GTK's lists keep the position of a row below their top instead.
@MainActor
package func preserveScrollOnResize(of scroller: Widget) {
  let adjustment = gtk_scrolled_window_get_vadjustment(scroller.cast())!
  var last = (page: 0.0, value: 0.0)
  onLayout(of: scroller) {
    let page = gtk_adjustment_get_page_size(adjustment)
    if last.page > 0, page != last.page { gtk_adjustment_set_value(adjustment, last.value) }
    last = (page, gtk_adjustment_get_value(adjustment))
  }
}

/// Work that is done once before the next layout, so that the next frame shows it, however often it is
/// asked for until then.
///
/// It is also for what a layout or a drawing asks for, such as what depends on a size: GTK forgets a
/// layout that is asked for in the middle of one (at the end of `gtk_widget_allocate`), nothing may be
/// scrolled there, and nothing may change that is being drawn.
package final class BeforeLayout {
  private let work: () -> Void
  private var call: ScheduledCall?

  package init(_ work: @escaping () -> Void) { self.work = work }

  package func callAsFunction() {
    guard call == nil else { return }
    // The frame clock calls all phases of a frame from one source, so this comes between two frames.
    call = MainLoop.whenIdle(priority: MainLoop.beforeLayout) { [weak self] in
      self?.call = nil
      self?.work()
    }
  }
}
