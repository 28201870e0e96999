import GLibBridge
public import Observation
import Places
public import TravelModel
public import TravelStore

/// A pin that is being saved.
public struct PinDraft: Hashable, Identifiable, Sendable {
  /// Unique within a run of the program.
  public let id: Int
  public fileprivate(set) var coordinate: Coordinate
  /// The colour of the existing pin that the draft stands for, if any.
  public fileprivate(set) var color: PinColor?
  /// The title from a search; nil to name the pin after its place.
  var title: String?
  /// The photo with which its album begins, if any.
  var photo: PhotoDetails?
}

public enum PinChange: Hashable, Sendable {
  /// A pin is new, has changed, or is gone.
  case one(Pin.ID)
  case all
}

/// The pins on the map, and the changes a user can make to them.
@Observable @MainActor
public final class MapModel {
  public private(set) var pins = PinIndex()
  public private(set) var held: PinDraft?
  /// Dropped pins that are not saved yet.
  public private(set) var drafts: [PinDraft] = []
  public private(set) var savingFailure: StoreError?
  public private(set) var readingFailure: StoreError?
  /// The pins whose albums are being filled, or could not be.
  public private(set) var progress: [Pin.ID: PinProgress] = [:]
  public var isFilling: Bool { progress.values.contains(.filling) }
  /// How many photos are missing, as known when the library was read, or when work on an album ended.
  private(set) var missing: [Pin.ID: Int] = [:]
  /// Whether the library's pins are loaded.
  public private(set) var isConnected = false
  /// The pin that was dropped last in this run of the program.
  public private(set) var lastDropped: Pin?
  /// The draft that each pin of this run began as.
  @ObservationIgnored public private(set) var origins: [Pin.ID: PinDraft.ID] = [:]

  @ObservationIgnored private var library: (any PinLibrary)?
  @ObservationIgnored private var isReading = false
  @ObservationIgnored private var saving: Task<Void, Never>?
  @ObservationIgnored private var nextDraft = 0
  /// The pins that have changed during a bulk change; nil while there is none.
  @ObservationIgnored private var meanwhile: Set<Pin.ID>?
  /// How often all pins were replaced.
  @ObservationIgnored private var replacements = 0

  /// Whether the albums of new pins are filled at once.
  @ObservationIgnored var prefetches: () -> Bool = { false }
  /// Called when a dropped pin has been saved for whose album photos are to be fetched.
  @ObservationIgnored var onPinToFill: (Pin) -> Void = { _ in }
  @ObservationIgnored private let title: @Sendable (Coordinate) async -> String
  @ObservationIgnored private var pinObservers: [(PinChange) -> Void] = []

  /// Makes an empty map; `title` names new pins.
  public init(title: @escaping @Sendable (Coordinate) async -> String) {
    self.title = title
  }

  /// Loads the pins of `library` and saves the pins dropped before it was open.
  public func connect(to library: any PinLibrary) async {
    self.library = library
    readingFailure = nil
    // Drafts wait: a pin saved during the reading would be missing from the list.
    isReading = true
    await saving?.value
    do {
      let pins = try await library.pins()
      // In a damaged library it may be unknown.
      let missing = (try? await library.missingPhotos()) ?? [:]
      let index = await MapModel.index(of: pins)
      guard library === self.library else { return }
      self.missing = missing
      replacePins(with: index)
      isConnected = true
      isReading = false
    } catch {
      debugLog("the pins cannot be read: \(error)")
      guard library === self.library else { return }
      readingFailure = error
      isReading = false
      return
    }
    retrySaving()
  }

  /// Stops using the library; unsaved drafts wait for the next one.
  func disconnect() async {
    (library, isConnected, isReading) = (nil, false, false)
    await saving?.value
    (progress, missing, origins, lastDropped) = ([:], [:], [:], nil)
    (savingFailure, readingFailure) = (nil, nil)
    replacePins(with: PinIndex())
  }

  /// The current state of some pins; nil is all of them.
  func changes(of ids: Set<Pin.ID>?) -> PinChanges {
    guard let ids else { return .all(pins) }
    let there = ids.compactMap { pins[$0] }
    return .some(there, gone: ids.subtracting(there.map(\.id)))
  }

  /// Adds an observer that is called after each change of the pins.
  func onPinChange(_ observer: @escaping (PinChange) -> Void) { pinObservers.append(observer) }

  private func show(_ pin: Pin) {
    pins.insert(pin)
    meanwhile?.insert(pin.id)
    for observer in pinObservers { observer(.one(pin.id)) }
  }

  private func hide(_ id: Pin.ID) {
    pins.remove(id)
    meanwhile?.insert(id)
    for observer in pinObservers { observer(.one(id)) }
  }

  private func replacePins(with index: PinIndex) {
    pins = index
    replacements += 1
    for observer in pinObservers { observer(.all) }
  }

  /// Sorts the pins off the main actor: a hundred thousand take a while.
  @concurrent
  private static func index(of pins: [Pin]) async -> PinIndex { PinIndex(pins) }
}

extension MapModel {
  /// Shows a pin that follows the pointer: a new one, or the moved copy of one with a colour.
  public func holdPin(at coordinate: Coordinate, color: PinColor? = nil) {
    held = newDraft(at: coordinate)
    held?.color = color
  }

  public func moveHeld(to coordinate: Coordinate) { held?.coordinate = coordinate }

