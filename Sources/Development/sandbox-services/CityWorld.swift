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
    let plain = name.replacing("_", with: " ")
    return city(of: scenario).files.first { "\($0.name).jpg" == plain }.map(identity)
  }
}
