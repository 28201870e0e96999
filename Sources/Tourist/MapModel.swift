public import Observation
public import TravelStore
public import Travels

/// A pin on its way into the library.
public struct PinDraft: Hashable, Identifiable, Sendable {
  /// Tells drafts of one run of the program apart.
  public let id: Int
  /// Where it is, or would be if it were released now.
  public fileprivate(set) var coordinate: Coordinate
}

/// What the map shows and what can be done on it.
@Observable @MainActor
public final class MapModel {
  /// The pins of the library.
  public private(set) var pins = PinIndex()
  /// The pin that is being held over the map.
  public private(set) var held: PinDraft?
  /// Pins that were dropped and are not in the library yet.
  public private(set) var drafts: [PinDraft] = []
  /// Why the drafts are not in the library; nil while nothing is wrong.
  public private(set) var savingFailure: StoreError?
  /// Why the library's pins are not here; nil while nothing is wrong.
  public private(set) var readingFailure: StoreError?
  /// The pins whose albums are being filled, or could not be.
  public private(set) var progress: [Pin.ID: PinProgress] = [:]
  /// Tells whether the library's pins are here.
  public private(set) var isConnected = false
  /// The draft that each pin of this run began as.
  @ObservationIgnored public private(set) var origins: [Pin.ID: PinDraft.ID] = [:]

  @ObservationIgnored private var library: (any PinLibrary)?
  @ObservationIgnored private var isReading = false
  @ObservationIgnored private var saving: Task<Void, Never>?
  @ObservationIgnored private var nextDraft = 0

  /// Called when a pin that was dropped is in the library.
  @ObservationIgnored var onPinAdded: (Pin) -> Void = { _ in }
  @ObservationIgnored private let title: @Sendable (Coordinate) async -> String

  /// Makes a map without pins, which calls new ones what `title` says of their places.
  public init(title: @escaping @Sendable (Coordinate) async -> String) {
    self.title = title
  }

  /// Shows the pins of `library` and saves those that were dropped before it was open.
  public func connect(to library: any PinLibrary) async {
    self.library = library
    readingFailure = nil
    // What is dropped meanwhile waits: the list that is being read would not have it.
    isReading = true
    await saving?.value
    do {
      let pins = try await library.pins()
      self.pins = await MapModel.index(of: pins)
      isConnected = true
      isReading = false
    } catch {
      readingFailure = error
      isReading = false
      return
    }
    retrySaving()
  }

  /// Forgets a library that another one takes the place of; what is not saved yet stays.
  func disconnect() {
    (library, isConnected) = (nil, false)
    (pins, progress, origins) = (PinIndex(), [:], [:])
    (savingFailure, readingFailure) = (nil, nil)
  }

  /// Sorts pins away from the main actor: with a hundred thousand of them it takes a while.
  @concurrent
  private static func index(of pins: [Pin]) async -> PinIndex { PinIndex(pins) }
}

extension MapModel {
  /// Shows a pin that follows the pointer.
  public func hold(at coordinate: Coordinate) {
    held = newDraft(at: coordinate)
  }

  /// Moves the pin that is held.
  public func moveHeld(to coordinate: Coordinate) {
    held?.coordinate = coordinate
  }

  /// Drops the pin that is held where it is.
  func releaseHeld() {
    guard let held else { return }
    self.held = nil
    drop(held)
  }

  /// Takes the pin that is held off the map.
  public func cancelHeld() {
    held = nil
  }

  /// Drops a pin.
  func dropPin(at coordinate: Coordinate) {
    drop(newDraft(at: coordinate))
  }

  /// Tries again to read the pins that could not be read.
  public func retryReading() async {
    if let library { await connect(to: library) }
  }

  /// Tries again to save what could not be saved.
  public func retrySaving() {
    savingFailure = nil
    guard saving == nil else { return }
    saving = Task {
      await save()
      saving = nil
    }
  }

  /// Waits until the drafts are saved, or cannot be.
  public func settle() async { await saving?.value }

  private func newDraft(at coordinate: Coordinate) -> PinDraft {
    nextDraft += 1
    return PinDraft(id: nextDraft, coordinate: coordinate)
  }

  private func drop(_ draft: PinDraft) {
    drafts.append(draft)
    retrySaving()
  }

  /// Saves the drafts one after the other; one that fails stays, and so do those behind it.
  private func save() async {
    guard let library else { return }
    while !isReading, let draft = drafts.first {
      do {
        let pin = try await library.addPin(
          at: draft.coordinate, titled: await title(draft.coordinate))
        origins[pin.id] = draft.id
        pins.insert(pin)
        drafts.removeFirst()
        onPinAdded(pin)
      } catch {
        savingFailure = error
        return
      }
    }
  }
}

extension MapModel {
  /// Takes a pin off the map; `restore` brings it back.
  func remove(_ id: Pin.ID) async throws(StoreError) {
    guard let library else { throw .gone }
    try await library.removePin(id)
    pins.remove(id)
  }

  /// Gives a pin another title.
  public func rename(_ id: Pin.ID, to title: String) async throws(StoreError) {
    guard let library else { throw .gone }
    try await library.renamePin(id, to: title)
    guard var pin = pins[id] else { return }
    pin.title = title
    pins.insert(pin)
  }

  /// Takes note of how many photos a pin has now.
  func setPhotoCount(_ count: Int, of id: Pin.ID) {
    guard var pin = pins[id], pin.photoCount != count else { return }
    pin.photoCount = count
    pins.insert(pin)
  }

  /// Takes note of what is going on in a pin's album.
  func setProgress(_ progress: PinProgress, of id: Pin.ID) {
    let known = self.progress[id] ?? .none
    guard known != progress else { return }
    self.progress[id] = progress == .none ? nil : progress
  }

  /// Brings back a pin that was removed.
  func restore(_ pin: Pin) async throws(StoreError) {
    guard let library else { throw .gone }
    try await library.restorePin(pin.id)
    pins.insert(pin)
  }
}
