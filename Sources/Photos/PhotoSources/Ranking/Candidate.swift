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
  package var assessments: Assessments = []
  /// The title of the article that it leads.
  package var article: String?
  package var categories: [String] = []
  /// How the source itself values it among others, from 0 to 1.
  package var interest = 0.0

  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

extension PhotoMerit {
  /// What a candidate is chosen for; nil where nothing tells it from its neighbours.
  package init?(_ candidate: Candidate) {
    let found = candidate.assessments
    if let article = candidate.article {
      self = .leadPicture(of: article)
    } else if found.contains(.chosen) {
      self = .pictureOfTheDay
    } else if found.contains(.featured) {
      self = .featured
    } else if found.contains(.quality) {
      self = .quality
    } else if found.contains(.valued) {
      self = .valued
    } else {
      return nil
    }
  }
}

/// What the community of Wikimedia Commons has found a file to be.
package struct Assessments: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let featured = Assessments(rawValue: 1)
  package static let quality = Assessments(rawValue: 2)
  package static let valued = Assessments(rawValue: 4)
  /// Picture of a day or a year.
  package static let chosen = Assessments(rawValue: 8)

  /// Reads "featured|quality"; unknown words are left out.
  package init(_ text: String) {
    self = text.split(separator: "|").reduce(into: []) { all, word in
      switch word {
      case "featured": all.insert(.featured)
      case "quality": all.insert(.quality)
      case "valued": all.insert(.valued)
      case "potd", "poty": all.insert(.chosen)
      default: break
      }
    }
  }
}
