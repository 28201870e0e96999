import Testing
import TravelModel

@testable import Atlas

struct OutlinesLookupTests {
  let outlines: Outlines

  init() throws { outlines = try OfflineOutlines.outlines.get() }

  /// The codes of a finding: one of a country, none of the sea, and `?` before those in dispute.
  private func codes(_ latitude: Double, _ longitude: Double) -> String {
    switch outlines.country(at: Coordinate(latitude: latitude, longitude: longitude)!) {
    case .none: ""
    case .country(let country): outlines.countries[country].code
    case .disputed(let countries):
      "?" + countries.map { outlines.countries[$0].code }.sorted().joined(separator: " ")
    }
  }

  private func expect(_ places: [(Double, Double, String)]) {
    for (latitude, longitude, code) in places {
      #expect(codes(latitude, longitude) == code, "\(latitude), \(longitude)")
    }
  }

  @Test func `capitals are in their countries`() {
    expect([
      (52.52, 13.405, "DE"), (48.8566, 2.3522, "FR"), (51.5074, -0.1278, "GB"),
      (41.8956, 12.4823, "IT"), (40.4168, -3.7038, "ES"), (38.7223, -9.1393, "PT"),
      (52.3702, 4.8952, "NL"), (50.8503, 4.3517, "BE"), (49.6117, 6.13, "LU"),
      (46.948, 7.4474, "CH"), (47.1416, 9.5215, "LI"), (48.2082, 16.3738, "AT"),
      (50.0755, 14.4378, "CZ"), (48.1486, 17.1077, "SK"), (47.4979, 19.0402, "HU"),
      (52.2297, 21.0122, "PL"), (54.6872, 25.2797, "LT"), (56.9496, 24.1052, "LV"),
      (59.437, 24.7536, "EE"), (60.1699, 24.9384, "FI"), (59.3293, 18.0686, "SE"),
      (59.9139, 10.7522, "NO"), (55.6761, 12.5683, "DK"), (64.1466, -21.9426, "IS"),
      (53.3498, -6.2603, "IE"), (55.7558, 37.6173, "RU"), (50.4501, 30.5234, "UA"),
      (53.9006, 27.559, "BY"), (47.0105, 28.8638, "MD"), (44.4268, 26.1025, "RO"),
      (42.6977, 23.3219, "BG"), (37.9838, 23.7275, "GR"), (39.9334, 32.8597, "TR"),
      (44.7866, 20.4489, "RS"), (45.815, 15.9819, "HR"), (46.0569, 14.5058, "SI"),
      (43.8563, 18.4131, "BA"), (42.4304, 19.2594, "ME"), (41.3275, 19.8187, "AL"),
      (41.9981, 21.4254, "MK"), (30.0444, 31.2357, "EG"), (9.0249, 38.7468, "ET"),
      (-1.2921, 36.8219, "KE"), (-25.7479, 28.2293, "ZA"), (6.5244, 3.3792, "NG"),
      (14.7167, -17.4677, "SN"), (33.5731, -7.5898, "MA"), (36.7538, 3.0588, "DZ"),
      (-4.3217, 15.3125, "CD"), (-4.2634, 15.2429, "CG"), (35.6762, 139.6503, "JP"),
      (39.9042, 116.4074, "CN"), (37.5665, 126.978, "KR"), (39.0392, 125.7625, "KP"),
      (28.6139, 77.209, "IN"), (27.7172, 85.324, "NP"), (27.4728, 89.639, "BT"),
      (23.8103, 90.4125, "BD"), (6.9271, 79.8612, "LK"), (33.6844, 73.0479, "PK"),
      (35.6892, 51.389, "IR"), (33.3152, 44.3661, "IQ"), (24.7136, 46.6753, "SA"),
      (25.2854, 51.531, "QA"), (26.2285, 50.586, "BH"), (1.3521, 103.8198, "SG"),
      (-6.2088, 106.8456, "ID"), (14.5995, 120.9842, "PH"), (21.0278, 105.8342, "VN"),
      (-35.2809, 149.13, "AU"), (-41.2865, 174.7762, "NZ"), (38.9072, -77.0369, "US"),
      (45.4215, -75.6972, "CA"), (19.4326, -99.1332, "MX"), (23.1136, -82.3666, "CU"),
      (-15.7939, -47.8828, "BR"), (-34.6037, -58.3816, "AR"), (-33.4489, -70.6693, "CL"),
      (-12.0464, -77.0428, "PE"), (4.711, -74.0721, "CO"), (64.1814, -51.6941, "GL"),
    ])
  }

