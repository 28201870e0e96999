import GLibBridge

/// Photos near places as Wikimedia Commons lists them, at `/commons/OPTIONS/api.php`.
enum CommonsService {
  /// What is said to a client that does not say who it is.
  static let forbidden = SandboxServer.Answer.text(
    "Please set a user-agent and respect our robot policy https://w.wiki/4wJS.", status: 403)

  static func install(on server: SandboxServer) {
    server.serve("/commons") { (exchange: Exchange) in
      APIAnswering.answer(
        exchange, endpoint: "api.php", error: { failed($0, $1, server: server.address) }
      ) { scenario in
        guard exchange.request.isIdentified else { return forbidden }
        let query = CommonsQuery(exchange.request.query, scenario, server: server.address)
        return query.answer()
      }
    }
  }

  static func failed(
    _ failure: APIFailure, _ request: Request, server: String
  ) -> SandboxServer.Answer {
    let isNew = request.query["formatversion"] == "2"
    var answer: SandboxServer.Answer
    switch failure {
    case .maxlag:
      answer = json(
        error(
          "maxlag", "Waiting for 10.64.0.1: 7.5 seconds lagged.", for: request.query,
          more: [("host", .text("10.64.0.1")), ("lag", .number(7.5)), ("type", .text("db"))]),
        isNew: isNew)
      answer.headers = ["Retry-After": "1", "X-Database-Lag": "7"]
    case .ratelimited:
      answer = json(
        error(
          "ratelimited",
          "You've exceeded your rate limit. Please wait some time and try again.",
          for: request.query),
        isNew: isNew)
      answer.headers = ["Retry-After": "1"]
    case .error105, .error201:
      answer = json(
        error("readonly", "The wiki is currently in read-only mode.", for: request.query),
        isNew: isNew)
    case .tooBusy, .backend:
      let code = failure == .tooBusy ? "too-busy" : "backend"
      answer = json(
        error(
          "cirrussearch-\(code)-error",
          "An error has occurred while searching: we could not complete your search.",
          for: request.query), isNew: isNew)
    case .partial:
      guard let scenario = try? Scenario(request.parts[1]) else { return forbidden }
      answer = CommonsQuery(request.query, scenario, server: server, isPartial: true).answer()
    default:
      answer = json(
        error(
          "internal_api_error_DBQueryError", "[5f1c] Caught exception of type DBQueryError",
          for: request.query), isNew: isNew)
    }
    return answer
  }

  /// Says that a query failed; the status is 200 all the same.
  static func error(
    _ code: String, _ info: String, for query: [String: String], more: [(String, JSONText)] = []
  ) -> JSONText {
    let isNew = query["formatversion"] == "2"
    let help = "See https://commons.wikimedia.org/w/api.php for API usage."
    if query["errorformat"] == "plaintext" {
      let error: [(String, JSONText)] = [
        ("code", .text(code)), ("text", .text(info)), ("data", .members(more)),
        ("module", .text("main")),
      ]
      return .members([
        ("errors", .list([.members(error)])), (isNew ? "docref" : "*", .text(help)),
        ("servedby", .text("sandbox")),
      ])
    }
    return .members([
      (
        "error",
        .members(
          [("code", .text(code)), ("info", .text(info))] + more
            + [(isNew ? "docref" : "*", .text(help))])
      ),
      ("servedby", .text("sandbox")),
    ])
  }

  static func json(_ json: JSONText, isNew: Bool) -> SandboxServer.Answer {
    .text(json.written(asPHP: !isNew), type: "application/json; charset=utf-8")
  }
}

/// How both services' APIs take requests.
enum APIAnswering {
  /// Reads the scenario in the path, waits, fails if that is wanted, or answers with `good`.
  static func answer(
    _ exchange: Exchange, endpoint: String,
    error: @escaping (APIFailure, Request) -> SandboxServer.Answer,
    good: @escaping (Scenario) -> SandboxServer.Answer
  ) {
    let parts = exchange.request.parts
    guard parts.count == 3, parts[2] == endpoint else {
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
        failure.answer(
          exchange, apiError: { error($0, exchange.request) }, good: { good(scenario) })
      }
    }
  }
}
