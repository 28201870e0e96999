import Atlas
import GLibBridge
import TouristSession
import Widgets

extension Words {
  /// The label of a landmark; a peak's height is below its name.
  static func label(of landmark: Landmark, in languages: [String]) -> String {
    let name = landmark.name(in: languages)
    guard let elevation = landmark.elevation else { return name }
    return "\(name)\n\(tr("{count} m", ["count": String(elevation)]))"
  }

  /// Why the offline map shows in place of tiles; nil if they come, or if a notice tells that.
  static func sentence(for reach: TileReach) -> String? {
    switch reach {
    case .reachable, .refused: nil
    case .unreachable: tr("Map tiles cannot be loaded at the moment.")
    case .untrusted:
      tr(
        "The map server cannot prove its identity. Check the date of this computer, and whether your network asks for a login."
      )
    }
  }

  /// The credit of a map, as Pango markup with links; empty if it shows nothing.
  static func attribution(of map: DrawnMap) -> String {
    var makers = map.isMagnified ? [tr("No more detail offline")] : []
    if let template = map.tiles {
      if template != .openStreetMap {
        makers.append(markup(tr("Tiles from {host}", ["host": template.host])))
      }
      makers.append(
        link(tr("© OpenStreetMap contributors"), to: "https://www.openstreetmap.org/copyright"))
    }
    if map.outlines {
      makers.append(link(tr("Natural Earth"), to: "https://www.naturalearthdata.com"))
    }
    if map.places {
      makers.append(link(tr("© GeoNames"), to: "https://www.geonames.org"))
    }
    return makers.joined(separator: " · ")
  }

  private static func link(_ text: String, to address: String) -> String {
    "<a href=\"\(address)\">\(markup(text))</a>"
  }
}
