/// Articles about places as Wikipedia finds them, at `/wikipedia/OPTIONS/api.php`.
enum WikipediaService {
  static func install(on server: SandboxServer) {
    server.serve("/wikipedia") { (exchange: Exchange) in
      APIAnswering.answer(
        exchange, endpoint: "api.php",
        error: { CommonsService.failed($0, $1, server: server.address) }
      ) { scenario in
        guard exchange.request.isIdentified else { return CommonsService.forbidden }
        let query = CommonsQuery(exchange.request.query, scenario, server: server.address)
        return query.answer()
      }
    }
  }
}
