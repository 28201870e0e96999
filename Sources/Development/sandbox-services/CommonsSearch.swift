import SampleCity

/// The ordinary search of Commons and Wikipedia: `generator=search`.
struct CommonsSearch {
  private let query: CommonsQuery
  private let city: City
  private let words: String
  private let limit: Int

  /// Makes the search of a query; nil where the world is no city, in which nothing is found.
  init?(_ query: CommonsQuery) {
    guard query.scenario.isCity else { return nil }
    self.query = query
    city = CityWorld.city(of: query.scenario)
    words = query.query["gsrsearch"] ?? ""
    limit = query.query["gsrlimit"].flatMap { Int($0) } ?? 10
  }

  /// The circle of `nearcoord:1000m,LAT,LON`.
  private var circle: (radius: Double, centre: Place)? { CommonsSearch.circle(in: words) }

  static func circle(in words: String) -> (radius: Double, centre: Place)? {
    let term = words.split(separator: " ").first { $0.hasPrefix("nearcoord:") }
    let parts = (term?.dropFirst("nearcoord:".count) ?? "").split(separator: ",")
    guard parts.count == 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]),
      parts[0].hasSuffix("m"), !parts[0].hasSuffix("km"), let metres = Int(parts[0].dropLast())
    else { return nil }
    return (Double(metres), Place(latitude: latitude, longitude: longitude))
  }

  /// The numbers of the files in the categories that the community keeps of what it has prized.
  var files: [Int] {
    guard let circle else { return [] }
    let prizes = [
      "featured": "Featured pictures on Wikimedia Commons", "quality": "Quality images",
      "valued": "Valued images",
    ]
    let hits = city.files.filter { file in
      CityWorld.distance(east: file.east, north: file.north, from: circle.centre) <= circle.radius
        && file.assessments.contains { prizes[$0].map { words.contains($0) } ?? false }
    }
    // The order is that of relevance, which nobody knows.
    let shuffled = hits.sorted {
      Dice.roll(query.scenario.seed, UInt64($0.index))
        < Dice.roll(query.scenario.seed, UInt64($1.index))
    }
    return shuffled.prefix(limit).map { CityWorld.identity(of: $0) }
  }

  /// Articles, with the pictures that lead them.
  var articles: JSONText? {
    guard let circle else { return nil }
    let near = city.articles.filter {
      CityWorld.distance(east: $0.east, north: $0.north, from: circle.centre) <= circle.radius
    }
    guard !near.isEmpty else { return nil }
    return .list(
      near.prefix(limit).enumerated().map { index, article in
        let picture = city.files[article.lead].name.map { $0 == " " ? "_" : $0 }
        return .members([
          ("pageid", .integer(700 + index)), ("ns", .integer(0)), ("title", .text(article.title)),
          ("index", .integer(index + 1)), ("pageimage", .text("\(String(picture)).jpg")),
        ])
      })
  }
}
