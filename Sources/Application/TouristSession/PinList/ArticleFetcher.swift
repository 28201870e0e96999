import Files
public import PlaceArticles
import TravelModel
import TravelStore

/// Asks what is written about the places of pins, once their albums are filled, and keeps it in the
/// library.
///
/// Nobody waits for it: a failure is tried again when the network returns, or with the next photos.
@MainActor
public final class ArticleFetcher {
  private let source: (any ArticleSource)?
  /// Whether the user wants it to be asked, and how far around, in metres.
  private let options: () -> (isWanted: Bool, radius: Double)
  private var library: TravelStore?
  /// What is being asked, by its pin.
  private var underway: [Pin.ID: Task<Void, Never>] = [:]
  /// Pins about whose places nothing could be asked for want of a network.
  private var awaitingNetwork: [Pin.ID: Pin] = [:]
  /// Services are asked about one place at a time, and not at once about the next one: many pins may
  /// be made together.
  private let limiter = Limiter(width: 1)
  private let gap: Duration
  private var lastAsked: ContinuousClock.Instant?
  /// The place that is shown.
  weak var shown: PlaceGuide?

  /// Makes one that asks a source, or none.
  public init(
    source: (any ArticleSource)? = nil, network: NetworkWatch? = nil,
    gap: Duration = .seconds(1),
    options: @escaping () -> (isWanted: Bool, radius: Double) = { (true, 1000) }
  ) {
    self.source = source
    self.options = options
    self.gap = gap
    network?.onReturn { [weak self] in self?.retry() }
  }

  /// Whether something is being asked.
  public var isBusy: Bool { !underway.isEmpty }

  func connect(to library: TravelStore) async { self.library = library }

  func disconnect() async {
    library = nil
    for task in underway.values { task.cancel() }
    while let task = underway.values.first { await task.value }
    awaitingNetwork = [:]
  }

  /// What is kept about a pin's place; nil where nothing was ever answered.
  func aboutPlace(of pin: Pin.ID) async -> AboutPlace? {
    try? await library?.aboutPlace(of: pin)
  }

  /// Asks about a pin's place, unless that was answered before.
  func ask(about pin: Pin) {
    guard let source, let library, options().isWanted, underway[pin.id] == nil else { return }
    awaitingNetwork[pin.id] = nil
    underway[pin.id] = Task {
      defer { underway[pin.id] = nil }
      do {
        try await limiter.pass { @MainActor [self] in
          // It may have been switched off since.
          guard options().isWanted, try await library.aboutPlace(of: pin.id) == nil else { return }
          if let lastAsked { try await Task.sleep(until: lastAsked + gap, clock: .continuous) }
          defer { lastAsked = .now }
          let about = try await source.aboutPlace(at: pin.coordinate, within: options().radius)
          try await library.save(about, of: pin.id, at: pin.coordinate)
          if let shown, shown.pin.id == pin.id { shown.about = about }
        }
      } catch SourceFailure.unreachable {
        awaitingNetwork[pin.id] = pin
      } catch {
        // The album is as good without it.
      }
    }
  }

  private func retry() {
    for pin in awaitingNetwork.values { ask(about: pin) }
  }
}
