import Atlas
public import Observation
import Places
import TravelModel

public struct BeenCountry: Hashable, Sendable {
  /// Its number among the countries of the offline map.
  public let number: Int
  public let name: String
  /// How many pins in it have the mark.
  public let count: Int
}

/// The countries of the pins that are marked as visited.
///
/// They are counted off the main actor, because finding the countries of a hundred thousand pins
/// takes a while.
@Observable @MainActor
public final class BeenCountries {
  public private(set) var countries: [BeenCountry] = []

  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private let counter: Counter
  @ObservationIgnored private var isStarted = false
  /// Whether pins have changed since they were counted.
  @ObservationIgnored private var isOutdated = true
  @ObservationIgnored private var task: Task<Void, Never>?

  init(of map: MapModel, world: World, languages: [String]) {
    self.map = map
    counter = Counter(world: world, languages: languages)
    map.onPinChange { [weak self] _ in
      self?.isOutdated = true
      self?.count()
    }
  }

  /// Begins to count, when the countries are first needed.
  public func start() {
    isStarted = true
    count()
  }

  /// Waits until counting has ended.
  public func settle() async {
    while let task { await task.value }
  }

  private func count() {
    guard isStarted, task == nil else { return }
    task = Task { [weak self] in
      while let self, isOutdated {
        isOutdated = false
        let found = await counter.count(map.pins)
        if found != countries { countries = found }
      }
      self?.task = nil
    }
  }
}

private actor Counter {
  private let world: World
  private let languages: [String]
  /// What was found at the places of the marked pins.
  private var findings: [Coordinate: CountryFinding] = [:]

  init(world: World, languages: [String]) {
    self.world = world
    self.languages = languages
  }

  func count(_ pins: PinIndex) async -> [BeenCountry] {
    guard let outlines = await world.outlines() else { return [] }
    var found: [Coordinate: CountryFinding] = [:]
    var counts: [Int: Int] = [:]
    for pin in pins.all where pin.details.mark == .been {
      let finding = findings[pin.coordinate] ?? outlines.country(at: pin.coordinate)
      found[pin.coordinate] = finding
      if case .country(let number) = finding { counts[number, default: 0] += 1 }
    }
    findings = found
    return counts.map { number, count in
      BeenCountry(
        number: number, name: outlines.countries[number].name(in: languages), count: count)
    }
    .map { (key: Collation.key(of: $0.name), country: $0) }
    .sorted { ($0.key, $0.country.number) < ($1.key, $1.country.number) }
    .map(\.country)
  }
}
