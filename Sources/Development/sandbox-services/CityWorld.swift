import Glibc
import SampleCity

/// The city that the services of a scenario have instead of photos everywhere: `city`, drawn from
/// `seed=N`.
enum CityWorld {
  /// The numbers of its files' pages begin here.
  private static let firstIdentity = 50_000
  private static var drawn: [UInt64: City] = [:]

  static func city(of scenario: Scenario) -> City {
    if let city = drawn[scenario.seed] { return city }
    let city = City(seed: scenario.seed)
    drawn[scenario.seed] = city
    return city
  }

  static func identity(of file: CityFile) -> Int { firstIdentity + file.index }

  /// The file of a page; nil where there is none.
  static func file(_ identity: Int, in scenario: Scenario) -> CityFile? {
    let files = city(of: scenario).files
    let index = identity - firstIdentity
    return files.indices.contains(index) ? files[index] : nil
  }

  /// The number of the page of a file's name, which has spaces or their signs.
  static func identity(ofName name: String, in scenario: Scenario) -> Int? {
    let plain = String(name.map { $0 == "_" ? " " : $0 })
    return city(of: scenario).files.first { "\($0.name).jpg" == plain }.map(identity)
  }

  /// The middle of the city: the pages of files tell where they are, whoever asks from where.
  private static let middle = Place(latitude: 48.8584, longitude: 2.2945)

  /// The place of something in the city.
  static func place(east: Double, north: Double) -> Place {
    middle.place(metres: north, bearing: 0).place(metres: east, bearing: .pi / 2)
  }

  /// How far something in the city is from a place, in metres, as on a flat map.
  static func distance(east: Double, north: Double, from place: Place) -> Double {
    let metres = 111_195.0
    let x = (place.longitude - middle.longitude) * metres * cos(middle.latitude * .pi / 180)
    let y = (place.latitude - middle.latitude) * metres
    return ((east - x) * (east - x) + (north - y) * (north - y)).squareRoot()
  }
}
