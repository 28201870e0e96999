public import Observation
public import TravelStore

/// The user's library on its way from closed to open, and what stands in its way.
@Observable @MainActor
public final class Library {
  /// How far opening has come.
  public enum State {
    /// The file is being opened.
    case opening
    /// The pins can be read and written.
    case open(any TouristLibrary)
    /// The file cannot be opened; nothing of it was changed.
    case failed(StoreError)
  }

  /// How far opening has come.
  public private(set) var state = State.opening
  /// Why nothing can be written to the library that is open; nil where all is well.
  public private(set) var obstacle: StoreError?
  /// Called before the library that is open is moved out of the way.
  @ObservationIgnored public var onLeave: () -> Void = {}
  @ObservationIgnored private var watching: Task<Void, Never>?
  @ObservationIgnored private var isBusy = false
  @ObservationIgnored private let openFile:
    @Sendable () async throws(StoreError) -> any TouristLibrary
  @ObservationIgnored private let moveAway: @Sendable () async throws(StoreError) -> Void

  /// Makes a library that is opened, and moved out of the way, by these functions.
  public init(
    open: @escaping @Sendable () async throws(StoreError) -> any TouristLibrary,
    setAside: @escaping @Sendable () async throws(StoreError) -> Void
  ) {
    openFile = open
    moveAway = setAside
  }

  /// Opens the library, or tries again.
  public func open() async {
    guard !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    await openOnce()
  }

  private func openOnce() async {
    state = .opening
    watching?.cancel()
    do {
      let library = try await openFile()
      obstacle = nil
      watching = Task { [weak self] in
        for await obstacle in library.obstacles where !Task.isCancelled {
          self?.obstacle = obstacle
        }
      }
      state = .open(library)
    } catch {
      state = .failed(error)
    }
  }

  /// Keeps the file that cannot be read under another name and begins a new library.
  public func setAsideAndOpen() async {
    // A second press would set aside the library that the first has begun.
    guard !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    if case .open = state {
      state = .opening
      onLeave()
    }
    do {
      try await moveAway()
      await openOnce()
    } catch {
      state = .failed(error)
    }
  }

  /// Makes the library ready to be left; what fails here has lost nothing.
  public func tidy() async {
    if case .open(let library) = state { try? await library.tidy() }
  }
}
