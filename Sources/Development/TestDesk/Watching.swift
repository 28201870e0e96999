import Foundation

/// A failure of the desk as a sentence, with the file and line of the test that has asked for it.
public struct DeskError: Error, CustomStringConvertible {
  public let description: String

  public init(_ sentence: String, file: StaticString = #filePath, line: UInt = #line) {
    description = "\(sentence) (\(file):\(line))"
  }

  /// The file and line at the end of such a sentence.
  public static func place(in text: String) -> (file: String, line: Int)? {
    text.firstMatch(of: /\((\/[^()]+):(\d+)\)/).map { (String($0.1), Int($0.2)!) }
  }
}

/// Waits until `condition` returns a value, and returns that.
///
/// The condition is checked when something on a screen has changed, and otherwise after pauses that
/// grow with the time it takes; an element that disappears during a check is no failure. Waiting
/// fails after more time than anything takes on a busy machine, and at once if a program ends
/// suddenly.
@discardableResult
public func watch<Value>(
  for what: String, seconds: Double = 60, file: StaticString = #filePath, line: UInt = #line,
  _ condition: () throws -> Value?
) throws -> Value {
  let end = ContinuousClock.now + .seconds(seconds)
  var pace = Pace()
  while true {
    let began = ContinuousClock.now
    do {
      if let value = try condition() { return value }
    } catch is Unanswered {}
    if let ending = Program.ending(while: pace.age) {
      throw DeskError("waited for \(what), but \(ending)", file: file, line: line)
    }
    guard ContinuousClock.now < end else {
      throw DeskError("waited in vain for \(what)", file: file, line: line)
    }
    pace.rest(after: ContinuousClock.now - began)
  }
}

/// When to check the condition again.
private struct Pace {
  private let start = ContinuousClock.now
  private var pause = Pace.shortest

  private static let shortest = Duration.milliseconds(10)
  private static let longest = Duration.milliseconds(250)
  /// How much more time passes between checks than in them, at least and at most.
  ///
  /// A check is work for the program that is watched, too.
  private static let (leastLeisure, leisure) = (3, 8)

  /// How long the condition has been checked so far.
  var age: Duration { ContinuousClock.now - start }

  /// Waits until something has changed, but not too short, or until a pause is over.
  mutating func rest(after look: Duration) {
    let shortest = max(Pace.shortest, min(look * Pace.leastLeisure, Pace.longest))
    let longest = max(shortest, min(look * Pace.leisure, Pace.longest))
    pause = max(shortest, min(pause * 3 / 2, longest))
    Changes.rest(shortest)
    if pause > shortest, Changes.wait(atMost: pause - shortest) { pause = shortest }
  }
}

/// The changes on the screens of this process that the accessibility bus reports.
enum Changes {
  private static let condition = NSCondition()
  nonisolated(unsafe) private static var hasCome = false

  /// Records that something has changed.
  static func tell() {
    condition.lock()
    hasCome = true
    condition.signal()
    condition.unlock()
  }

  /// Returns whether something has changed since the last call, or changes during a pause.
  static func wait(atMost pause: Duration) -> Bool {
    let end = Date(timeIntervalSinceNow: pause / .seconds(1))
    condition.lock()
    defer {
      hasCome = false
      condition.unlock()
    }
    while !hasCome, condition.wait(until: end) {}
    return hasCome
  }

  static func rest(_ pause: Duration) { usleep(UInt32(pause / .microseconds(1))) }
}
