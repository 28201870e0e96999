/// The way from a request to an API to its answer.
enum APIAnswering {
  /// Reads the scenario in the path, waits as long as that says, and fails or answers with `good`;
  /// `failed` makes this service's answer for a failure.
  static func answer(
    _ exchange: Exchange, endpoints: String...,
    failed: @escaping (APIFailure, Scenario) -> SandboxServer.Answer,
    good: @escaping (Scenario) -> SandboxServer.Answer
  ) {
    let parts = exchange.request.parts
    guard parts.count > 2, endpoints.contains(parts[2]) else {
      return exchange.send(.text("no such address\n", status: 404))
    }
    let scenario: Scenario
    do {
      scenario = try Scenario(parts[1])
    } catch {
      report("There is no option like “\(error.option)”.")
      return exchange.send(.text("no option like \(error.option)\n", status: 400))
    }
    Control.answers.pass(exchange) {
      exchange.wait(milliseconds: scenario.apiDelay) {
        guard !Control.isOff else { return exchange.drop() }
        guard let failure = APIFailure.failure(of: exchange.request, in: scenario) else {
          return exchange.send(good(scenario))
        }
        failure.answer(exchange, apiError: { failed($0, scenario) }, good: { good(scenario) })
      }
    }
  }
}
