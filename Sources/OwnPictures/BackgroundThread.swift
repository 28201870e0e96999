import Dispatch
import Glibc
import Synchronization

/// A thread for work that nobody should notice.
///
/// All reading of metadata happens on one: the libraries below cannot do it on two at a time.
final class BackgroundThread: SerialExecutor {
  private let queue = Queue()

  init() {
    var thread = pthread_t()
    let queue = Unmanaged.passRetained(queue).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { queue in
        // Of this thread alone, on Linux.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, BackgroundThread.niceness)
        Unmanaged<Queue>.fromOpaque(queue!).takeRetainedValue().work()
        return nil
      }, queue)
    precondition(code == 0, "no thread")
    pthread_detach(thread)
  }

  /// How far the thread steps back behind others, of at most 19.
  private static let niceness: Int32 = 10

  deinit { queue.end() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  private final class Queue: Sendable {
    private let jobs = Mutex<(waiting: [@Sendable () -> Void], isOver: Bool)>(([], false))
    private let arrivals = DispatchSemaphore(value: 0)

    func add(_ job: @escaping @Sendable () -> Void) {
      jobs.withLock { $0.waiting.append(job) }
      arrivals.signal()
    }

    func end() {
      jobs.withLock { $0.isOver = true }
      arrivals.signal()
    }

    func work() {
      while true {
        arrivals.wait()
        let job = jobs.withLock { jobs in
          jobs.waiting.isEmpty ? nil : jobs.waiting.removeFirst()
        }
        guard let job else { return }  // Only the end arrives without a job.
        job()
      }
    }
  }
}
