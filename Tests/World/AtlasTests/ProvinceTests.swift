import Atlas
import Testing

struct ProvinceTests {
  private let gazetteer = OfflineData.gazetteer
  private let cities = OfflineData.cities

  @Test(arguments: [
    ("munich, germany", "Bayern"), ("hamburg, germany", "Hamburg"), ("kyoto", "Kyoto"),
    ("sapporo", "Hokkaido"), ("kobe", "Hyōgo"), ("kazan, russia", "Tatarstan"),
    ("guangzhou", "Guangdong"), ("chengdu", "Sichuan"), ("urumqi", "Xinjiang Uygur"),
    ("cusco", "Cusco"), ("medellin, colombia", "Antioquia"), ("cali, colombia", "Valle del Cauca"),
    ("mumbai", "Maharashtra"), ("chennai", "Tamil Nadu"), ("krakow", "Lesser Poland"),
    ("gdansk", "Pomeranian"), ("graz", "Steiermark"), ("salzburg", "Salzburg"),
    ("lausanne", "Vaud"), ("lugano", "Ticino"), ("guadalajara, mexico", "Jalisco"),
    ("merida, mexico", "Yucatán"), ("durban", "KwaZulu-Natal"), ("izmir", "Izmir"),
    ("rome, italy", "Lazio"), ("florence, italy", "Tuscany"), ("sevilla", "Andalusia"),
    ("barcelona, spain", "Catalonia"), ("nice, france", "Provence-Alpes-Côte d’Azur"),
    ("lyon", "Auvergne-Rhône-Alpes"), ("glasgow", "Scotland"), ("cardiff", "Wales"),
    ("liege", "Wallonia"), ("cork, ireland", "Munster"), ("cebu city", "Central Visayas"),
    ("kanchanaburi", "Kanchanaburi"), ("suphan buri", "Suphan Buri"), ("tirana", "Tiranë"),
    ("portland, maine", "Maine"), ("toronto", "Ontario"), ("perth, australia", "Western Australia"),
    ("manaus", "Amazonas"), ("turku", "Finland Proper"),
    ("kharkiv", "Kharkiv"), ("maracaibo", "Zulia"), ("cordoba, argentina", "Córdoba"),
    ("lahore", "Punjab"), ("stans, switzerland", "Nidwalden"), ("padang", "Sumatera Barat"),
    ("homs", "Homs"), ("belo horizonte", "Minas Gerais"),
  ])
  func `a city is in its province`(_ query: String, _ province: String) throws {
    let city = try #require(cities.search(query, limit: 1).first).city
    #expect(gazetteer.provinceName(of: city) == province, "\(gazetteer.city(city))")
  }

  @Test func `most places have a province`() {
    let placed = (0..<gazetteer.count).count { gazetteer.provinceName(of: $0) != nil }
    #expect(placed > 145_000)
    let towns = (0..<gazetteer.count).prefix { gazetteer.city($0).population >= 100_000 }
    #expect(towns.count { gazetteer.provinceName(of: $0) != nil } > towns.count * 8 / 10)
  }

  @Test(arguments: [
    ("cordoba andalusia", "ES"), ("valencia carabobo", "VE"), ("cordoba veracruz", "MX"),
    ("san juan, metro manila", "PH"), ("halle sachsen-anhalt", "DE"), ("perth scotland", "GB"),
    ("newport wales", "GB"), ("hyderabad sind", "PK"), ("hyderabad telangana", "IN"),
    ("portland maine", "US"), ("paris texas", "US"), ("santiago galicia", "ES"),
    ("richmond british columbia", "CA"), ("victoria, british columbia", "CA"),
  ])
  func `a province narrows the search`(_ query: String, _ country: String) throws {
    let city = try #require(cities.search(query, limit: 1).first).city
    #expect(gazetteer.city(city).countryCode == country, "\(gazetteer.city(city))")
  }

  @Test func `a province alone gives its greatest cities`() {
    for (query, name) in [("tuscany", "Florence"), ("hokkaido", "Sapporo"), ("bayern", "Munich")] {
      let names = cities.search(query, limit: 8).map { gazetteer.city($0.city).name }
      #expect(names.contains(name), "\(names)")
    }
  }
}
