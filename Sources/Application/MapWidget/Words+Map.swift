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
    for credit in map.tiles?.credits ?? [] {
      // Behind Latin letters, the number of an Arabic day would come before it, from the left.
      let text = credit.text.isRightToLeft ? "\u{2068}\(credit.text)\u{2069}" : credit.text
      makers.append(credit.address.map { link(text, to: $0) } ?? markup(text))
    }
    if map.outlines {
      makers.append(link(tr("Natural Earth"), to: "https://www.naturalearthdata.com"))
    }
    if map.places {
      makers.append(link(tr("© GeoNames"), to: "https://www.geonames.org"))
    }
    return makers.joined(separator: " · ")
  }

  /// Why a file cannot be the map.
  package static func sentence(for failure: MapFileFailure, of path: String) -> String {
    let name = ["name": path.split(separator: "/").last.map(String.init) ?? tr("Map File")]
    return switch failure {
    case .missing:
      tr("The map file “{name}” is missing. It may have been moved or removed.", name)
    case .unreadable: tr("The map file “{name}” cannot be read.", name)
    case .damaged: tr("“{name}” is damaged, or is no map of pictures.", name)
    case .vector: tr("“{name}” is a vector map. Only maps of pictures can be shown.", name)
    }
  }

  private static func link(_ text: String, to address: String) -> String {
    "<a href=\"\(address)\">\(markup(text))</a>"
  }
}
