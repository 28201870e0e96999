import GLibBridge

/// Lets a test decide when answers go out: one by one, or not at all.
///
/// - `/control/hold`: images wait from now on;
/// - `/control/release/N`: lets N of those that wait, or will wait, through;
/// - `/control/release`: lets all through, and no more wait;
/// - `/control/api/hold`, `/control/api/release/N`, `/control/api/release`: the same for API answers;
/// - `/control/api/off`: connections for images and API answers are dropped, until `/control/api/on`;
/// - `/control/move`: the smaller images of Commons change their addresses, and then change them back.
enum Control {
  static let images = Gate()
  static let answers = Gate()
  private(set) static var isOff = false
  private(set) static var hasMoved = false

  static func install(on server: SandboxServer) {
    server.serve("/control") { (request: Request) in
      let words = Array(request.parts.dropFirst())
      let isDone =
        words.first == "api"
        ? control(answers, words.dropFirst()) : control(images, words[...])
      return isDone ? .text("done\n") : .text("no such control\n", status: 404)
    }
  }

  private static func control(_ gate: Gate, _ words: ArraySlice<String>) -> Bool {
    switch (words.first, words.dropFirst().first) {
    case ("hold", nil): gate.hold()
    case ("release", nil): gate.release()
    case ("release", let count?):
      guard let count = Int(count), count >= 0 else { return false }
      gate.release(count)
    case ("off", nil):
      isOff = true
      images.drop()
      answers.drop()
    case ("on", nil): isOff = false
    case ("move", nil): hasMoved.toggle()
    default: return false
    }
    return true
  }
}

/// A gate at which answers wait while they are held.
final class Gate {
  private var waiting: [(exchange: Exchange, work: @MainActor () -> Void)] = []
  private var isHolding = false
  private var permits = 0

  /// Runs `work`, which sends the answer, when the gate lets it through.
  func pass(_ exchange: Exchange, _ work: @escaping @MainActor () -> Void) {
    guard !Control.isOff else { return exchange.drop() }
    guard isHolding, permits == 0 else {
      permits = max(0, permits - 1)
      return work()
    }
    exchange.wait()
    waiting.append((exchange, work))
  }

  func hold() { isHolding = true }

  func release() {
    isHolding = false
    permits = 0
    release(waiting.count)
  }

  func release(_ count: Int) {
    let released = waiting.prefix(count)
    waiting.removeFirst(released.count)
    if isHolding { permits += count - released.count }
    for (_, work) in released { work() }
  }

  /// Ends the connections of all waiting clients.
  func drop() {
    let dropped = waiting
    waiting = []
    for (exchange, _) in dropped { exchange.drop() }
  }
}
