import Glibc
import TravelModel

/// Chooses among the articles near a place the one about the place itself, and those about sights.
struct ArticleChoice {
  /// The articles, the best known first.
  private let articles: [Article]
  /// The radius of the search, in metres.
  private let radius: Double

  /// The cost of a distance of one radius, in doublings of the rank.
  private static let distanceCost = 3.0
  /// The cost of each doubling of the size: of two subjects that contain a place, the smaller is
  /// more specific.
  private static let sizeCost = 0.35
  /// Sizes up to this count as equal, in metres.
  private static let smallSize = 200.0
  /// The additional cost of minor subjects, such as a railway station or a school.
  private static let minorCost = 2.0

  init(_ articles: [Article], within radius: Double) {
    self.articles = articles.sorted { ($0.rank, $0.title) < ($1.rank, $1.title) }
    self.radius = radius
  }

  /// The article about the place: a well-known one nearby, or one whose subject contains the place.
  var best: Article? {
    articles.filter { $0.text != nil }.min { cost(of: $0) < cost(of: $1) }
  }

  /// The articles about sights, the best known first; settlements are not sights.
  var sights: [Article] { articles.filter { $0.kind == .other } }

  private func cost(of article: Article) -> Double {
    let away = max(0, article.distance - article.extent / 2) / radius
    return log2(1 + Double(article.rank)) + ArticleChoice.distanceCost * away
      + ArticleChoice.sizeCost * max(0, log2(article.extent / ArticleChoice.smallSize))
      + (article.kind == .minor ? ArticleChoice.minorCost : 0)
  }
}
