public import Observation
public import Places
public import TravelModel

/// The pins as a list that can be searched and sorted.
///
/// It reports changed rows only. Slow work is done off the main actor, and the rows stay as they
/// are until it is done.
@Observable @MainActor
public final class PinList {
  /// The search text: words of titles, countries and notes.
  public var text = "" {
    didSet { if text != oldValue { refresh() } }
  }
  public var order: PinOrder {
    didSet { if order != oldValue { refresh() } }
  }
  /// Whether only pins in the map's view are listed.
  public var isInView: Bool {
    didSet { if isInView != oldValue { refresh() } }
  }
  /// Whether the list is visible; while it is not, it is not updated.
  public var isShown = false {
    didSet { if isShown != oldValue { refresh() } }
  }
  /// The number of rows, and of all pins.
  public private(set) var count = 0
  public private(set) var pinCount = 0
  /// Whether the rows match the last request.
  public private(set) var isCurrent = false

  @ObservationIgnored public private(set) var rows: [Pin.ID] = []
  /// Called with each change of the rows, after it was made.
  @ObservationIgnored public var onSplice: (ListSplice) -> Void = { _ in }
  /// Called with a changed pin; nil for all pins.
  @ObservationIgnored public var onPinChange: (Pin.ID?) -> Void = { _ in }

  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private let world: World
  @ObservationIgnored private let languages: [String]
  @ObservationIgnored private let catalogue: PinCatalogue
  @ObservationIgnored private var task: Task<Void, Never>?
  /// The pins that changed since the catalogue was updated; nil for all.
  @ObservationIgnored private var changed: Set<Pin.ID>?
  @ObservationIgnored private var query: PinListQuery?
  @ObservationIgnored private var area: WorldArea?
  @ObservationIgnored private var middle: Coordinate?
  @ObservationIgnored private var placing: PinPlacing?

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

  /// Follows the map's view once it rests.
  public func follow(_ area: WorldArea, middle: Coordinate) {
    (self.area, self.middle) = (area, middle)
    if isInView || order == .distance { refresh() }
  }

  public func pin(_ id: Pin.ID) -> Pin? { map.pins[id] }

  public func stock(of pin: Pin) -> PhotoStock { map.stock(of: pin) }

  /// The distance of a pin from the middle of the map, in metres, if the list is sorted by it.
  public func distance(of pin: Pin) -> Double? {
    order == .distance ? middle?.distance(to: pin.coordinate) : nil
  }

  /// The country or sea of a pin; nil if that is not known yet.
  public func place(of pin: Pin) -> PinPlace? { placing?.place(of: pin.coordinate) }

  /// Waits until the rows match the last request.
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

  /// Updates the rows from the catalogue; false if there was nothing to do.
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
