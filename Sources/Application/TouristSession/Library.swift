import Files
import GLibBridge
public import Observation
public import TravelStore

/// Opens the user's library and keeps track of its state.
@Observable @MainActor
public final class Library {
  public enum State {
    case opening
    case open(TravelStore)
    /// The file cannot be opened; it was not changed.
    case failed(StoreError)
  }

  public private(set) var state = State.opening
  /// Why the open library is read-only; nil if it can be written.
  public private(set) var writeFailure: StoreError?
  @ObservationIgnored private var watching: Task<Void, Never>?
  @ObservationIgnored private var isBusy = false
  @ObservationIgnored public let folder: String

  /// The library, while it is open.
  var store: TravelStore? { if case .open(let store) = state { store } else { nil } }

  /// Makes a closed library in a folder, which may not exist yet.
  public init(folder: String) { self.folder = folder }

  /// Opens the library, or retries; nil if that fails or is under way.
  func open() async -> TravelStore? {
    guard !isBusy else { return nil }
    isBusy = true
    defer { isBusy = false }
    return await openOnce()
  }

  /// How many bytes the library and its photos take, with those kept for undo, but without snapshots.
  public func size() async -> Int {
    await WorkQueue.shared.run { [folder] in
      let photos = "\(folder)/photos"
      // Photos on another disk are behind a link.
      let linked = OpenFolder(photos) == nil ? OpenFolder(photos, followingLink: true) : nil
      var bytes = 0
      for root in [OpenFolder(folder, followingLink: true), linked] {
        root?.visitFiles { _, size, _ in bytes += min(size, .max - bytes) }
      }
      return max(0, bytes - TravelStore.snapshots(ofLibraryIn: folder).bytes)
    }
  }

  private func openOnce() async -> TravelStore? {
    state = .opening
    watching?.cancel()
    do {
      let library = try await TravelStore(folder: folder)
      writeFailure = nil
      watching = Task { [weak self] in
        for await writeFailure in library.refusals where !Task.isCancelled {
          self?.writeFailure = writeFailure
        }
      }
      state = .open(library)
      debugLog("the library in \(folder) is open")
      return library
    } catch {
      debugLog("the library in \(folder) cannot be opened: \(error)")
      state = .failed(error)
      return nil
    }
  }

  /// Moves a broken library aside and creates a new one; `leave` disconnects all users of the open
  /// one.
  func setAsideAndOpen(_ leave: @MainActor () async -> Void) async -> TravelStore? {
    // A second click would set the new library aside.
    guard !isBusy else { return nil }
    isBusy = true
    defer { isBusy = false }
    await close(leave)
    do {
      try await TravelStore.setAside(folder: folder)
      return await openOnce()
    } catch {
      debugLog("the library in \(folder) cannot be set aside: \(error)")
      state = .failed(error)
      return nil
    }
  }

  /// Replaces the library and opens the new one; `leave` disconnects all its users first.
  ///
  /// The result says where the old one is; its settings are saved there, if they are to change.
  func replace(
    by staged: StagedLibrary, keeping settings: String?, _ leave: @MainActor () async -> Void
  ) async -> (store: TravelStore?, aside: Result<String?, StoreError>) {
    guard !isBusy else { return (nil, .failure(.busy(path: folder))) }
    isBusy = true
    defer { isBusy = false }
    await close(leave)
    let aside: Result<String?, StoreError>
    do throws(StoreError) {
      let place = try await TravelStore.replace(libraryIn: folder, by: staged)
      if let place, let settings {
        await TravelStore.save(settings: settings, besideLibraryIn: place)
      }
      aside = .success(place)
    } catch {
      aside = .failure(error)
    }
    return (await openOnce(), aside)
  }

  /// Closes the library if it is open, before it is moved.
  func close(_ leave: @MainActor () async -> Void) async {
    guard let store else { return }
    state = .opening
    await leave()
    await store.closeFiles()
    watching?.cancel()
    await watching?.value
  }
}