  @Test func bordersAreExact() {
    expect([
      (48.5734, 7.7521, "FR"), (48.5754, 7.8154, "DE"),  // Strasbourg and Kehl
      (47.5596, 7.5886, "CH"), (47.6139, 7.6614, "DE"),  // Basel and Lörrach
      (50.7753, 6.0839, "DE"), (50.888, 5.979, "NL"),  // Aachen and Heerlen
      (32.5149, -117.0382, "MX"), (32.7157, -117.1611, "US"),  // Tijuana and San Diego
      (42.3314, -83.0458, "US"), (42.3, -83.01, "CA"),  // Detroit and Windsor
      (31.77, -106.5, "US"), (31.69, -106.424, "MX"),  // El Paso and Juárez
      (-25.5163, -54.5854, "BR"), (-25.5097, -54.635, "PY"),  // Foz and Ciudad del Este
      (54.7104, 20.4522, "RU"), (54.35, 18.65, "PL"),  // Kaliningrad and Gdansk
      (61.056, 28.19, "FI"), (22.2, 113.545, "MO"), (22.32, 114.17, "HK"), (22.55, 114.1, "CN"),
      (-17.925, 25.83, "ZW"), (-17.85, 25.82, "ZM"),  // Victoria Falls and Livingstone
    ])
  }

  @Test func `enclaves and small countries are found`() {
    expect([
      (-29.3167, 27.4833, "LS"), (-29.6, 28.3, "LS"), (43.9424, 12.4578, "SM"),
      (41.9033, 12.4535, "VA"), (43.7384, 7.4246, "MC"), (42.5063, 1.5218, "AD"),
      (42.4636, 1.9806, "ES"),  // Llívia, in France
      (25.29, 56.29, "OM"),  // Madha, in the United Arab Emirates
      (40.0, 71.1, "UZ"),  // Sokh, in Kyrgyzstan
      (39.2, 45.41, "AZ"),  // Nakhchivan
      (36.14, -5.35, "GI"), (-26.3054, 31.1367, "SZ"), (13.4549, -16.579, "GM"),
    ])
  }

  @Test func `islands and the date line are found`() {
    expect([
      (-17.8, 178.0, "FJ"), (-16.8, 179.99, "FJ"), (-16.8, -179.99, "FJ"),
      (66.5, 179.99, "RU"), (66.5, -179.99, "RU"), (66.5, 180, "RU"), (71.2, 180, "RU"),
      (65.5, -172, "RU"), (64.5, -165.4, "US"), (52.9, 172.9, "US"), (21.3, -157.85, "US"),
      (-13.83, -171.77, "WS"), (-21.14, -175.2, "TO"), (-43.95, -176.55, "NZ"),
      (4.1755, 73.5093, "MV"), (-4.62, 55.45, "SC"), (-20.16, 57.5, "MU"), (35.9, 14.51, "MT"),
      (78.22, 15.65, "NO"), (62.01, -6.77, "FO"), (28.12, -15.43, "ES"), (32.65, -16.9, "PT"),
      (-27.12, -109.35, "CL"), (-0.9, -89.6, "EC"), (-51.7, -57.86, "FK"), (25.03, 121.56, "TW"),
      (-90, 0, "AQ"), (-88, 180, "AQ"), (-75.1, 123.35, "AQ"), (4.92, -52.31, "FR"),
    ])
  }

  @Test func `the bounds of a country are those of its main land and the islands beside it`() throws
  {
    func width(_ code: String) throws -> Double {
      let country = try #require(outlines.countries.first { $0.code == code })
      let bounds = try #require(country.bounds)
      return Double(bounds.maxX - bounds.minX) * 360
    }
    // Without Guiana; with Hokkaido and Kyushu.
    #expect(try 8...16 ~= width("FR"))
    #expect(try 12...20 ~= width("JP"))
    #expect(try 60...80 ~= width("CN"))
  }

  @Test func `the sea is nobodys`() {
    expect([
      (0, 0, ""), (30, -40, ""), (-30, 90, ""), (0, -140, ""), (90, 0, ""), (85, 180, ""),
      (42, 51, ""), (43.5, 34, ""), (56, 3, ""), (-60, -180, ""), (20, 180, ""), (60, -86, ""),
    ])
  }

  @Test func `a pier belongs to its coast`() {
    expect([
      (54.42, 18.60, "PL"), (51.513, 0.73, "GB"), (34.005, -118.51, "US"), (52.1195, 4.265, "NL"),
    ])
  }

  @Test func `no side is taken where views differ`() {
    expect([
      (24.5, -13.5, "?EH MA"), (27.15, -13.2, "?EH MA"),  // Western Sahara
      (9.56, 44.06, "?SO"),  // Hargeisa
      (35.33, 33.32, "?CY"),  // Kyrenia
      (9.7, 28.4, "?SD SS"),  // Abyei
      (5.2, 35.3, "?KE SS"),  // the Ilemi Triangle
      (33.05, 35.78, "?IL JO LB SY"),  // Golan
      (35.42, 77.1, "?IN"),  // the Siachen Glacier
      (-49.45, -73.4, "?AR CL"),  // the Southern Patagonian Ice Field
    ])
    // Both views agree here.
    expect([(42.66, 21.16, "XK"), (31.9, 35.2, "PS"), (2.05, 45.32, "SO"), (34.68, 33.04, "CY")])
  }
}
