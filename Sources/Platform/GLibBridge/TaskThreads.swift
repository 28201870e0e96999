import CGLib
import Dispatch
// There is no public way yet to say where tasks run.
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// Runs the tasks that belong to no actor, on threads of their own, one for each processor.
///
/// Swift would give them to libdispatch, which on Linux looks once a second whether its threads are
/// blocked: from the first of them on for ever, also when none is left.
final class TaskThreads: TaskExecutor, SchedulingExecutor {
  private nonisolated(unsafe) let threads: UnsafeMutablePointer<GThreadPool>
  /// A serial queue: for its threads libdispatch does not look.
  private let clock = DispatchQueue(label: "virtual-tourist.clock")

  /// Gives tasks to such threads from now on.
  static func adoptTasks() { _createExecutors(factory: Executors.self) }

  private init() {
    threads = g_thread_pool_new(
      { job, _ in
        // The executor of those that belong to no actor is none at all.
        let nobody = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
        unsafeBitCast(job, to: UnownedJob.self).runSynchronously(on: nobody)
      }, nil, gint(g_get_num_processors()), 1, nil)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    g_thread_pool_push(threads, unsafeBitCast(UnownedJob(job), to: gpointer.self), nil)
  }

  /// Enqueues a job later; while the machine sleeps, no clock runs.
  func enqueue<Time: Clock>(
    _ job: consuming ExecutorJob, at instant: Time.Instant, tolerance: Time.Duration?, clock: Time
  ) {
    let job = UnownedJob(job)
    let (seconds, attoseconds) = (clock.now.duration(to: instant) as! Duration).components
    self.clock.asyncAfter(
      deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18
    ) { self.enqueue(job) }
  }

  private enum Executors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
    static let defaultExecutor: any TaskExecutor = TaskThreads()
  }
}
