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
    case open(TravelStore)
    /// The file cannot be opened; nothing of it was changed.
    case failed(StoreError)
  }

  /// How far opening has come.
  public private(set) var state = State.opening
  /// Why nothing can be written to the library that is open; nil where all is well.
  public private(set) var obstacle: StoreError?
  @ObservationIgnored private var watching: Task<Void, Never>?
  @ObservationIgnored private var isBusy = false
  @ObservationIgnored private let folder: String

  /// Takes the folder that the library is in, or is to be in.
  public init(folder: String) { self.folder = folder }

  /// Opens the library, or tries again; nil where that fails or is under way already.
  func open() async -> TravelStore? {
    guard !isBusy else { return nil }
    isBusy = true
    defer { isBusy = false }
    return await openOnce()
  }

  private func openOnce() async -> TravelStore? {
    state = .opening
    watching?.cancel()
    do {
      let library = try await TravelStore(folder: folder)
      obstacle = nil
      watching = Task { [weak self] in
        for await obstacle in library.obstacles where !Task.isCancelled {
          self?.obstacle = obstacle
        }
      }
      state = .open(library)
      return library
    } catch {
      state = .failed(error)
      return nil
    }
  }

  /// Keeps the file that cannot be read under another name and begins a new library; `leave` lets
  /// go of the one that is open.
  func setAsideAndOpen(_ leave: () -> Void) async -> TravelStore? {
    // A second press would set aside the library that the first has begun.
    guard !isBusy else { return nil }
    isBusy = true
    defer { isBusy = false }
    if case .open = state {
      state = .opening
      leave()
    }
    do {
      try await TravelStore.setAside(folder: folder)
      return await openOnce()
    } catch {
      state = .failed(error)
      return nil
    }
  }

  /// Makes the library ready to be left; what fails here has lost nothing.
  func tidy() async {
    if case .open(let library) = state { try? await library.tidy() }
  }
}
