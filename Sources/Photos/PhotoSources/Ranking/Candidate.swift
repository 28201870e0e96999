package import TravelModel

/// A photo as a candidate for an album; what the source does not say is nil.
package struct Candidate: Hashable, Sendable {
  package let id: String
  /// Its title, or its file name without extension.
  package let title: String
  package var author: String?
  package var coordinate: Coordinate?
  /// Its distance from the place, in metres.
  package var distance: Double?
  package var taken: String?
  package var size: PixelSize?
  /// The assessment of Wikimedia Commons.
  package var prize: PhotoMerit?
  /// The title of the article whose lead picture it is.
  package var article: String?
  package var categories: [String] = []
  /// How interesting the source finds it, from 0 to 1.
  package var interest = 0.0

  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }

  /// Makes a candidate from a photo's details.
  init(_ photo: PhotoDetails, id: String, title: String, near place: Coordinate) {
    self.init(id: id, title: title)
    author = photo.author
    coordinate = photo.coordinate
    distance = photo.coordinate?.distance(to: place)
    taken = photo.taken
    size = photo.size
  }

  /// The reason to prefer it; nil if there is none.
  var merit: PhotoMerit? { article.map { .leadPicture(of: $0) } ?? prize }
}

extension PhotoMerit {
  /// The best assessment in a text of Wikimedia Commons, such as "featured|quality"; nil if there
  /// is no known one.
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
