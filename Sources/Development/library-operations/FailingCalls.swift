import Glibc

/// What happens to a call of the system: it fails, as on a disk that is full, broken or forbidden,
/// or as at a signal.
struct Fault: CustomStringConvertible {
  /// The number of the call that fails, counted from 1, and whether all later calls fail, too.
  let number: Int
  let goesOn: Bool
  /// An `errno`, or `short`.
  let error: Int32

  /// The call reads or writes only half of what was asked for.
  private static let short: Int32 = -1

  /// All faults of a call.
  ///
  /// One by a signal hits a single call: later ones would be repeated for ever.
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

/// The interface of the preloaded `failing-calls.c`.
@MainActor
enum FailingCalls {
  private typealias Text = UnsafePointer<CChar>
  private typealias Begin = @convention(c) (Text, Text?, Int, Int32, Int32, Text?) -> Void
  private typealias End = @convention(c) () -> Int

  /// Begins to count calls on files below a folder, of which some may fail; `records` is a file in
  /// which changes are recorded.
  static func begin(below folder: String, _ fault: Fault?, records: String?) {
    unsafeBitCast(function("calls_begin"), to: Begin.self)(
      folder, nil, fault?.number ?? 0, fault?.goesOn == true ? 1 : 0, fault?.error ?? 0, records)
  }

  /// Ends that, and returns the number of calls.
  static func end() -> Int { unsafeBitCast(function("calls_end"), to: End.self)() }

  private static func function(_ name: String) -> UnsafeMutableRawPointer {
    guard let found = dlsym(nil, name) else { fatalError("failing-calls.c is not preloaded.") }
    return found
  }
}
