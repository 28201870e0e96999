import CGLib
import GLibBridge
import Glibc
import TravelModel

/// The maps to choose from; the raw values are those of the setting.
///
/// What is said of a map is said here: menu, preferences and credit take it from here. Exports have the
/// offline map alone, whatever the licences of others allow.
package enum MapChoice: String, CaseIterable {
  case openStreetMap = "openstreetmap"
  /// The user's own server.
  case custom
  /// The Earth without clouds.
  case blueMarble = "blue-marble"
  /// The Earth on a day that the user chooses.
  case earth = "earth-on-a-day"
  case sentinel = "sentinel-2"
  /// A file of the user's.
  case file
  case offline

  /// The name, and a short explanation.
  package var words: (name: String, meaning: String) {
    switch self {
    case .openStreetMap:
      (tr("OpenStreetMap"), tr("Loaded from openstreetmap.org as you look around"))
    case .custom: (tr("Your Own Server"), tr("Loaded from a server of your choice"))
    // Translators: a satellite map of NASA’s. It may keep its name.
    case .blueMarble:
      (tr("Blue Marble"), tr("The whole Earth without clouds, from satellite pictures"))
    case .earth:
      (tr("The Earth on That Day"), tr("What a satellite saw on the day that you choose"))
    // Translators: a satellite map. It may keep its name.
    case .sentinel:
      (tr("Sentinel-2 Cloudless"), tr("Sharp satellite pictures, not for commercial use"))
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
    case .blueMarble: return tr("_Blue Marble")
    case .earth: return tr("The _Earth on That Day")
    case .sentinel: return tr("Sentinel-2 _Cloudless")
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
    let (nasa, eox): (String, String) = (settings[.gibsEndpoint], settings[.eoxEndpoint])
    switch self {
    case .openStreetMap: return (.openStreetMap, TileMap(credits: [streets]))
    case .custom:
      let template = try TileTemplate(settings[.tileAddress])
      let host = TileMap.Credit(tr("Tiles from {host}", ["host": template.host]))
      return (template, TileMap(credits: [host, streets]))
    case .blueMarble:
      let layer = "BlueMarble_ShadedRelief_Bathymetry/default/GoogleMapsCompatible_Level8"
      let template = try TileTemplate("\(nasa)/\(layer)/{z}/{y}/{x}.jpeg")
      return (template, TileMap(zooms: 0...8, credits: [MapChoice.nasa]))
    case .earth:
      let day = settings.mapDay
      let layer = "MODIS_Terra_CorrectedReflectance_TrueColor/default/\(day.text)"
      let template = try TileTemplate(
        "\(nasa)/\(layer)/GoogleMapsCompatible_Level9/{z}/{y}/{x}.jpg")
      // On the disk, the days would add up.
      let credits = [MapChoice.nasa, TileMap.Credit(Words.day(day))]
      return (template, TileMap(zooms: 0...9, credits: credits, isKept: false))
    case .sentinel:
      let template = try TileTemplate("\(eox)/s2cloudless-2024_3857/default/g/{z}/{y}/{x}.jpg")
      let licence = TileMap.Credit(
        tr("CC BY-NC-SA 4.0, not for commercial use"),
        "https://creativecommons.org/licenses/by-nc-sa/4.0/")
      return (template, TileMap(zooms: 0...14, credits: [MapChoice.eox, licence]))
    case .file, .offline: return nil
    }
  }

  // In the words that they ask for.
  private static let nasa = TileMap.Credit(
    "Imagery by NASA GIBS / ESDIS", "https://www.earthdata.nasa.gov/")
  private static let eox = TileMap.Credit(
    "Sentinel-2 cloudless – https://s2maps.eu by EOX IT Services GmbH "
      + "(Contains modified Copernicus Sentinel data 2024)", "https://s2maps.eu")

  /// The day of the first pictures, and how long those of a day take to be complete, in seconds.
  private static let (firstDay, timeToComplete) = ("2000-02-24", 2 * 24 * 3600)

  /// A day of which there are pictures: that in a text, or the nearest one, or else the newest.
  static func day(_ text: String) -> CalendarDay {
    let date = g_date_time_new_from_unix_utc(gint64(time(nil) - timeToComplete))!
    defer { g_date_time_unref(date) }
    let newest = String(adopting: g_date_time_format(date, "%Y-%m-%d"))
    let chosen = CalendarDay(text).map { max(firstDay, min(newest, $0.text)) } ?? newest
    return CalendarDay(chosen)!
  }
}
