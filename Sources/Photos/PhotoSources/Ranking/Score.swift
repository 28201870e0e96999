import Glibc
import TravelModel

/// The score of a photo by itself.
enum Score {
  static let article = 6.0
  static let featured = 4.0
  static let quality = 3.0
  static let valued = 2.0
  /// The most points for size: eight megapixels fill any screen.
  static let mostForSize = 3.0
  /// The points for a shape that fills a screen, or against one that does not.
  static let shape = 1.0
  /// The points that a photo at the edge of the circle loses against one in the middle.
  static let distance = 2.0
  /// The most points for the source's own judgement.
  static let interest = 4.0

  private static let goodShapes = 1.2...2.1
  private static let fairShapes = 0.4...3.0
  /// The least shorter side of a good picture, in pixels.
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

  /// Clamps a source's value to 0...1.
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
