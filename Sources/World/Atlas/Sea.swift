import Glibc
public import TravelModel

/// The oceans and the larger seas.
///
/// Where a sea's name is disputed, both names are given.
public enum Sea: String, CaseIterable, Sendable {
  case northPacific = "North Pacific Ocean"
  case southPacific = "South Pacific Ocean"
  case northAtlantic = "North Atlantic Ocean"
  case southAtlantic = "South Atlantic Ocean"
  case indian = "Indian Ocean"
  case southern = "Southern Ocean"
  case arctic = "Arctic Ocean"
  case mediterranean = "Mediterranean Sea"
  case adriatic = "Adriatic Sea"
  case aegean = "Aegean Sea"
  case ionian = "Ionian Sea"
  case tyrrhenian = "Tyrrhenian Sea"
  case marmara = "Sea of Marmara"
  case black = "Black Sea"
  case caspian = "Caspian Sea"
  case baltic = "Baltic Sea"
  case kattegat = "Kattegat"
  case skagerrak = "Skagerrak"
  case north = "North Sea"
  case englishChannel = "English Channel"
  case irish = "Irish Sea"
  case celtic = "Celtic Sea"
  case biscay = "Bay of Biscay"
  case norwegian = "Norwegian Sea"
  case greenland = "Greenland Sea"
  case white = "White Sea"
  case barents = "Barents Sea"
  case kara = "Kara Sea"
  case laptev = "Laptev Sea"
  case eastSiberian = "East Siberian Sea"
  case chukchi = "Chukchi Sea"
  case beaufort = "Beaufort Sea"
  case baffin = "Baffin Bay"
  case labrador = "Labrador Sea"
  case hudson = "Hudson Bay"
  case saintLawrence = "Gulf of Saint Lawrence"
  case gulfOfMexico = "Gulf of Mexico"
  case caribbean = "Caribbean Sea"
  case guinea = "Gulf of Guinea"
  case red = "Red Sea"
  case aden = "Gulf of Aden"
  case gulf = "Persian/Arabian Gulf"
  case oman = "Gulf of Oman"
  case arabian = "Arabian Sea"
  case bengal = "Bay of Bengal"
  case andaman = "Andaman Sea"
  case malacca = "Strait of Malacca"
  case mozambique = "Mozambique Channel"
  case thailand = "Gulf of Thailand"
  case southChina = "South China Sea"
  case eastChina = "East China Sea"
  case yellow = "Yellow Sea"
  case eastSeaOfJapan = "East Sea/Sea of Japan"
  case okhotsk = "Sea of Okhotsk"
  case bering = "Bering Sea"
  case alaska = "Gulf of Alaska"
  case california = "Gulf of California"
  case philippine = "Philippine Sea"
  case sulu = "Sulu Sea"
  case celebes = "Celebes Sea"
  case java = "Java Sea"
  case banda = "Banda Sea"
  case timor = "Timor Sea"
  case arafura = "Arafura Sea"
  case coral = "Coral Sea"
  case tasman = "Tasman Sea"
  case bight = "Great Australian Bight"

  public var englishName: String { rawValue }

  /// The sea at a coordinate; for a point on land, one nearby.
  public static func sea(at coordinate: Coordinate) -> Sea {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    if latitude <= -60 { return .southern }
    if let area = SeaArea.all.first(where: { $0.contains(latitude, longitude) }) {
      return area.sea
    }
    if latitude >= 66.5, !(latitude < 70 && (-45...0).contains(longitude)) { return .arctic }
    if isIndian(latitude, longitude) { return .indian }
    if longitude < 35, longitude > americanDivide(at: latitude) {
      return latitude < 0 ? .southAtlantic : .northAtlantic
    }
    return latitude < 0 ? .southPacific : .northPacific
  }

  private static func isIndian(_ latitude: Double, _ longitude: Double) -> Bool {
    // Bounded by the meridians of Cape Agulhas and South East Cape, and by the islands between.
    guard longitude >= 20, longitude < 146.9 else { return false }
    switch latitude {
    case ..<(-10): return true
    case ..<(-8.5): return longitude < 127
    case ..<(-6): return longitude < 106
    case ..<0: return longitude < 104
    case ..<31: return longitude < 100 && longitude > 32
    default: return false
    }
  }

  /// A longitude between the Atlantic and the Pacific, through the Americas to Cape Horn.
  private static func americanDivide(at latitude: Double) -> Double {
    switch latitude {
    case 60...: -110
    case 18...: -100
    case 15...: -93
    case 9.2...: -85.5
    case 8...: -77.6
    case 0...: -77
    case (-18)...: -72
    case (-50)...: -69
    default: -67.3
    }
  }
}

/// The rough outline of a sea; its coasts run through the land.
struct SeaArea: Sendable {
  let sea: Sea
  /// A ring in degrees; longitudes continue beyond the date line.
  private let outline: [MapPoint]

  /// Makes an outline of alternating latitudes and longitudes.
  init(_ sea: Sea, _ outline: [Double]) {
    self.sea = sea
    let corners = stride(from: 0, to: outline.count, by: 2).map {
      MapPoint(x: Float(outline[$0 + 1]), y: Float(outline[$0]))
    }
    self.outline = corners + corners.prefix(1)
  }

  func contains(_ latitude: Double, _ longitude: Double) -> Bool {
    outline.surrounds(WorldPoint(x: longitude, y: latitude))
      || longitude < 0 && outline.surrounds(WorldPoint(x: longitude + 360, y: latitude))
  }
}
