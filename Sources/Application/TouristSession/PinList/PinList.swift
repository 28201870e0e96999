public import Observation
public import Places
public import TravelModel

/// The pins as a list that can be searched, in an order that can be chosen.
///
/// It follows the map's pins by the rows that change. What takes long is done away from the main
/// actor; until it is done, the rows are those of before.
@Observable @MainActor
public final class PinList {
  /// What the user looks for: words of titles, countries and notes.
  public var text = "" {
    didSet { if text != oldValue { refresh() } }
  }
  public var order: PinOrder {
    didSet { if order != oldValue { refresh() } }
  }
  /// Whether the list is bound to what the map shows.
  public var isInView: Bool {
    didSet { if isInView != oldValue { refresh() } }
  }
  /// Whether anybody looks at it; until then it does nothing.
  public var isShown = false {
    didSet { if isShown != oldValue { refresh() } }
  }
  /// How many rows there are, and how many pins.
  public private(set) var count = 0
  public private(set) var pinCount = 0
  /// Whether the rows are those that were asked for last.
  public private(set) var isCurrent = false

  @ObservationIgnored public private(set) var rows: [Pin.ID] = []
  /// Called with each change of the rows, when they are changed.
  @ObservationIgnored public var onSplice: (ListSplice) -> Void = { _ in }
  /// Called when pins have changed that may be shown; nil for all of them.
  @ObservationIgnored public var onPinChange: (Pin.ID?) -> Void = { _ in }

  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private let world: World
  @ObservationIgnored private let languages: [String]
  @ObservationIgnored private let catalogue: PinCatalogue
  @ObservationIgnored private var task: Task<Void, Never>?
  /// What is not in the catalogue yet; nil for all pins.
  @ObservationIgnored private var changed: Set<Pin.ID>?
  @ObservationIgnored private var query: PinListQuery?
  @ObservationIgnored private var area: WorldArea?
  @ObservationIgnored private var middle: Coordinate?
  @ObservationIgnored private var placing: PinPlacing?
  @ObservationIgnored private var places: [Pin.ID: (coordinate: Coordinate, place: PinPlace)] = [:]

  /// How many places are remembered: more than are shown at a time.
  private static let keptPlaces = 2000

  public init(
    of map: MapModel, world: World, languages: [String], order: PinOrder = .name,
    isInView: Bool = false
  ) {
    self.map = map
    self.world = world
    self.languages = languages
    self.order = order
    self.isInView = isInView
    catalogue = PinCatalogue(world: world, languages: languages)
    map.onPinChange { [weak self] in self?.apply($0) }
  }

  /// Follows the map, once it rests.
  public func follow(_ area: WorldArea, middle: Coordinate) {
    (self.area, self.middle) = (area, middle)
    if isInView || order == .distance { refresh() }
  }

  public func pin(_ id: Pin.ID) -> Pin? { map.pins[id] }

  /// How many of a pin's photos are there.
  public func stock(of pin: Pin) -> PhotoStock { map.stock(of: pin) }

  /// How far a pin is from the middle of the map, in metres, where the list is sorted by that.
  public func distance(of pin: Pin) -> Double? {
    order == .distance ? middle?.distance(to: pin.coordinate) : nil
  }

  /// Where a pin is; nil where that is not known yet.
  public func place(of pin: Pin) -> PinPlace? {
    if let known = places[pin.id], known.coordinate == pin.coordinate { return known.place }
    guard let place = placing?.place(of: pin.coordinate) else { return nil }
    if places.count >= PinList.keptPlaces { places = [:] }
    places[pin.id] = (pin.coordinate, place)
    return place
  }

  /// Waits until the rows are those that were asked for.
  public func settle() async {
    while let task { await task.value }
  }
}

extension PinList {
  private func apply(_ change: PinChange) {
    switch change {
    case .one(let id):
      changed?.insert(id)
      onPinChange(id)
    case .all:
      changed = nil
      onPinChange(nil)
    }
    refresh()
  }

  private func refresh() {
    guard isShown else { return }
    isCurrent = false
    guard task == nil else { return }
    task = Task { [weak self] in
      await self?.loadPlaces()
      while let self, await bringUpToDate() {}
      self?.task = nil
      self?.isCurrent = true
    }
  }

  private func loadPlaces() async {
    guard placing == nil, let outlines = await world.outlines() else { return }
    placing = PinPlacing(outlines, languages: languages)
    onPinChange(nil)
  }

  /// Asks the catalogue for what is wanted now; returns false where there is nothing to ask.
  private func bringUpToDate() async -> Bool {
    guard isShown else { return false }
    let wanted = PinListQuery(
      text: text, order: order, area: isInView ? area : nil,
      origin: order == .distance ? middle : nil)
    guard wanted != query || changed?.isEmpty != true else { return false }
    let changes = map.changes(of: changed)
    (query, changed) = (wanted, [])
    for splice in await catalogue.update(changes, for: wanted) {
      let end = splice.position + splice.removed
      rows.replaceSubrange(splice.position..<end, with: splice.inserted)
      onSplice(splice)
    }
    (count, pinCount) = (rows.count, map.pins.count)
    return true
  }
}
