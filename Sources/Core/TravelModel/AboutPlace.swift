/// The articles about a place, and the sights around it.
public struct AboutPlace: Hashable, Sendable {
  /// The first sentences of articles.
  public var texts: [PlaceText]
  /// The sights nearby, the best known first.
  public var sights: [Sight]

  public init(texts: [PlaceText] = [], sights: [Sight] = []) {
    self.texts = texts
    self.sights = sights
  }
}

/// The first sentences of an article; texts and addresses are bounded in length.
public struct PlaceText: Hashable, Sendable {
  /// The works that articles come from, in the order they are shown; the raw values are those in the
  /// library.
  public enum Work: String, CaseIterable, Sendable {
    case wikipedia, wikivoyage
  }

  public let work: Work
  public let language: String
  public let title: String
  public let text: String
  public let pageAddress: String?
  /// The place of the article's subject; nil if the article does not say.
  public let coordinate: Coordinate?

  /// The longest text, in characters: a few sentences.
  public static let longest = 600

  public init(
    work: Work, language: String, title: String, text: String, pageAddress: String?,
    coordinate: Coordinate?
  ) {
    self.work = work
    self.language = BoundedText.bounded(language, to: BoundedText.language)
    self.title = BoundedText.bounded(title, to: BoundedText.title)
    self.text = BoundedText.bounded(text, to: PlaceText.longest)
    self.pageAddress = BoundedText.boundedAddress(pageAddress)
    self.coordinate = coordinate
  }

  public static let license = (
    name: "CC BY-SA 4.0", address: "https://creativecommons.org/licenses/by-sa/4.0/"
  )
}

/// Something worth seeing; texts are bounded in length.
public struct Sight: Hashable, Sendable {
  public let title: String
  /// A description in a few words; empty if there is none.
  public let detail: String
  public let coordinate: Coordinate

  public init(title: String, detail: String, coordinate: Coordinate) {
    self.title = BoundedText.bounded(title, to: BoundedText.title)
    self.detail = BoundedText.bounded(detail, to: BoundedText.name)
    self.coordinate = coordinate
  }
}
