package import TravelModel

/// The order in which albums show photos.
///
/// The best come first, but so that neighbours differ in author, subject, series and spot. It
/// depends only on the photos, not on their order in the list.
package struct Ranking: Sendable {
  /// Views of the place.
  package let views: [Candidate]
  /// Pictures of earlier times.
  package let old: [Candidate]
  /// Pictures that show no place.
  package let others: [Candidate]

  /// How many of the first views are by authors within their fair share.
  package let fairViews: Int

  package var all: [Candidate] { views + old + others }

  /// Ranks photos near a place; only the first `count` are kept.
  package init(
    _ candidates: [Candidate], near place: Coordinate, radius: Double, first count: Int = .max
  ) {
    let subjects = Subjects(of: candidates)
    let order = Ranking.order(of: candidates)
    var thinning = Thinning(
      order.map { RankedPhoto(candidates[$0], subjects, near: place, radius: radius) })
    var left = max(0, count)
    func choose(_ kind: PhotoKind) -> [Candidate] {
      let chosen = thinning.choose(kind, atMost: left)
      left -= chosen.count
      return chosen.map { candidates[order[$0]] }
    }
    views = choose(.view)
    fairViews = thinning.countOfFirstTurn
    old = choose(.old)
    others = choose(.other)
  }

  /// The order of photos of equal worth: by distance, then by id.
  private static func order(of candidates: [Candidate]) -> [Int] {
    let keys = candidates.map { candidate -> (Double, Int, String) in
      let distance = candidate.distance ?? .infinity
      // Numbers as texts are in order if the shorter ones come first.
      let length = isNumber(candidate.id) ? candidate.id.utf8.count : 0
      return (distance.isNaN ? .infinity : distance, length, candidate.id)
    }
    return keys.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
  }
}

extension Ranking {
  /// The first photos of a list that the source has ordered by interest.
  static func chosen(
    _ photos: [PhotoDetails], atMost count: Int, near place: Coordinate, radius: Double
  ) -> [PhotoDetails] {
    let candidates = photos.enumerated().map { index, photo in
      var candidate = Candidate(photo, id: String(index), title: photo.title, near: place)
      candidate.interest = 1 - Double(index) / Double(photos.count)
      return candidate
    }
    return Ranking(candidates, near: place, radius: radius, first: count).all
      .compactMap { Int($0.id).map { photos[$0] } }
  }
}
