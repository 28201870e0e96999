import TextFormats
import TravelModel
import WebServices

/// An answer of Panoramax: a list of pictures in GeoJSON, as STAC describes them.
struct PanoramaxAnswer: Sendable {
  /// The pictures that can be shown.
  let pictures: [StreetPicture]
  /// How many there are in the answer.
  let count: Int

  init(_ json: JSON) throws {
    guard case .array(let features) = json["features"] else {
      throw ServiceError(.unreadable, isRetryable: true)
    }
    count = features.count
    pictures = features.compactMap { PanoramaxItem(json: $0).picture }
  }
}

/// A picture in an answer of Panoramax.
private struct PanoramaxItem {
  let json: JSON
  private var properties: JSON { json["properties"] }

  /// The longest number of a picture, in bytes; it is a UUID.
  private static let longestID = 64
  /// "2022-05-03T13:28:56", which a time zone follows.
  private static let timeLength = 19

  /// The picture; nil if it cannot be shown.
  var picture: StreetPicture? {
    guard let id = identifier(json["id"]), let place = place(json["geometry"]),
      (properties["geovisio:status"].text ?? "ready") == "ready",
      let image = address("sd") ?? address("hd")
    else { return nil }
    var details = PhotoDetails(
      source: SourceChoice.panoramax.rawValue, sourceID: id, title: "")
    details.author = producer.map(oneLine)
    let license = license
    (details.license, details.licenseAddress) = (license.name, license.address)
    details.pageAddress = "https://api.panoramax.xyz/#focus=pic&pic=\(id)"
    details.imageAddress = image
    details.largeAddress = address("hd").flatMap { $0 == image ? nil : $0 }
    details.coordinate = place
    details.heading = properties["view:azimuth"].number.map {
      let rest = $0.truncatingRemainder(dividingBy: 360)
      return rest < 0 ? rest + 360 : rest
    }
    details.taken = taken
    var picture = StreetPicture(details, at: place)
    picture.isSphere = isSphere
    (picture.pitch, picture.roll) = (
      properties["pers:pitch"].number, properties["pers:roll"].number
    )
    picture.isFree = license.isFree
    (picture.next, picture.previous) = (neighbor("next"), neighbor("prev"))
    return picture
  }

  private func identifier(_ json: JSON) -> String? {
    json.text.flatMap { id in
      let isPlain = id.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isHexDigit
      }
      return isPlain && (1...PanoramaxItem.longestID).contains(id.utf8.count) ? id : nil
    }
  }

  private func place(_ geometry: JSON) -> Coordinate? {
    let numbers = geometry["coordinates"].elements.compactMap(\.number)
    guard geometry["type"].text == "Point", numbers.count >= 2 else { return nil }
    return Coordinate(latitude: numbers[1], longitude: numbers[0])
  }

  private func address(_ asset: String) -> String? {
    requestable(json["assets"][asset]["href"].text)
  }

  private func related(_ relation: String) -> JSON? {
    json["links"].elements.first { $0["rel"].text == relation }
  }

  private func neighbor(_ relation: String) -> StreetPicture.Neighbor? {
    guard let link = related(relation), let id = identifier(link["id"]) else { return nil }
    return StreetPicture.Neighbor(id: id, place: place(link["geometry"]))
  }

  private var producer: String? {
    properties["geovisio:producer"].text
      ?? json["providers"].elements.first { provider in
        provider["roles"].elements.contains { $0.text == "producer" }
      }?["name"].text
  }

  private var taken: String? {
    let text = (properties["datetimetz"].text ?? properties["datetime"].text).map {
      String($0.prefix(PanoramaxItem.timeLength)).replacing("T", with: " ")
    }
    return text.flatMap { TakenDate($0) == nil ? nil : $0 }
  }

  /// Whether it is a sphere; where the field of view is not said, other properties tell.
  private var isSphere: Bool {
    let camera = properties["pers:interior_orientation"]
    if let field = camera["field_of_view"].number { return field >= 360 }
    let sides = camera["sensor_array_dimensions"].elements.compactMap(\.number)
    return properties["exif"]["Xmp.GPano.ProjectionType"].text == "equirectangular"
      || (sides.count == 2 && sides[1] > 0 && sides[0] == 2 * sides[1])
      || !json["asset_templates"]["tiles"].isNull
  }

  /// The licence, by its identifier in SPDX's list.
  private var license: (name: String?, address: String?, isFree: Bool) {
    let page = link(related("license")?["href"].text)
    guard let code = properties["license"].text, !code.isEmpty else { return (nil, page, false) }
    guard code.lowercased() != "proprietary" else { return ("All rights reserved", page, false) }
    let parts = code.split(separator: "-")
    if parts.count > 2, parts[0] == "CC" {
      let (kind, version) = (parts[1..<(parts.count - 1)].joined(separator: "-"), parts.last!)
      let address = "https://creativecommons.org/licenses/\(kind.lowercased())/\(version)/"
      return ("CC \(kind) \(version)", page ?? link(address), true)
    }
    let names = ["etalab-2.0": "Licence Ouverte 2.0", "CC0-1.0": "CC0 1.0"]
    return (
      names[code] ?? code, page ?? link("https://spdx.org/licenses/\(code).html"), true
    )
  }
}
