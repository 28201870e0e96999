import Glibc

/// What is to happen to a call of the system, on a disk that is full, broken or forbidden, or at a
/// signal.
struct Fault: CustomStringConvertible {
  /// Which call fails, counted from 1, and whether all later ones do.
  let number: Int
  let goesOn: Bool
  /// As in `errno`, or `short`.
  let error: Int32

  /// Half of what was asked for is read or written.
  private static let short: Int32 = -1

  /// All that can happen to a call; one at a signal is asked for again, so that is not for ever.
  static func all(at number: Int) -> [Fault] {
    [ENOSPC, EIO, EACCES, EDQUOT, EINTR, short].map {
      Fault(number: number, goesOn: false, error: $0)
    }
      + [ENOSPC, EIO, EACCES].map { Fault(number: number, goesOn: true, error: $0) }
  }

  var description: String {
    let what = error == Fault.short ? "a short count" : String(cString: strerror(error))
    return "call \(number)\(goesOn ? " and all later ones" : ""): \(what)"
  }
}

/// The preloaded `failing-calls.c`.
@MainActor
enum FailingCalls {
  private typealias Text = UnsafePointer<CChar>
  private typealias Begin = @convention(c) (Text, Text?, Int, Int32, Int32, Text?) -> Void
  private typealias End = @convention(c) () -> Int

  /// Counts the calls below a folder, of which some may fail; `records` is a file for what changes.
  static func begin(below folder: String, _ fault: Fault?, records: String?) {
    unsafeBitCast(function("calls_begin"), to: Begin.self)(
      folder, nil, fault?.number ?? 0, fault?.goesOn == true ? 1 : 0, fault?.error ?? 0, records)
  }

  /// Lets all calls pass, and returns how many there were.
  static func end() -> Int { unsafeBitCast(function("calls_end"), to: End.self)() }

  private static func function(_ name: String) -> UnsafeMutableRawPointer {
    guard let found = dlsym(nil, name) else { fatalError("failing-calls.c is not preloaded.") }
    return found
  }
}
