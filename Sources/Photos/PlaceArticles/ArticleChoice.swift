import Glibc
import TravelModel

/// Which of the articles near a place are about the place, and which about what is to be seen there.
struct ArticleChoice {
  /// The best known first.
  private let articles: [Article]
  /// The radius of the search, in metres.
  private let radius: Double

  /// What a whole radius of distance counts, in doublings of the rank.
  private static let distanceCost = 3.0
  /// What each doubling of the size counts: of two that a place lies in, the smaller says more of it.
  private static let sizeCost = 0.35
  /// Up to this size things are alike, in metres.
  private static let smallSize = 200.0
  /// What a railway station or a school counts in addition.
  private static let minorCost = 2.0

  init(_ articles: [Article], within radius: Double) {
    self.articles = articles.sorted { ($0.rank, $0.title) < ($1.rank, $1.title) }
    self.radius = radius
  }

  /// The article about the place: a well-known one that is near, or whose subject the place lies in.
  var best: Article? {
    articles.filter { $0.text != nil }.min { cost(of: $0) < cost(of: $1) }
  }

  /// What is to be seen, the best known first; settlements are no sights.
  var sights: [Article] { articles.filter { $0.kind == .other } }

  private func cost(of article: Article) -> Double {
    let away = max(0, article.distance - article.extent / 2) / radius
    return log2(1 + Double(article.rank)) + ArticleChoice.distanceCost * away
      + ArticleChoice.sizeCost * max(0, log2(article.extent / ArticleChoice.smallSize))
      + (article.kind == .minor ? ArticleChoice.minorCost : 0)
  }
}