  /// Drops the held pin where it is.
  func releaseHeld() {
    guard let held else { return }
    self.held = nil
    add(held)
  }

  public func cancelHeld() { held = nil }

  func dropPin(
    at coordinate: Coordinate, titled title: String? = nil, showing photo: PhotoDetails? = nil
  ) {
    var draft = newDraft(at: coordinate)
    (draft.title, draft.photo) = (title, photo)
    add(draft)
  }

  public func retryReading() async {
    if let library { await connect(to: library) }
  }

  public func retrySaving() {
    savingFailure = nil
    guard saving == nil else { return }
    saving = Task {
      await save()
      saving = nil
    }
  }

  /// Waits until the drafts are saved or have failed.
  public func waitUntilSaved() async { await saving?.value }

  private func newDraft(at coordinate: Coordinate) -> PinDraft {
    nextDraft += 1
    return PinDraft(id: nextDraft, coordinate: coordinate)
  }

  private func add(_ draft: PinDraft) {
    drafts.append(draft)
    retrySaving()
  }

  /// Saves the drafts in order; when one fails, it and those behind it stay.
  private func save() async {
    while let library, !isReading, let draft = drafts.first {
      do {
        let title = if let title = draft.title { title } else { await title(draft.coordinate) }
        let wantsPhotos = prefetches()
        let pin = try await library.addPin(
          at: draft.coordinate, titled: title, wantsPhotos: wantsPhotos, showing: draft.photo)
        origins[pin.id] = draft.id
        show(pin)
        drafts.removeFirst()
        // The library may have been closed meanwhile.
        if wantsPhotos || draft.photo != nil, library === self.library { onPinToFill(pin) }
        lastDropped = pin
      } catch {
        debugLog("a pin cannot be saved: \(error)")
        savingFailure = error
        return
      }
    }
  }
}

extension MapModel {
  /// Changes a pin on the map, and returns the result; nil if there is none.
  @discardableResult
  func edit(_ id: Pin.ID, _ change: (inout Pin) -> Void) -> Pin? {
    guard var pin = pins[id] else { return nil }
    change(&pin)
    show(pin)
    return pin
  }

  /// The title of a pin after it is moved: the name of the new place, unless the user has chosen a
  /// title.
  func title(of id: Pin.ID, movedTo place: Coordinate) async throws(StoreError) -> String {
    let title = await title(place)
    guard let before = pins[id] else { throw .gone }
    let automatic = Pin(
      id: id, coordinate: before.coordinate, title: await self.title(before.coordinate)
    ).title
    guard let now = pins[id] else { throw .gone }
    return now.title == automatic ? title : now.title
  }

  /// Shows pins that have come back to the library, or have changed there.
  func show(_ changed: [Pin]) async {
    if changed.count == 1 { return show(changed[0]) }
    let ids = Set(changed.map(\.id))
    await rebuild { $0.filter { !ids.contains($0.id) } + changed }
  }

  func hide(_ gone: Set<Pin.ID>) async {
    if gone.count == 1, let id = gone.first { return hide(id) }
    await rebuild { $0.filter { !gone.contains($0.id) } }
  }

  /// Names those pins that have no title after their places, off the main actor.
  @concurrent
  nonisolated func named(
    _ new: [NewPin], _ isWanted: @Sendable () -> Bool
  ) async throws(StoreError) -> [NewPin] {
    var named: [NewPin] = []
    named.reserveCapacity(new.count)
    for pin in new {
      guard isWanted() else { throw .cancelled }
      let name = if let title = pin.title { title } else { await title(pin.coordinate) }
      named.append(
        NewPin(at: pin.coordinate, titled: name, details: pin.details, showing: pin.photos))
    }
    return named
  }

  /// Changes many pins at once, off the main actor: one by one, each insertion would move those
  /// behind it.
  ///
  /// Only one runs at a time, because changes of the library are queued.
  private func rebuild(_ change: @escaping @Sendable ([Pin]) -> [Pin]) async {
    while true {
      let (before, edition) = (pins, replacements)
      meanwhile = []
      var index = await MapModel.index(of: before, changedBy: change)
      let touched = meanwhile ?? []
      meanwhile = nil
      // If all pins were replaced meanwhile, start again.
      guard edition == replacements else { continue }
      for id in touched {
        if let pin = pins[id] {
          if before[id] == nil || index[id] != nil { index.insert(pin) }
        } else {
          index.remove(id)
        }
      }
      return replacePins(with: index)
    }
  }

  @concurrent
  private static func index(
    of pins: PinIndex, changedBy change: @Sendable ([Pin]) -> [Pin]
  ) async -> PinIndex {
    PinIndex(change(Array(pins.all)))
  }

  /// Updates the number of a pin's photos, and of missing ones if known.
  func setPhotoCount(_ count: Int, missing: Int? = nil, of id: Pin.ID) {
    guard var pin = pins[id] else { return }
    let known = self.missing[id, default: 0]
    let missing = missing ?? known
    guard pin.photoCount != count || missing != known else { return }
    self.missing[id] = missing == 0 ? nil : missing
    pin.photoCount = count
    show(pin)
  }

  func setProgress(_ progress: PinProgress, of id: Pin.ID) {
    let known = self.progress[id] ?? .none
    guard known != progress else { return }
    self.progress[id] = progress == .none ? nil : progress
    // The text of a pin without photos depends on the progress.
    if let pin = pins[id], progress == .failed || known == .failed { show(pin) }
  }
}
