package import TravelModel

/// A photo as the choice of an album sees it; what a source does not tell stays empty.
package struct Candidate: Hashable, Sendable {
  package let id: String
  /// Its title, or the name of its file without the ending.
  package let title: String
  package var author: String?
  package var coordinate: Coordinate?
  /// How far it is from the place, in metres.
  package var distance: Double?
  package var taken: String?
  package var size: PixelSize?
  /// What the community of Wikimedia Commons has found it to be.
  package var prize: PhotoMerit?
  /// The title of the article that it leads.
  package var article: String?
  package var categories: [String] = []
  /// How the source itself values it among others, from 0 to 1.
  package var interest = 0.0

  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }

  /// Takes what a source tells of a photo near a place.
  init(_ photo: PhotoDetails, id: String, title: String, near place: Coordinate) {
    self.init(id: id, title: title)
    author = photo.author
    coordinate = photo.coordinate
    distance = photo.coordinate?.distance(to: place)
    taken = photo.taken
    size = photo.size
  }

  /// What it is chosen for; nil where nothing tells it from its neighbours.
  var merit: PhotoMerit? { article.map { .leadPicture(of: $0) } ?? prize }
}

extension PhotoMerit {
  /// The best of what the community of Wikimedia Commons has found a file to be, in words such as
  /// "featured|quality"; nil where it has none of those that are known.
  package init?(assessments: String) {
    let words = assessments.split(separator: "|")
    let ranks: [(word: Substring, merit: PhotoMerit)] = [
      ("potd", .pictureOfTheDay), ("poty", .pictureOfTheDay), ("featured", .featured),
      ("quality", .quality), ("valued", .valued),
    ]
    guard let best = ranks.first(where: { words.contains($0.word) }) else { return nil }
    self = best.merit
  }
}
