import Atlas
public import Observation
import Places
import TravelModel

/// A country in which the user has been.
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
/// takes a while. Later changes are counted one by one.
@Observable @MainActor
public final class BeenCountries {
  /// The countries, sorted by name.
  public private(set) var countries: [BeenCountry] = []

  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private let counter: Counter
  @ObservationIgnored private var isStarted = false
  @ObservationIgnored private var task: Task<Void, Never>?
  /// The pins that have changed since they were counted; nil for all.
  @ObservationIgnored private var changed: Set<Pin.ID>?

  init(of map: MapModel, world: World, languages: [String]) {
    self.map = map
    counter = Counter(world: world, languages: languages)
    map.onPinChange { [weak self] in self?.apply($0) }
  }

  /// Begins to count, when the countries are first needed.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    count()
  }

  /// Waits until counting has ended.
  public func settle() async {
    while let task { await task.value }
  }

  private func apply(_ change: PinChange) {
    switch change {
    case .one(let id): changed?.insert(id)
    case .all: changed = nil
    }
    if isStarted { count() }
  }

  private func count() {
    guard task == nil else { return }
    task = Task { [weak self] in
      while let self, await bringUpToDate() {}
      self?.task = nil
    }
  }

  /// Counts what has changed; false if nothing has.
  private func bringUpToDate() async -> Bool {
    guard changed?.isEmpty != true else { return false }
    let changes = map.changes(of: changed)
    changed = []
    let found = await counter.count(changes)
    if found != countries { countries = found }
    return true
  }
}

/// Counts pins by country, and caches their countries.
private actor Counter {
  private let world: World
  private let languages: [String]
  /// The marked pins with their places and the numbers of their countries.
  private var pins: [Pin.ID: (place: Coordinate, country: Int?)] = [:]
  private var counts: [Int: Int] = [:]

  init(world: World, languages: [String]) {
    self.world = world
    self.languages = languages
  }

  func count(_ changes: PinChanges) async -> [BeenCountry] {
    guard let outlines = await world.outlines() else { return [] }
    func update(_ pin: Pin) {
      let known = pins[pin.id]
      let isBeen = pin.details.mark == .been
      if let known, isBeen, known.place == pin.coordinate { return }
      forget(pin.id)
      guard isBeen else { return }
      var country: Int?
      if case .country(let number) = outlines.country(at: pin.coordinate) { country = number }
      pins[pin.id] = (pin.coordinate, country)
      if let country { counts[country, default: 0] += 1 }
    }
    switch changes {
    case .some(let changed, let gone):
      for pin in changed { update(pin) }
      for id in gone { forget(id) }
    case .all(let index):
      for id in Array(pins.keys) where index[id] == nil { forget(id) }
      for pin in index.all { update(pin) }
    }
    return counts.map { number, count in
      BeenCountry(
        number: number, name: outlines.countries[number].name(in: languages), count: count)
    }
    .sorted { ($0.name, $0.number) < ($1.name, $1.number) }
  }

  private func forget(_ id: Pin.ID) {
    guard let country = pins.removeValue(forKey: id)?.country else { return }
    counts[country, default: 1] -= 1
    if counts[country] == 0 { counts[country] = nil }
  }
}
