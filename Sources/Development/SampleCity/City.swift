/// A place with files of known kinds around a point, drawn anew from each seed.
public struct City: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Of 2,000 files: most of what is near its middle is what albums of the nearest are full of,
    /// one subject, by one author, again and again.
    case city
    /// Of as many files, as many hands call them, in several languages.
    case town
    /// Of five files, of which two are views of today.
    case village
    /// Of what is told of the open sea: pictures from space, ships, birds, maps and a few views.
    case sea
  }

  public let files: [CityFile]
  public let articles: [CityArticle]

  /// How far its files lie from the middle, in metres.
  public static let radius = 1000.0
  /// How many files a city has.
  public static let size = 2000

  /// Draws the place of a seed.
  public init(seed: UInt64, _ kind: Kind = .city) {
    var draft = CityDraft(seed: seed)
    switch kind {
    case .city: draft.draw()
    case .town:
      var draft = TownDraft(seed: seed)
      draft.draw()
      (files, articles) = (draft.files, draft.articles)
      return
    case .village: draft.drawVillage()
    case .sea: draft.drawSea()
    }
    (files, articles) = (draft.files, draft.articles)
  }
}

/// A file of the city.
public struct CityFile: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case view, old
    case tram, ship, scan, portrait, map, plaque, satellite, species, book

    /// Whether it is no picture of a place.
    public var isOther: Bool { self != .view && self != .old }
  }

  /// Its place in the city's list, from 0.
  public let index: Int
  public let kind: Kind
  /// The name of the file, without its ending.
  public let name: String
  /// What it shows, as the judge knows it.
  public let subject: String
  public let author: String
  /// Metres east and north of the middle.
  public let east: Double
  public let north: Double
  /// As Commons tells it: a date with a time, or words.
  public let taken: String
  public let width: Int
  public let height: Int
  /// The words of Commons' assessments.
  public var assessments: [String] = []
  public var categories: [String] = []

  /// How far it is from the middle, in metres.
  public var distance: Double { (east * east + north * north).squareRoot() }
}

/// An article about a subject of the city.
public struct CityArticle: Hashable, Sendable {
  public let title: String
  public let east: Double
  public let north: Double
  /// The file that leads it, in the city's list.
  public let lead: Int
}
