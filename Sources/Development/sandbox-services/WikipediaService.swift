/// Articles about places as Wikipedia and Wikivoyage find them, at `/wikipedia/OPTIONS/api.php` and
/// `/wikivoyage/OPTIONS/api.php`.
enum WikipediaService {
  static func install(on server: SandboxServer) {
    for work in ["wikipedia", "wikivoyage"] { install(work, on: server) }
  }

  private static func install(_ work: String, on server: SandboxServer) {
    server.serve("/\(work)") { (exchange: Exchange) in
      APIAnswering.answer(
        exchange, endpoint: "api.php",
        error: { CommonsService.failed($0, $1, server: server.address) }
      ) { scenario in
        guard exchange.request.isIdentified else { return CommonsService.forbidden }
        if let words = WikiWords(exchange.request.query, scenario, of: work) {
          return words.answer()
        }
        let query = CommonsQuery(exchange.request.query, scenario, server: server.address)
        return query.answer()
      }
    }
  }
}
