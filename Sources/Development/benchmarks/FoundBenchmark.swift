import TestDesk

/// The processor time for a frame of dragging a map with photos of others, compared with the same map
/// without them.
enum FoundBenchmark {
  private static let rounds = 2

  static func run() throws {
    let person = try TouristAtDesk(width: 1000, height: 680)
    defer { person.clear() }
    var (found, plain): ([Double], [Double]) = ([], [])
    try takeRounds(rounds, within: 15) {
      found.append(try MotionBenchmark.sample(person, .found, .drag, "cairo").all)
      plain.append(try MotionBenchmark.sample(person, .town, .drag, "cairo").all)
    }
    print(
      """
      processor time of a frame of a drag with 60 found photos, in turn:
        \(milliseconds(found, digits: 1)), the map without them \(milliseconds(plain, digits: 1)), \
      ratio \(summary(zip(found, plain).map { $0 / $1 })) (aim: 1.2)
      """)
  }
}
