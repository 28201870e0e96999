/// Why a photo was preferred, if its source says so.
public enum PhotoMerit: Hashable, Sendable {
  /// It is the lead picture of the encyclopedia's article with this title.
  case leadPicture(of: String)
  /// Assessments of Wikimedia Commons.
  case featured, pictureOfTheDay, quality, valued

  private static let leadPrefix = "lead "

  /// The text in the library.
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
    let lead = PhotoMerit.leadPicture(of: String(text.dropFirst(PhotoMerit.leadPrefix.count)))
    let all: [PhotoMerit] = [.featured, .pictureOfTheDay, .quality, .valued, lead]
    guard let merit = all.first(where: { $0.text == text }) else { return nil }
    self = merit
  }

  /// The merit with its article's title bounded in length.
  var bounded: PhotoMerit {
    guard case .leadPicture(let article) = self else { return self }
    return .leadPicture(of: BoundedText.bounded(article, to: BoundedText.title))
  }
}
