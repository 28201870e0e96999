import GLibBridge

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
