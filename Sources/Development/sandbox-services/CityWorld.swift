import SampleCity

/// The city whose files a scenario has instead of photos everywhere, with the options `city` and
/// `seed=N`.
enum CityWorld {
  /// The first page number of the city's files.
  private static let firstIdentity = 50_000
  private static var drawn: [UInt64: City] = [:]

  static func city(of scenario: Scenario) -> City {
    if let city = drawn[scenario.seed] { return city }
    let city = City(seed: scenario.seed)
    drawn[scenario.seed] = city
    return city
  }

  static func identity(of file: CityFile) -> Int { firstIdentity + file.index }

  /// The file with a page number; nil if there is none.
  static func file(_ identity: Int, in scenario: Scenario) -> CityFile? {
    let files = city(of: scenario).files
    let index = identity - firstIdentity
    return files.indices.contains(index) ? files[index] : nil
  }

  /// The page number of a file by its name, in which spaces may be written as underscores.
  static func identity(ofName name: String, in scenario: Scenario) -> Int? {
    let plain = name.replacing("_", with: " ")
    return city(of: scenario).files.first { "\($0.name).jpg" == plain }.map(identity)
  }
}
