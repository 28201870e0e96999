import TextFormats
import TravelModel
import WebServices

/// The page of a file on Commons.
struct CommonsPage {
  private let page: JSON
  private let id: Int

  init(_ page: JSON, id: Int) {
    self.page = page
    self.id = id
  }

  /// The metadata to request.
  static let wantedMetadata = [
    "Artist", "Attribution", "Credit", "LicenseShortName", "LicenseUrl", "UsageTerms",
    "ImageDescription", "ObjectName", "DateTimeOriginal", "Assessments", "Categories",
    "DeletionReason",
  ]

  /// File name extensions that are no pictures.
  private static let otherKinds: Set<String> = [
    "ogg", "oga", "ogv", "opus", "webm", "mpg", "mpeg", "mp3", "wav", "flac", "mid", "pdf", "djvu",
    "stl",
  ]
  /// The types that can be decoded.
  private static let shownTypes: Set<String> = [
    "image/jpeg", "image/png", "image/webp", "image/gif",
  ]
  /// The types that the service converts to pictures.
  private static let translatedTypes: Set<String> = [
    "image/svg+xml", "image/tiff", "image/x-xcf",
  ]
  /// Words in the names of drawings that show no view of a place.
  private static let namesOfDrawings: Set<String> = [
    "map", "maps", "karte", "carte", "mapa", "plan", "diagram", "chart", "graph", "scheme", "logo",
    "logotype", "flag", "coat", "arms", "emblem", "seal", "icon", "symbol", "sign", "locator",
    "blank", "route", "pictogram",
  ]
  /// Words that only describe a licence.
  private static let wordsOfLicenses: Set<String> = [
    "cc", "by", "sa", "nc", "nd", "creative", "commons", "attribution", "share", "sharealike",
    "alike", "license", "licence", "licensed", "under", "this", "is", "the", "via", "wikimedia",
    "from", "public", "domain", "international", "unported", "generic",
  ]
  /// The longest description used as a title, in characters.
  private static let longestTitle = 120

  /// Whether a file may be a picture, judging by its name.
  static func mayBeShown(title: String) -> Bool {
    guard let dot = title.lastIndex(of: ".") else { return true }
    return !otherKinds.contains(title[title.index(after: dot)...].lowercased())
  }

  /// Whether the page has the documented shape, even if it has no photo.
  var isReadable: Bool {
    switch page["imageinfo"] {
    case .null: page.isObject
    // Hidden files have no address.
    case .array(let infos):
      infos.first.map { $0.isObject && ($0["url"].isNull || $0["url"].text != nil) } ?? true
    default: false
    }
  }

  /// The photo's details; nil if it is gone, or no photo.
  var details: PhotoDetails? {
    let info = page["imageinfo"].elements.first ?? .null
    guard page["missing"] == .null || page["known"] != .null,
      let original = requestable(info["url"].text),
      ["BITMAP", "DRAWING"].contains(info["mediatype"].text ?? "BITMAP"),
      CommonsPage.mayBeShown(title: page["title"].text ?? ""), metadata("DeletionReason") == nil
    else { return nil }
    let isShown = CommonsPage.shownTypes.contains(info["mime"].text ?? "image/jpeg")
    guard let image = requestable(info["thumburl"].text) ?? (isShown ? original : nil),
      isShown || isTranslated(info)
    else { return nil }
    var details = PhotoDetails(
      source: SourceChoice.commons.rawValue, sourceID: String(id), title: title)
    details.license = metadata("LicenseShortName") ?? metadata("UsageTerms")
    details.author = author
    details.licenseAddress = link(rawMetadata("LicenseUrl"))
    details.pageAddress = link(info["descriptionurl"].text)
    details.imageAddress = image
    details.largeAddress = image == original || !isShown ? nil : original
    details.size = PixelSize(untrustedWidth: info["width"].integer, height: info["height"].integer)
    details.coordinate = page.mainPlace?.coordinate
    details.taken = metadata("DateTimeOriginal")
    details.statedYears = rawMetadata("DateTimeOriginal").flatMap(CommonsDate.years)
    return details
  }

  /// The address of a small image, if one was requested.
  var thumbnailAddress: String? { requestable(page["thumbnail"]["source"].text) }

  /// The photo as a candidate for the ranking.
  func candidate(_ details: PhotoDetails, near place: Coordinate, article: String?) -> Candidate {
    let title = CommonsFile.stem(ofTitle: page["title"].text ?? "")
    var candidate = Candidate(details, id: details.sourceID, title: title, near: place)
    candidate.article = article
    candidate.prize = rawMetadata("Assessments").flatMap(PhotoMerit.init(assessments:))
    candidate.categories =
      rawMetadata("Categories")?.split(separator: "|").map(String.init) ?? []
    return candidate
  }

  /// The name of the file, in the form that articles use.
  var name: String { CommonsFile.name(ofTitle: page["title"].text ?? "") }

  /// Whether the service converts this file, and it is more than a drawing.
  private func isTranslated(_ info: JSON) -> Bool {
    guard CommonsPage.translatedTypes.contains(info["mime"].text ?? ""),
      CommonsPage.shownTypes.contains(info["thumbmime"].text ?? "")
    else { return false }
    return info["mediatype"].text != "DRAWING"
      || CommonsPage.namesOfDrawings.isDisjoint(with: plainWords(page["title"].text ?? ""))
  }

  /// The attribution that the author asks for or, if it only repeats the licence, the author's
  /// name.
  private var author: String? {
    let name = metadata("Artist") ?? metadata("Credit")
    guard let attribution = metadata("Attribution") else { return name }
    let licenses = ["LicenseShortName", "UsageTerms"].compactMap(metadata).joined(separator: " ")
    let known = CommonsPage.wordsOfLicenses.union(plainWords(licenses))
    return known.isSuperset(of: plainWords(attribution)) ? name ?? attribution : attribution
  }

  /// A short description, or else the name of the object or file; texts from cameras are ignored.
  private var title: String {
    for name in ["ImageDescription", "ObjectName"] {
      if let text = metadata(name), text.count <= CommonsPage.longestTitle,
        !CameraName.matches(text)
      {
        return text
      }
    }
    return oneLine(CommonsFile.stem(ofTitle: page["title"].text ?? ""))
  }

  private func metadata(_ name: String) -> String? {
    guard let text = rawMetadata(name).map(plainText(fromHTML:)), !text.isEmpty else { return nil }
    return text
  }

  private func rawMetadata(_ name: String) -> String? {
    page["imageinfo"].elements.first?["extmetadata"][name]["value"].text
  }
}
