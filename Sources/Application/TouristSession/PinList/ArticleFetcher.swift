import Files
public import PlaceArticles
import TravelModel
import TravelStore

/// Fetches articles about the places of pins once their albums are filled, and saves them in the
/// library.
///
/// Nobody waits for them: a failure is retried when the network returns, or with the next photos.
@MainActor
public final class ArticleFetcher: LibraryUser {
  private let source: (any ArticleSource)?
  /// Whether the user wants articles, and the search radius in metres.
  private let options: () -> (isWanted: Bool, radius: Double)
  private var library: TravelStore?
  private var underway: [Pin.ID: Task<Void, Never>] = [:]
  /// Pins whose articles could not be fetched without a network.
  private var awaitingNetwork: [Pin.ID: Pin] = [:]
  /// Asks about one place at a time, with a pause between them, because many pins may be made
  /// together.
  private let limiter = Limiter(width: 1)
  private let gap: Duration
  private var lastAsked: ContinuousClock.Instant?
  weak var shown: PlaceGuide?

  /// Makes a fetcher for a source; without one it does nothing.
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

  public var isBusy: Bool { !underway.isEmpty }

  func connect(to library: TravelStore) async { self.library = library }

  func disconnect() async {
    library = nil
    for task in underway.values { task.cancel() }
    while let task = underway.values.first { await task.value }
    awaitingNetwork = [:]
  }

  /// What the library knows about a pin's place; nil if it was never fetched.
  func aboutPlace(of pin: Pin.ID) async -> AboutPlace? {
    try? await library?.aboutPlace(of: pin)
  }

  /// Fetches the articles about a pin's place, unless the library has them.
  func ask(about pin: Pin) {
    guard let source, let library, options().isWanted, underway[pin.id] == nil else { return }
    awaitingNetwork[pin.id] = nil
    underway[pin.id] = Task {
      defer { underway[pin.id] = nil }
      do {
        try await limiter.pass { @MainActor [self] in
          // The setting may have changed since.
          guard options().isWanted, try await library.aboutPlace(of: pin.id) == nil else { return }
          if let lastAsked { try await Task.sleep(until: lastAsked + gap, clock: .continuous) }
          defer { lastAsked = .now }
          let about = try await source.aboutPlace(at: pin.coordinate, within: options().radius)
          try await library.save(about, of: pin.id, at: pin.coordinate)
          if let shown, shown.pin.id == pin.id { shown.about = about }
        }
      } catch let failure as SourceFailure where failure.dependsOnNetwork {
        awaitingNetwork[pin.id] = pin
      } catch {
        // Failures are ignored: the album does not need articles.
      }
    }
  }

  private func retry() {
    for pin in awaitingNetwork.values { ask(about: pin) }
  }
}
