/// What a photo was chosen for before others, where its source tells.
public enum PhotoMerit: Hashable, Sendable {
  /// It stands at the top of an encyclopedia's article, which is called so.
  case leadPicture(of: String)
  /// What Wikimedia Commons has found it to be.
  case featured, pictureOfTheDay, quality, valued
}

extension PhotoMerit {
  private static let leadPrefix = "lead "

  /// As the library keeps it.
  public var text: String {
    switch self {
    case .leadPicture(let article): PhotoMerit.leadPrefix + article
    case .featured: "featured"
    case .pictureOfTheDay: "day"
    case .quality: "quality"
    case .valued: "valued"
    }
  }

  public init?(text: String) {
    switch text {
    case "featured": self = .featured
    case "day": self = .pictureOfTheDay
    case "quality": self = .quality
    case "valued": self = .valued
    case _ where text.hasPrefix(PhotoMerit.leadPrefix):
      self = .leadPicture(of: String(text.dropFirst(PhotoMerit.leadPrefix.count)))
    default: return nil
    }
  }

  /// The same merit, with the title of its article bounded as titles are.
  var bounded: PhotoMerit {
    guard case .leadPicture(let article) = self else { return self }
    return .leadPicture(of: BoundedText.bounded(article, to: BoundedText.title))
  }
}
