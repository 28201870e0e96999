/// A place with files of known kinds around it, which are made at random from a seed.
public struct City: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// 2,000 files. Those near the middle are what an album of the nearest files is full of: one
    /// subject by one author, again and again.
    case city
    /// 2,000 files, named by many authors in several languages.
    case town
    /// Five files, of which two are present-day views.
    case village
    /// The files of a place on the open sea: pictures from space, ships, birds, maps and a few
    /// views.
    case sea
  }

  public let files: [CityFile]
  public let articles: [CityArticle]

  /// The greatest distance of a file from the middle, in metres.
  public static let radius = 1000.0
  /// The number of files of a city.
  public static let size = 2000

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

public struct CityFile: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case view, old
    case tram, ship, scan, portrait, map, plaque, satellite, species, book

    /// Whether it is not a picture of a place.
    public var isOther: Bool { self != .view && self != .old }
  }

  public let index: Int
  public let kind: Kind
  public let name: String
  /// What it shows, as the judge knows it.
  public let subject: String
  public let author: String
  /// Metres east and north of the middle.
  public let east: Double
  public let north: Double
  /// The date as Commons has it: with a time, or in words.
  public let taken: String
  public let width: Int
  public let height: Int
  public var assessments: [String] = []
  public var categories: [String] = []

  /// The distance from the middle, in metres.
  public var distance: Double { (east * east + north * north).squareRoot() }
}

public struct CityArticle: Hashable, Sendable {
  public let title: String
  public let east: Double
  public let north: Double
  /// The index of its lead picture in the city's list.
  public let lead: Int
}
