import Foundation

/// Prints on standard error what is being measured, after the figures so far, which would else wait
/// in a pipe.
func say(_ text: String) {
  fflush(nil)
  FileHandle.standardError.write(Data("\(text) …\n".utf8))
}

/// Takes rounds of a measurement, and says each.
///
/// There is at least one, and none begins after so many seconds: all measurements together are to end
/// within twenty minutes on a slow machine, too.
func takeRounds(
  _ most: Int, of name: String = "", within seconds: Double, _ take: () throws -> Void
) rethrows {
  let begin = now()
  for round in 1...most where round == 1 || now() - begin < seconds {
    say("\(name.isEmpty ? "" : "\(name), ")round \(round) of \(most)")
    try take()
  }
}

/// The time now, in seconds.
func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

/// The seconds that some work takes.
func duration(of work: () throws -> Void) rethrows -> Double {
  let begin = now()
  try work()
  return now() - begin
}

/// The least, the median and the greatest of some values.
func summary(_ values: [Double], digits: Int = 2) -> String {
  let sorted = values.sorted()
  func text(_ value: Double) -> String { String(format: "%.\(digits)f", value) }
  return "\(text(sorted[sorted.count / 2])) [\(text(sorted.first!))–\(text(sorted.last!))]"
}

/// Times given in seconds, as text in milliseconds.
func milliseconds(_ seconds: [Double], digits: Int = 0) -> String {
  "\(summary(seconds.map { $0 * 1000 }, digits: digits)) ms"
}
