public import CGLib
import Dispatch
import Glibc

/// Ties Swift concurrency to GLib's main loop.
@MainActor
public enum MainLoop {
  private static var adopted = false

  /// Makes the GLib main loop run `@MainActor` code and everything else on Dispatch's main queue,
  /// and other threads the tasks of no actor.
  ///
  /// Call it once, from a synchronous `main.swift` and before the loop starts; a second call traps,
  /// because two sources would then compete for one descriptor.
  public static func adoptMainQueue() {
    precondition(!adopted, "the main queue has been adopted already")
    adopted = true
    TaskThreads.adoptTasks()
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        // Running the queue does not read its descriptor, which would then wake the loop for ever.
        var wakeups: UInt64 = 0
        _ = Glibc.read(descriptor, &wakeups, MemoryLayout.size(ofValue: wakeups))
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil, nil)
  }

  /// A priority before GTK's layout, so that a frame shows changes made before it.
  public static let beforeLayout: Int32 = 100

  /// Calls `work` once when the loop has nothing more urgent to do.
  ///
  /// `priority` is GLib's: smaller is sooner; GTK draws at 120.
  @discardableResult
  public static func whenIdle(
    priority: Int32 = G_PRIORITY_DEFAULT_IDLE, _ work: @escaping @MainActor () -> Void
  ) -> ScheduledCall {
    ScheduledCall(id: g_idle_add_full(priority, invokeOnce, retained(work), releaseWork))
  }

  /// Calls `work` once when `milliseconds` have passed.
  @discardableResult
  public static func after(
    milliseconds: UInt32, _ work: @escaping @MainActor () -> Void
  ) -> ScheduledCall {
    ScheduledCall(
      id: g_timeout_add_full(
        G_PRIORITY_DEFAULT, milliseconds, invokeOnce, retained(work), releaseWork))
  }

  private static func retained(_ work: @escaping @MainActor () -> Void) -> gpointer {
    Unmanaged.passRetained(Work(work)).toOpaque()
  }
}

/// A scheduled call of the main loop.
@MainActor
public struct ScheduledCall {
  fileprivate let id: guint

  /// Cancels the call; harmless after the call was made.
  public func cancel() {
    if let source = g_main_context_find_source_by_id(nil, id) { g_source_destroy(source) }
  }
}

private typealias Work = Box<@MainActor () -> Void>

private let invokeOnce: GSourceFunc = { data in
  nonisolated(unsafe) let work = Unmanaged<Work>.fromOpaque(data!).takeUnretainedValue()
  MainActor.assumeIsolated { work.value() }
  return 0
}

private let releaseWork: GDestroyNotify = { data in Unmanaged<Work>.fromOpaque(data!).release() }
