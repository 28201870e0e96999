public import Observation
import TravelModel

/// Stores a key permanently, for example in the Secret Service.
public protocol KeyStore: Sendable {
  /// Whether a key is stored; the user is asked nothing.
  func hasKey() async throws(KeyStoreFailure) -> Bool
  /// The stored key, if any; the user may be asked to unlock the keyring.
  func key() async throws(KeyStoreFailure) -> String?
  /// Stores a key in place of an earlier one.
  func save(_ key: String) async throws(KeyStoreFailure)
  /// Deletes the stored key.
  func clear() async throws(KeyStoreFailure)
}

/// Why a key cannot be stored, read or deleted.
public enum KeyStoreFailure: Error, Hashable, Sendable, CaseIterable {
  /// There is no keyring.
  case missing
  /// The keyring is locked, and the user did not unlock it.
  case locked
  /// The keyring does not answer in time.
  case silent
  /// The keyring reports an error.
  case failed
}

/// The user's own Flickr API key, from the environment, the keyring, or this session.
///
/// The key itself goes to the Flickr source alone.
@Observable @MainActor
public final class FlickrKey {
  /// Whether there is a key, and where it is stored.
  public enum State: Hashable, Sendable {
    /// The keyring was not asked yet.
    case unknown
    case none
    /// Stored in the keyring.
    case saved
    /// Forgotten when the program ends.
    case thisSessionOnly
    /// Set by the environment, and not changed by the program.
    case fromEnvironment
  }

  public enum Flaw: Error, Hashable, Sendable {
    /// It is empty or white space.
    case empty
    /// It is too long, or has characters that no key has.
    case impossible
  }

  public private(set) var state = State.unknown
  /// Why the last request to the keyring failed; nil if it succeeded.
  public private(set) var storeFailure: KeyStoreFailure?

  @ObservationIgnored private let store: any KeyStore
  @ObservationIgnored private var value: String?
  @ObservationIgnored private var lookup: Task<Void, Never>?
  /// The last write to the keyring; each waits for the one before.
  @ObservationIgnored private var writing: Task<KeyStoreFailure?, Never>?
  /// Counts the user's decisions, so that the outcome of work begun before the last one is ignored.
  @ObservationIgnored private var decisions = 0

  public static let variable = "VIRTUAL_TOURIST_FLICKR_KEY"
  /// The longest text accepted, in bytes; Flickr's keys have 32 characters.
  private static let longest = 128

  /// `environment` is the value of the environment variable, which takes precedence.
  public init(store: any KeyStore, environment: String? = nil) {
    self.store = store
    if let environment = environment?.trimmed, !environment.isEmpty {
      value = environment
      state = .fromEnvironment
    }
  }

  /// The key, if there is one; the keyring is asked on first use.
  public func key() async -> String? {
    if value == nil, state == .unknown || state == .saved {
      let lookup = lookup ?? Task { await lookUp() }
      self.lookup = lookup
      await lookup.value
    }
    return value
  }

  /// Finds out whether a key is stored and whether one can be, without asking the user.
  public func look() async {
    guard state != .fromEnvironment else { return }
    let decision = decisions
    do {
      let hasKey = try await store.hasKey()
      guard decision == decisions else { return }
      storeFailure = nil
      if value == nil {
        state = hasKey ? .saved : .none
      } else if !hasKey {
        // Another program deleted it.
        state = .thisSessionOnly
      }
    } catch {
      guard decision == decisions else { return }
      storeFailure = error
      if value == nil { state = .none }
    }
  }

  /// Uses a key from now on, and stores it in the keyring if `isSaved`.
  ///
  /// If it cannot be stored, it is used for this session only, and `storeFailure` says why.
  public func use(_ text: String, saving isSaved: Bool) async throws(Flaw) {
    let key = try FlickrKey.checked(text)
    guard state != .fromEnvironment else { return }
    let decision = decide(value: key, state: .thisSessionOnly)
    guard isSaved else { return }
    let failure = await write { store throws(KeyStoreFailure) in try await store.save(key) }
    guard decision == decisions else { return }
    storeFailure = failure
    if failure == nil { state = .saved }
  }

  /// Deletes the key from the session and the keyring.
  public func forget() async throws(KeyStoreFailure) {
    guard state != .fromEnvironment else { return }
    let earlier = state
    let decision = decide(value: nil, state: .none)
    let failure = await write { store throws(KeyStoreFailure) in try await store.clear() }
    guard let failure, decision == decisions else { return }
    storeFailure = failure
    // A session-only key is gone; one in the keyring may still be there.
    guard earlier != .thisSessionOnly, earlier != .none else { return }
    state = earlier
    throw failure
  }

  /// Checks that a text can be a key, and returns it without surrounding white space.
  public static func checked(_ text: String) throws(Flaw) -> String {
    let key = text.trimmed
    guard !key.isEmpty else { throw .empty }
    guard key.utf8.count <= longest, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .impossible }
    return key
  }
}

extension FlickrKey {
  private func lookUp() async {
    let decision = decisions
    defer { lookup = nil }
    do {
      let found = try await store.key()
      guard decision == decisions else { return }
      (value, state, storeFailure) = (found, found == nil ? .none : .saved, nil)
    } catch {
      // A user who has refused to unlock the keyring is not asked again for the next album.
      if decision == decisions { (state, storeFailure) = (.none, error) }
    }
  }

  private func decide(value: String?, state: State) -> Int {
    decisions += 1
    self.value = value
    self.state = state
    return decisions
  }

  /// Writes after the writes begun before, and returns what failed.
  private func write(
    _ work: @escaping @Sendable (any KeyStore) async throws(KeyStoreFailure) -> Void
  ) async -> KeyStoreFailure? {
    let earlier = writing
    let task = Task { [store] () -> KeyStoreFailure? in
      _ = await earlier?.value
      do throws(KeyStoreFailure) { try await work(store) } catch { return error }
      return nil
    }
    writing = task
    return await task.value
  }
}
