package import TravelModel

/// The order in which albums show photos: the best first, but so that neighbours differ in author,
/// subject, series and spot. It follows from the photos alone, however they are listed.
package struct Ranking: Sendable {
  /// Views of the place.
  package let views: [Candidate]
  /// Pictures of earlier times.
  package let old: [Candidate]
  /// What is no picture of a place.
  package let others: [Candidate]

  /// How many of the views, from the first on, are of authors who have no more than their share.
  package let fairViews: Int

  package var all: [Candidate] { views + old + others }

  /// Ranks photos near a place; `count` is how many are wanted of them, the rest is left out.
  package init(
    _ candidates: [Candidate], near place: Coordinate, radius: Double, first count: Int = .max
  ) {
    var kinds = CategoryKinds()
    var subjects = Subjects(candidates)
    var photos = candidates.map { candidate in
      let words = titleWords(candidate.title)
      return RankedPhoto(
        candidate, kind: PhotoKind(candidate, words: words, categories: &kinds),
        subjects: subjects.keys(of: candidate, words: words), near: place, radius: radius)
    }
    photos.sort(by: RankedPhoto.comesFirst)
    var thinning = Thinning(photos, subjects: subjects.count)
    var left = max(0, count)
    var groups: [PhotoKind: [Candidate]] = [:]
    var fairViews: Int?
    for kind in [PhotoKind.view, .old, .other] {
      let chosen = thinning.choose(kind, atMost: left)
      fairViews = fairViews ?? thinning.countOfFirstTurn
      groups[kind] = chosen.map { photos[$0].candidate }
      left -= chosen.count
    }
    self.fairViews = fairViews ?? 0
    views = groups[.view] ?? []
    old = groups[.old] ?? []
    others = groups[.other] ?? []
  }
}
