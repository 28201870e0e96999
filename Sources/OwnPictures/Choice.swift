import PhotoSources

/// Which pictures are handed out, of all that are near enough.
struct Choice: Hashable {
  var paths: [String] = []
  /// How many there are within the radius, the seen ones among them.
  var total = 0
  /// How far was looked, in metres.
  var radius: Double
  /// Tells whether all had been seen.
  var hasBegunAgain = false

  /// The farthest that is looked for pictures, in metres: beyond, it is another place.
  static let farthest = 50_000.0
  /// By how much the radius grows, where too few are near.
  private static let growth = [1.0, 2, 5]

  /// Chooses from what is within `farthest`, nearest first.
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
    paths = unseen.prefix { $0.distance <= reached }.prefix(max(0, request.count)).map(\.path)
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
