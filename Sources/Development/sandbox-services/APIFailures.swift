import GLibBridge

enum APIFailure: String, CaseIterable {
  case offline, maxlag, ratelimited, html, empty, garbage, error105, error201, badkey, silent
  /// The search has no capacity, or no server for another query; only Commons says so.
  case tooBusy = "toobusy"
  case backend
  /// The search runs out of time, and lists half of the results; only Commons does.
  case partial
  /// JSON of another shape than is promised.
  case shape
  case broken = "500"
  case busy = "503"
  case tooMany = "429"

  /// The failures that a retry can overcome.
  static let passing: [APIFailure] = [
    .offline, .broken, .busy, .tooMany, .maxlag, .ratelimited, .html, .empty, .garbage, .error105,
    .error201, .silent, .tooBusy, .backend, .shape,
  ]

  private static var tally = Tally()

  /// The failure, if any, of this request to a service in a scenario.
  static func failure(of request: Request, in scenario: Scenario) -> APIFailure? {
    let endpoint = request.parts.prefix(2).joined(separator: "/")
    if let failure = scenario.failure {
      let isOver = scenario.failureCount < .max && tally.count(endpoint) >= scenario.failureCount
      return isOver ? nil : failure
    }
    guard scenario.searchFaultShare > 0 else { return nil }
    let rolled = Dice.roll(scenario.seed, Dice.number(of: request.address))
    guard Dice.share(rolled) < scenario.searchFaultShare else { return nil }
    // A passing failure is over after one or two requests, as with images.
    guard tally.count(request.address) <= Int(Dice.roll(rolled, 2) % 2) else { return nil }
    return scenario.searchFaults[Int(Dice.roll(rolled, 1) % UInt64(scenario.searchFaults.count))]
  }

  /// Answers with the failure; `apiError` makes this service's error in JSON, and `good` is the
  /// answer without the failure.
  func answer(
    _ exchange: Exchange, apiError: (APIFailure) -> SandboxServer.Answer,
    good: () -> SandboxServer.Answer
  ) {
    switch self {
    case .offline: exchange.drop()
    case .silent: exchange.takeConnection { $0.waitForEnd() }
    case .broken, .busy: exchange.send(.text("Sorry.", status: UInt32(rawValue)!))
    case .tooMany: exchange.send(.tooManyRequests(retryAfter: 1))
    case .html:
      exchange.send(
        .text("<!DOCTYPE html><html><body>Please log in</body></html>", type: "text/html"))
    case .empty: exchange.send(SandboxServer.Answer(contentType: "application/json"))
    case .garbage:
      var answer = good()
      answer.body = answer.body.withUnsafeBytes { Bytes(copying: $0.prefix($0.count / 2)) }
      exchange.send(answer)
    case .shape:
      let text = #"""
        {"query":{"geosearch":"?","pages":7},"photos":{"total":7,"photo":"?"},"stat":"ok"}
        """#
      exchange.send(.text(text, type: "application/json"))
    case .maxlag, .ratelimited, .error105, .error201, .badkey, .tooBusy, .backend, .partial:
      exchange.send(apiError(self))
    }
  }
}
