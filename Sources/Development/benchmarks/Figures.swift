import Foundation

/// Says on standard error what is being done, for whoever waits for a figure.
func say(_ text: String) { FileHandle.standardError.write(Data("\(text) …\n".utf8)) }

/// The least, the middle and the greatest of some figures.
func summary(_ values: [Double], digits: Int = 2) -> String {
  let sorted = values.sorted()
  func text(_ value: Double) -> String { String(format: "%.\(digits)f", value) }
  return "\(text(sorted[sorted.count / 2])) [\(text(sorted.first!))–\(text(sorted.last!))]"
}

/// Times in seconds, as milliseconds.
func milliseconds(_ seconds: [Double], digits: Int = 0) -> String {
  "\(summary(seconds.map { $0 * 1000 }, digits: digits)) ms"
}
