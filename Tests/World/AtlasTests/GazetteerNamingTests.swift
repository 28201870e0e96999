import Atlas
import TestSupport
import Testing
import TravelModel

struct GazetteerNamingTests {
  let gazetteer = OfflineData.gazetteer

  @Test(arguments: NamingCases.all + NamingCases.sights)
  func `a point is named as people would`(_ expected: NamingCase) throws {
    let coordinate = try #require(
      Coordinate(latitude: expected.latitude, longitude: expected.longitude))
    let place = gazetteer.describe(
      coordinate,
      countryCodes: expected.ground.split(separator: " ").map(String.init).filter { $0 != "sea" },
      isSea: expected.ground == "sea")
    #expect(words(place) == expected.name)
  }

  @Test func `a city is at itself`() {
    for index in stride(from: 0, to: gazetteer.count, by: 305) {
      let city = gazetteer.city(index)
      guard
        case .at = gazetteer.describe(
          city.coordinate, countryCodes: [city.countryCode], isSea: false)
      else {
        Issue.record("\(city.name)")
        continue
      }
      #expect(gazetteer.kilometres(from: index, to: city.coordinate) < 0.001)
    }
  }

  @Test func `a city of another country is not named near ones own`() {
    for index in stride(from: 0, to: 20_000, by: 83) {
      let city = gazetteer.city(index)
      let beside = Coordinate(
        latitude: city.coordinate.latitude + 0.1, longitude: city.coordinate.longitude)!
      let place = gazetteer.describe(beside, countryCodes: [city.countryCode], isSea: false)
      switch place {
      case .at(let named), .near(let named, _, _):
        #expect(gazetteer.city(named).countryCode == city.countryCode, "\(city.name)")
      case .sea, .remote: Issue.record("\(city.name)")
      }
    }
  }

  @Test func `every point has a name`() {
    var random = SeededNumbers(seed: 11)
    let codes = ["FR", "AQ", "XX", "", "fr", "🌋", "US", "RU", "FJ"]
    for round in 0..<400 {
      let countries = (0..<random.number(below: 3)).map { _ in codes[random.number(below: 9)] }
      let place = gazetteer.describe(
        random.coordinate(), countryCodes: countries, isSea: round % 2 == 0)
      #expect(!words(place).isEmpty)
    }
  }

  @Test func `directions are seen from the city`() {
    for (bearing, point) in [
      (0.0, CompassPoint.north), (22, .north), (23, .northEast), (90, .east), (180, .south),
      (-180, .south), (-90, .west), (359, .north), (-1, .north), (300, .northWest), (720, .north),
    ] {
      #expect(CompassPoint(bearing: bearing) == point, "\(bearing)")
    }
  }

  @Test func `seas go on beyond the date line`() {
    for (latitude, longitude, sea) in [
      (58.0, 179.999, "Bering Sea"), (58, -180, "Bering Sea"), (70, 179.5, "East Siberian Sea"),
      (70, -179.5, "Chukchi Sea"), (0.5, 180, "North Pacific Ocean"),
      (-30, 179.9, "South Pacific Ocean"),
      (-30, -179.9, "South Pacific Ocean"), (90, 0, "Arctic Ocean"), (-90, 0, "Southern Ocean"),
      (-65, 180, "Southern Ocean"),
      (-35, 19, "South Atlantic Ocean"), (-40, 21, "Indian Ocean"), (-45, 146, "Indian Ocean"),
      (-44, 152, "Tasman Sea"),
      (37, -8.5, "North Atlantic Ocean"), (36, -4, "Mediterranean Sea"),
      (40.7, 28, "Sea of Marmara"),
      (66.7, -30, "North Atlantic Ocean"), (60.2, 25, "Baltic Sea"), (37.8, 25, "Aegean Sea"),
      (39.5, 12, "Tyrrhenian Sea"),
      (-55.5, -66, "South Atlantic Ocean"), (-55.5, -72, "South Pacific Ocean"),
      (20, -106, "North Pacific Ocean"),
      (28, -112, "Gulf of California"), (10, -86.5, "North Pacific Ocean"),
      (10, -82, "Caribbean Sea"),
    ] {
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)!
      #expect(Sea.englishName(at: coordinate) == sea, "\(latitude), \(longitude)")
    }
  }

  @Test func `cities of a part of the map come greatest first`() {
    let world = gazetteer.cities(x: 0...1, y: 0...1, limit: 10)
    #expect(world == Array(0..<10))
    let point = Mercator.project(Coordinate(latitude: 48.85, longitude: 2.35)!)
    let around = gazetteer.cities(
      x: (point.x - 0.001)...(point.x + 0.001), y: (point.y - 0.001)...(point.y + 0.001), limit: 5)
    #expect(around.first.map { gazetteer.city($0).name } == "Paris")
    #expect(around.count == 5)
    #expect(around == around.sorted())
    #expect(gazetteer.cities(x: 0...1, y: 0...1, limit: 0).isEmpty)
    #expect(gazetteer.cities(x: 0.1...0.1, y: 0.9...0.9, limit: 5).isEmpty)
    #expect(gazetteer.cities(x: 0...1, y: 0...1, limit: .max).count == gazetteer.count)
  }

  @Test func countriesHaveNames() {
    #expect(gazetteer.countryName("FR") == "France")
    #expect(gazetteer.countryName("XX") == nil)
    #expect(gazetteer.countryName("") == nil)
  }

  private func words(_ place: PlaceDescription) -> String {
    switch place {
    case .at(let city): "at \(name(city))"
    case .near(let city, let kilometres, let direction):
      "near \(name(city)) \(kilometres) \(direction)"
    case .sea(let sea, let city, let kilometres): "sea \(sea) \(name(city)) \(kilometres)"
    case .remote(let city, let kilometres, let direction):
      "remote \(name(city)) \(kilometres) \(direction)"
    }
  }

  private func name(_ index: Int) -> String {
    let city = gazetteer.city(index)
    return "\(city.name) \(city.countryCode)"
  }
}
