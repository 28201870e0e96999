import Glibc
import TravelModel

/// What a photo is worth by itself.
enum Score {
  static let article = 6.0
  static let featured = 4.0
  static let quality = 3.0
  static let valued = 2.0
  /// The most for size: eight megapixels fill any screen.
  static let mostForSize = 3.0
  /// For a shape that fills a screen, and against one that fills none.
  static let shape = 1.0
  /// What a photo at the rim of the circle is worth less than one in its middle.
  static let distance = 2.0
  /// The most for what the source itself finds interesting.
  static let interest = 4.0

  private static let goodShapes = 1.2...2.1
  private static let fairShapes = 0.4...3.0
  /// The least short side of a good picture, in pixels.
  private static let shortSide = 1000

  static func of(_ candidate: Candidate, radius: Double) -> Double {
    var score = candidate.article == nil ? 0 : article
    switch candidate.prize {
    case .pictureOfTheDay, .featured: score += featured
    case .quality: score += quality
    case .valued: score += valued
    case .leadPicture, nil: break
    }
    if let size = candidate.size { score += of(size) }
    score += interest * share(candidate.interest)
    return score - distance * share((candidate.distance ?? radius) / radius)
  }

  /// From 0 to 1, whatever a source says.
  private static func share(_ value: Double) -> Double {
    value.isNaN ? 0 : min(1, max(0, value))
  }

  private static func of(_ size: PixelSize) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    guard width > 0, height > 0 else { return 0 }
    var score = min(mostForSize, max(0, log2(width * height / 1_000_000)))
    if goodShapes.contains(width / height) { score += shape }
    if !fairShapes.contains(width / height) { score -= shape }
    if min(size.width, size.height) < shortSide { score -= shape }
    return score
  }
}
