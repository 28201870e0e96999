import CGLib
import GLibBridge
import TravelModel

/// The maps to choose from; the raw values are those of the setting.
///
/// What is said of a map is said here: menu, preferences and credit take it from here. Exports have the
/// offline map alone, whatever the licences of others allow.
package enum MapChoice: String, CaseIterable {
  case openStreetMap = "openstreetmap"
  /// The user's own server.
  case custom
  /// A file of the user's.
  case file
  case offline

  /// The name, and a short explanation.
  package var words: (name: String, meaning: String) {
    switch self {
    case .openStreetMap:
      (tr("OpenStreetMap"), tr("Loaded from openstreetmap.org as you look around"))
    case .custom: (tr("Your Own Server"), tr("Loaded from a server of your choice"))
    case .file: (tr("Map File"), tr("A file of pictures in the format MBTiles or PMTiles"))
    case .offline: (tr("Offline Map"), trc("map", "Drawn on this computer, without a network"))
    }
  }

  /// The entry of a menu, with its mnemonic; nil while the user has no such map.
  package func entry(in settings: Settings) -> String? {
    switch self {
    case .openStreetMap: return tr("_OpenStreetMap")
    case .custom:
      let address: String = settings[.tileAddress]
      return address.isEmpty ? nil : tr("Your Own _Server")
    case .file:
      let path: String = settings[.tileFile]
      // A menu is as wide as its longest entry.
      return path.split(separator: "/").last.map {
        String($0.prefix(40)).replacing("_", with: "__")
      }
    case .offline: return tr("O_ffline Map")
    }
  }

  /// Whether its tiles come from the network.
  package var isOnline: Bool { self != .file && self != .offline }

  /// Where its tiles come from, and what is known of them; nil if that is no server.
  package func server(
    in settings: Settings
  ) throws(TileTemplate.Flaw) -> (template: TileTemplate, map: TileMap)? {
    let streets = TileMap.Credit(
      tr("© OpenStreetMap contributors"), "https://www.openstreetmap.org/copyright")
    switch self {
    case .openStreetMap: return (.openStreetMap, TileMap(credits: [streets]))
    case .custom:
      let template = try TileTemplate(settings[.tileAddress])
      let host = TileMap.Credit(tr("Tiles from {host}", ["host": template.host]))
      return (template, TileMap(credits: [host, streets]))
    case .file, .offline: return nil
    }
  }
}
