import PhotoSources

struct Choice: Hashable {
  var paths: [String] = []
  /// The pictures that come next.
  var spares: [String] = []
  /// How many pictures are within the radius, including the seen ones.
  var total = 0
  /// The radius that was searched, in metres.
  var radius: Double
  /// Whether all pictures had been seen.
  var hasBegunAgain = false

  /// The greatest radius, in metres; pictures beyond it belong to another place.
  static let farthest = 50_000.0
  /// The steps of the radius within each decade.
  private static let growth = [1.0, 2, 5]

  /// The most pictures that are compared with each other; of more, the nearest.
  private static let mostCompared = 2000

  /// Chooses from the pictures within `farthest`, nearest first; one picture of each burst comes
  /// before the others.
  init(of pictures: [NearPicture], for request: PhotoRequest) {
    let wanted = pictures.filter { !request.unwanted.contains($0.path) }
    hasBegunAgain = !wanted.isEmpty && wanted.allSatisfy { request.seen.contains($0.path) }
    let unseen = hasBegunAgain ? wanted : wanted.filter { !request.seen.contains($0.path) }
    radius = request.radius
    for radius in Choice.radii(from: request.radius) {
      self.radius = radius
      if unseen.prefix(while: { $0.distance <= radius }).count >= request.count { break }
    }
    let reached = radius
    total = wanted.prefix { $0.distance <= reached }.count
    let compared = unseen.prefix { $0.distance <= reached }
      .prefix(max(Choice.mostCompared, request.count + request.spareCount))
    let ranking = Ranking(
      compared.map(\.candidate), near: request.coordinate, radius: reached,
      first: request.count + request.spareCount)
    let ranked = ranking.all.map(\.id)
    paths = Array(ranked.prefix(request.count))
    spares = Array(ranked.dropFirst(request.count))
  }

  private static func radii(from first: Double) -> [Double] {
    guard first > 0, first < farthest else { return [max(0, first)] }
    var radii: [Double] = []
    var unit = first
    while unit < farthest {
      radii += growth.map { $0 * unit }.filter { $0 < farthest }
      unit *= 10
    }
    return radii + [farthest]
  }
}

extension NearPicture {
  /// The picture as a candidate, with what identifies a burst: the user's own pictures are neither
  /// good nor bad.
  fileprivate var candidate: Candidate {
    var candidate = Candidate(id: path, title: "")
    candidate.distance = distance
    candidate.taken = taken
    return candidate
  }
}
