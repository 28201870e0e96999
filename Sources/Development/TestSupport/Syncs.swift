import Foundation
import Synchronization

/// Counts the calls of the C library's `fsync` in this process, and lets some fail.
public enum Syncs {
  fileprivate struct Watched {
    /// The errors of the next calls; 0 lets a call pass.
    var errors: [Int32]
    var count = 0
  }

  fileprivate static let watched = Mutex<[String: Watched]>([:])

  /// Counts the syncs of a file or folder from now on; the first ones fail with these errors,
  /// unless 0.
  public static func watch(_ path: String, failing errors: [Int32] = []) {
    watched.withLock { $0[path] = Watched(errors: errors) }
  }

  /// The number of syncs of a watched file or folder.
  public static func count(of path: String) -> Int { watched.withLock { $0[path]?.count ?? 0 } }
}

/// Replaces the C library's `fsync` in programs that link `Syncs`.
@_cdecl("fsync") func watchedSync(_ descriptor: Int32) -> Int32 {
  let error = Syncs.watched.withLock { watched -> Int32 in
    guard !watched.isEmpty,
      let path = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(descriptor)"),
      var found = watched[path]
    else { return 0 }
    found.count += 1
    let error = found.errors.isEmpty ? 0 : found.errors.removeFirst()
    watched[path] = found
    return error
  }
  guard error == 0 else {
    errno = error
    return -1
  }
  typealias Function = @convention(c) (Int32) -> Int32
  return unsafeBitCast(dlsym(nextSymbol, "fsync"), to: Function.self)(descriptor)
}

/// `RTLD_NEXT`, which Swift does not import.
private nonisolated(unsafe) let nextSymbol = UnsafeMutableRawPointer(bitPattern: -1)
