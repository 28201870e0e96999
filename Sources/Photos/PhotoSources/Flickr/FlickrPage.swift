import TextFormats
import TravelModel
import WebServices

/// A page of a search's results.
struct FlickrPage: Sendable {
  /// The number of photos on all pages.
  let total: Int
  /// The photos on this page that can be shown.
  let photos: [PhotoDetails]

  /// Reads an answer; errors come in the body, with HTTP status 200.
  init(_ json: JSON) throws {
    guard json["stat"].text == "ok" else { throw FlickrPage.error(json) }
    let unreadable = ServiceError(.unreadable, isRetryable: true)
    guard let total = json["photos"]["total"].integer else { throw unreadable }
    let elements: [JSON]
    switch json["photos"]["photo"] {
    case .array(let array): elements = array
    case .null: elements = []
    default: throw unreadable
    }
    guard elements.isEmpty || elements.contains(where: { $0["id"].text != nil }) else {
      throw unreadable
    }
    photos = elements.compactMap { FlickrPhoto($0).details }
    self.total = max(0, total)
    // The service sometimes counts photos but leaves them out.
    let page = json["photos"]["page"].number ?? 1
    guard total <= 0 || !elements.isEmpty || page > 1 else { throw unreadable }
  }

  /// The details to request of each photo.
  static let wantedExtras =
    (FlickrPhoto.albumSizes + FlickrPhoto.largeSizes).map { "url_\($0)" } + [
      "owner_name", "license", "geo", "date_taken", "path_alias", "media", "o_dims",
    ]

  private static func error(_ json: JSON) -> ServiceError {
    let message = json["message"].text ?? ""
    if message.contains("not currently available") { return ServiceError(.busy) }
    switch json["code"].integer {
    case 100: return ServiceError(.keyRefused)
    case 10, 105, 106: return ServiceError(.busy)
    case 98, 99: return ServiceError(.refused)
    case nil: return ServiceError(.unreadable, isRetryable: true)
    default: return ServiceError(.unreadable, isRetryable: false)
    }
  }
}

struct FlickrPhoto {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  /// The image sizes for albums, the best first: "l" has 1024 pixels on the long side.
  static let albumSizes = ["l", "c", "z", "m", "n", "w", "s", "q"]
  /// The larger sizes, the best first; originals ("o") may be huge.
  static let largeSizes = ["k", "h", "o"]

  /// The photo's details; nil if it cannot be shown.
  var details: PhotoDetails? {
    guard let id = json["id"].text, !id.isEmpty, (json["media"].text ?? "photo") == "photo",
      let image = address(FlickrPhoto.albumSizes) ?? address(FlickrPhoto.largeSizes)
    else { return nil }
    var details = PhotoDetails(source: SourceChoice.flickr.rawValue, sourceID: id, title: title)
    let owner = json["owner"].text ?? json["owner"]["nsid"].text
    details.author = json["ownername"].text.map(oneLine) ?? owner
    details.license = license?.name
    details.licenseAddress = license?.address
    let name = json["pathalias"].text.flatMap { $0.isEmpty ? nil : $0 } ?? owner
    details.pageAddress = link(name.map { "https://www.flickr.com/photos/\($0)/\(id)" })
    details.imageAddress = image
    details.largeAddress = address(FlickrPhoto.largeSizes).flatMap { $0 == image ? nil : $0 }
    details.size = size
    details.coordinate = coordinate
    details.taken = json["datetakenunknown"].integer == 1 ? nil : json["datetaken"].text
    return details
  }

  private var title: String {
    oneLine(json["title"].text ?? json["title"]["_content"].text ?? "")
  }

  private func address(_ sizes: [String]) -> String? {
    sizes.lazy.compactMap { requestable(json["url_\($0)"].text) }.first
  }

  private var size: PixelSize? {
    let sizes = (["k", "h"] + FlickrPhoto.albumSizes).map { ("width_\($0)", "height_\($0)") }
    return ([("width_o", "height_o"), ("o_width", "o_height")] + sizes).lazy
      .compactMap { PixelSize(untrustedWidth: json[$0].integer, height: json[$1].integer) }.first
  }

  /// Where it was taken; the service sends 0, 0 for unknown places.
  private var coordinate: Coordinate? {
    guard let latitude = json["latitude"].number, let longitude = json["longitude"].number,
      latitude != 0 || longitude != 0
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private var license: License? { json["license"].integer.flatMap { FlickrPhoto.licenses[$0] } }

  private typealias License = (name: String, address: String?)

  /// The licences by the service's numbers.
  private static let licenses: [Int: License] = [
    0: ("All rights reserved", nil),
    1: version2("BY-NC-SA"), 2: version2("BY-NC"), 3: version2("BY-NC-ND"), 4: version2("BY"),
    5: version2("BY-SA"), 6: version2("BY-ND"),
    7: ("No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
    8: ("United States Government work", "https://www.usa.gov/government-copyright"),
    9: ("CC0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    10: ("Public domain", "https://creativecommons.org/publicdomain/mark/1.0/"),
    // Only the photo's page tells which of the six licences it is.
    11: version4, 12: version4, 13: version4, 14: version4, 15: version4, 16: version4,
  ]

  private static let version4: License = ("Creative Commons 4.0", nil)

  private static func version2(_ kind: String) -> License {
    ("CC \(kind) 2.0", "https://creativecommons.org/licenses/\(kind.lowercased())/2.0/")
  }
}
