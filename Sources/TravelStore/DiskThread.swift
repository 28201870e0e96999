import Dispatch
import Glibc

/// A thread that waits for the disk, so that no other has to.
final class DiskThread: SerialExecutor {
  private let queue = DispatchQueue(label: "virtual-tourist.library", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Does some work on this thread and hands over what it makes.
  func run<Value>(
    _ work: @escaping @Sendable () throws(StoreError) -> sending Value
  ) async throws(StoreError) -> sending Value {
    let outcome: Handover<Value> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Handover(Result { () throws(StoreError) in try work() }))
      }
    }
    return try outcome.result.get()
  }

  /// A value on its way from one thread to another, used by one of them at a time.
  private struct Handover<Value>: @unchecked Sendable {
    let result: Result<Value, StoreError>
    init(_ result: Result<Value, StoreError>) { self.result = result }
  }
}

/// Takes from others what rights they have on a file or folder; what a link leads to stays as it is.
package func keepPrivate(_ path: String) {
  var status = stat()
  let isThere = lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
  if isThere, status.isOpenToOthers { chmod(path, status.ownersMode) }
}

extension stat {
  /// Tells whether others than the owner have rights.
  var isOpenToOthers: Bool { st_mode & 0o077 != 0 }
  /// The rights of the owner alone.
  var ownersMode: mode_t { st_mode & 0o700 }
}

/// Makes a folder and those above it, for the user alone.
package func makeFolder(_ path: String) throws(StoreError) {
  var end = path.startIndex
  while end < path.endIndex {
    end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
    let folder = String(path[..<end])
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { continue }
    // A parent that may not be written, and is there, is no obstacle to what lies below it.
    var status = stat()
    if stat(folder, &status) == 0 { continue }
    throw errno == ENOSPC ? .noSpace(path: path) : .unwritable(path: path)
  }
}
