import PhotoSources
import SampleCity

/// The albums of places with known files, compared with an order by distance; and the time to
/// choose them.
enum ChoosingBenchmark {
  static func run() throws {
    print("albums of 24, of ten places each; as chosen, and the nearest:")
    for kind in City.Kind.allCases {
      let places = (UInt64(1)...10).map { City(seed: $0, kind) }
      let chosen = places.map { CityJudge($0.album(of: 24)) }
      let nearest = places.map { CityJudge($0.nearest(24)) }
      print("  \(kind.rawValue):")
      for (name, count) in measures {
        print("    \(name): \(range(chosen.map(count))), nearest \(range(nearest.map(count)))")
      }
    }
    let candidates = City(seed: 1).candidates
    let times = (0..<20).map { _ in
      duration {
        let ranking = Ranking(candidates, near: City.middle, radius: City.radius, first: 24)
        precondition(ranking.all.count == 24)
      }
    }
    print("  24 of \(candidates.count): \(milliseconds(times, digits: 1))")
  }

  private static var measures: [(name: String, count: (CityJudge) -> Int)] {
    [
      ("different subjects", \.subjects), ("no pictures of a place", \.others),
      ("pictures of a place after those", \.misplaced), ("most of an author", \.mostOfAnAuthor),
      ("cells of 36", \.cells),
    ]
  }

  private static func range(_ counts: [Int]) -> String { "\(counts.min()!) to \(counts.max()!)" }
}
