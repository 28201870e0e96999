/// Lists photos near places as Wikimedia Commons does, at `/commons/OPTIONS/api.php`, and articles
/// about places as Wikipedia and Wikivoyage do, at `/wikipedia/OPTIONS/api.php` and
/// `/wikivoyage/…`; knows the categories of sights as Wikidata does, at `/wikidata/…`.
enum CommonsService {
  /// The answer to a client that does not identify itself.
  static let forbidden = SandboxServer.Answer.text(
    "Please set a user-agent and respect our robot policy https://w.wiki/4wJS.", status: 403)

  static func install(on server: SandboxServer) {
    for work in ["commons", "wikipedia", "wikivoyage", "wikidata"] {
      server.serve("/\(work)") { (exchange: Exchange) in
        APIAnswering.answer(exchange, endpoints: "api.php") { failure, scenario in
          guard failure == .partial else { return failed(failure) }
          return answer(exchange.request, scenario, of: work, on: server, isPartial: true)
        } good: {
          answer(exchange.request, $0, of: work, on: server)
        }
      }
    }
  }

  private static func answer(
    _ request: Request, _ scenario: Scenario, of work: String, on server: SandboxServer,
    isPartial: Bool = false
  ) -> SandboxServer.Answer {
    guard request.isIdentified else { return forbidden }
    if work == "wikidata" { return item(request.query) }
    if let words = WikiArticles(request.query, scenario, of: work) { return words.answer() }
    return CommonsQuery(
      query: request.query, scenario: scenario, server: server.address, isPartial: isPartial
    ).answer()
  }

  /// What is known of an article's subject: a category that is called as it is, but for abbeys.
  private static func item(_ query: [String: String]) -> SandboxServer.Answer {
    guard query["action"] == "wbgetentities", let title = query["titles"],
      let site = query["sites"]?.split(separator: "|").first.map(String.init)
    else { return error("param-missing") }
    let number = "Q\(Dice.number(of: title) % 100_000)"
    let category: [String: Any] = [
      "snaktype": "value", "property": "P373", "datatype": "string",
      "datavalue": ["value": title, "type": "string"],
    ]
    let entities: [String: Any] =
      title.hasSuffix("Abbey")
      ? ["-1": ["site": site, "title": title, "missing": ""]]
      : [
        number: [
          "type": "item", "id": number,
          "claims": ["P373": [["mainsnak": category, "type": "statement", "rank": "normal"]]],
          "sitelinks": [
            "commonswiki": ["site": "commonswiki", "title": "Category:\(title)", "badges": [Any]()]
          ],
        ]
      ]
    return .json(["entities": entities, "success": 1] as [String: Any])
  }

  private static func failed(_ failure: APIFailure) -> SandboxServer.Answer {
    switch failure {
    case .maxlag, .ratelimited:
      var answer = error(failure.rawValue)
      answer.headers = ["Retry-After": "1"]
      return answer
    case .error105, .error201: return error("readonly")
    case .tooBusy: return error("cirrussearch-too-busy-error")
    case .backend: return error("cirrussearch-backend-error")
    default: return error("internal_api_error_DBQueryError")
    }
  }

  /// The answer to a query that failed; its status is 200 all the same.
  static func error(_ code: String) -> SandboxServer.Answer {
    .json(["errors": [["code": code, "text": "The sandbox says \(code).", "module": "main"]]])
  }
}
