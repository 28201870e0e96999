import Travels

/// A file's page on Commons.
struct CommonsPage {
  private let page: JSON
  private let id: Int

  init(_ page: JSON, id: Int) {
    self.page = page
    self.id = id
  }

  /// What is asked for of all that is known.
  static let wantedMetadata = [
    "Artist", "Attribution", "Credit", "LicenseShortName", "LicenseUrl", "UsageTerms",
    "ImageDescription", "ObjectName", "DateTimeOriginal",
  ]

  /// Files of other kinds than pictures, by the ends of their names.
  private static let otherKinds: Set<String> = [
    "ogg", "oga", "ogv", "opus", "webm", "mpg", "mpeg", "mp3", "wav", "flac", "mid", "pdf", "djvu",
    "stl",
  ]
  /// What is stored and decoded; nothing else is.
  private static let shownTypes: Set<String> = [
    "image/jpeg", "image/png", "image/webp", "image/gif",
  ]
  /// Pictures that are shown by what the service makes of them.
  private static let translatedTypes: Set<String> = [
    "image/svg+xml", "image/tiff", "image/x-xcf",
  ]
  /// What most drawings are, and no view of a place.
  private static let namesOfDrawings: Set<String> = [
    "map", "maps", "karte", "carte", "mapa", "plan", "diagram", "chart", "graph", "scheme", "logo",
    "logotype", "flag", "coat", "arms", "emblem", "seal", "icon", "symbol", "sign", "locator",
    "blank", "route", "pictogram",
  ]
  /// What licences are spoken of with.
  private static let wordsOfLicenses: Set<String> = [
    "cc", "by", "sa", "nc", "nd", "creative", "commons", "attribution", "share", "sharealike",
    "alike", "license", "licence", "licensed", "under", "this", "is", "the", "via", "wikimedia",
    "from", "public", "domain", "international", "unported", "generic",
  ]
  /// Longer descriptions are articles and no titles, in characters.
  private static let longestTitle = 120

  /// Tells from a file's name whether it may be a picture.
  static func mayBeShown(title: String) -> Bool {
    guard let dot = title.lastIndex(of: ".") else { return true }
    return !otherKinds.contains(title[title.index(after: dot)...].lowercased())
  }

  /// Tells whether the page has the shape that is promised, be it of a photo or of none.
  var isReadable: Bool {
    switch page["imageinfo"] {
    case .null: page.isObject
    // A hidden file has no address.
    case .array(let infos):
      infos.first.map { $0.isObject && ($0["url"].isNull || $0["url"].text != nil) } ?? true
    default: false
    }
  }

  /// What is told of the photo; nil where it is none, or gone.
  var details: PhotoDetails? {
    let info = page["imageinfo"].elements.first ?? .null
    guard page["missing"] == .null || page["known"] != .null,
      let original = askable(info["url"].text),
      ["BITMAP", "DRAWING"].contains(info["mediatype"].text ?? "BITMAP"),
      CommonsPage.mayBeShown(title: page["title"].text ?? "")
    else { return nil }
    let isShown = CommonsPage.shownTypes.contains(info["mime"].text ?? "image/jpeg")
    guard let image = askable(info["thumburl"].text) ?? (isShown ? original : nil),
      isShown || isTranslated(info)
    else { return nil }
    var details = PhotoDetails(
      source: CommonsSource.name, sourceID: String(id), title: title)
    details.license = metadata("LicenseShortName") ?? metadata("UsageTerms")
    details.author = author
    details.licenseAddress = link(rawMetadata("LicenseUrl"))
    details.pageAddress = link(info["descriptionurl"].text)
    details.imageAddress = image
    details.largeAddress = image == original || !isShown ? nil : original
    details.size = PixelSize(told: info["width"].integer, by: info["height"].integer)
    details.coordinate = coordinate
    details.taken = metadata("DateTimeOriginal")
    return details
  }

  /// Tells whether the service shows a file of a kind that is not decoded here as one that is.
  private func isTranslated(_ info: JSON) -> Bool {
    guard CommonsPage.translatedTypes.contains(info["mime"].text ?? ""),
      CommonsPage.shownTypes.contains(info["thumbmime"].text ?? "")
    else { return false }
    return info["mediatype"].text != "DRAWING"
      || words(of: page["title"].text ?? "").isDisjoint(with: CommonsPage.namesOfDrawings)
  }

  /// Who made it: in the words that they wish for, or by name where these but repeat the licence.
  private var author: String? {
    let name = metadata("Artist") ?? metadata("Credit")
    guard let attribution = metadata("Attribution") else { return name }
    let licenses = ["LicenseShortName", "UsageTerms"].compactMap(metadata).joined(separator: " ")
    let known = words(of: licenses).union(CommonsPage.wordsOfLicenses)
    return words(of: attribution).isSubset(of: known) ? name ?? attribution : attribution
  }

  private func words(of text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// What people wrote for readers, before what they named the file.
  private var title: String {
    if let description = metadata("ImageDescription"),
      description.count <= CommonsPage.longestTitle
    {
      return description
    }
    if let name = metadata("ObjectName"), name.count <= CommonsPage.longestTitle { return name }
    var name = page["title"].text ?? ""
    if let colon = name.firstIndex(of: ":") { name = String(name[name.index(after: colon)...]) }
    if let dot = name.lastIndex(of: ".") { name = String(name[..<dot]) }
    return oneLine(name.replacing("_", with: " "))
  }

  private var coordinate: Coordinate? {
    let places = page["coordinates"].elements
    let place =
      places.first { $0["primary"] != .null && $0["primary"] != .flag(false) } ?? places.first
    guard let place, let latitude = place["lat"].number, let longitude = place["lon"].number else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private func metadata(_ name: String) -> String? {
    guard let text = rawMetadata(name).map(plainText(fromHTML:)), !text.isEmpty else { return nil }
    return text
  }

  private func rawMetadata(_ name: String) -> String? {
    page["imageinfo"].elements.first?["extmetadata"][name]["value"].text
  }
}
