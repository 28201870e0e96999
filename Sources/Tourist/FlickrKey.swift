public import Observation

/// Where a key outlasts the session.
public protocol KeyKeeper: Sendable {
  /// Tells whether a key is kept, without a question to the user.
  func holdsKey() async throws(KeeperFailure) -> Bool
  /// The key that is kept, if any; the user may be asked to unlock what keeps it.
  func key() async throws(KeeperFailure) -> String?
  /// Keeps a key in the place of an earlier one.
  func keep(_ key: String) async throws(KeeperFailure)
  /// Deletes what is kept.
  func clear() async throws(KeeperFailure)
}

/// Why a key cannot be kept, read or deleted.
public enum KeeperFailure: Error, Hashable, Sendable, CaseIterable {
  /// Nothing here keeps secrets.
  case missing
  /// It is locked, and the user did not unlock it.
  case locked
  /// It does not answer in time.
  case silent
  /// It answers that it failed.
  case failed
}

/// The user's own key to Flickr, from wherever it comes.
///
/// The key itself is handed to who asks Flickr, and to nobody else.
@Observable @MainActor
public final class FlickrKey {
  /// Whether there is a key, and for how long.
  public enum State: Hashable, Sendable {
    /// Nobody has looked yet.
    case unknown
    /// There is none.
    case none
    /// The keeper has it.
    case kept
    /// It ends with the program.
    case thisSessionOnly
    /// The environment gives it, and nothing here changes it.
    case fromEnvironment
  }

  /// Why a text cannot be a key.
  public enum Flaw: Error, Hashable, Sendable {
    /// There is nothing but white space.
    case empty
    /// It is longer, or made of other characters, than any key.
    case impossible
  }

  /// Whether there is a key, and for how long.
  public private(set) var state = State.unknown
  /// Why the keeper did not do what it was last asked; nil while it can be relied on.
  public private(set) var obstacle: KeeperFailure?

  @ObservationIgnored private let keeper: any KeyKeeper
  @ObservationIgnored private var value: String?
  @ObservationIgnored private var lookup: Task<Void, Never>?
  /// What the keeper was last given to write; each writing waits for the one before it.
  @ObservationIgnored private var writing: Task<KeeperFailure?, Never>?
  /// Counts the user's decisions: what was begun before the last of them changes nothing after it.
  @ObservationIgnored private var decisions = 0

  /// What the key is called in the environment.
  public static let variable = "VIRTUAL_TOURIST_FLICKR_KEY"
  /// Longer than any key that Flickr gives, which has 32 characters.
  private static let longest = 128

  /// Makes the key; `environment` is what the environment says, which goes before all else.
  public init(keeper: any KeyKeeper, environment: String? = nil) {
    self.keeper = keeper
    if let environment = environment.map(FlickrKey.trimmed), !environment.isEmpty {
      value = environment
      state = .fromEnvironment
    }
  }

  /// The key, if there is one; it is looked up when it is first asked for.
  public func key() async -> String? {
    if value == nil, state == .unknown || state == .kept {
      let lookup = lookup ?? Task { await lookUp() }
      self.lookup = lookup
      await lookup.value
    }
    return value
  }

  /// Finds out whether there is a key and whether one can be kept, without a question to the user.
  public func look() async {
    guard state != .fromEnvironment else { return }
    let decision = decisions
    let answer = await outcome { [keeper] () async throws(KeeperFailure) in
      try await keeper.holdsKey()
    }
    guard decision == decisions else { return }
    switch answer {
    case .success(let holdsKey):
      obstacle = nil
      if value == nil {
        state = holdsKey ? .kept : .none
      } else if !holdsKey {
        // Another program deleted it.
        state = .thisSessionOnly
      }
    case .failure(let failure):
      obstacle = failure
      if value == nil { state = .none }
    }
  }

  /// Uses a key that the user gave from now on, and keeps it beyond the session if that is wanted.
  ///
  /// Where it cannot be kept, it is used in this session alone, and `obstacle` says why.
  public func use(_ text: String, keep: Bool) async throws(Flaw) {
    let key = try FlickrKey.checked(text)
    guard state != .fromEnvironment else { return }
    let decision = decide(value: key, state: .thisSessionOnly)
    guard keep else { return }
    let failure = await write { [keeper] () async throws(KeeperFailure) in
      try await keeper.keep(key)
    }
    guard decision == decisions else { return }
    obstacle = failure
    if failure == nil { state = .kept }
  }

  /// Deletes the key from the session and from what keeps it.
  public func forget() async throws(KeeperFailure) {
    guard state != .fromEnvironment else { return }
    let earlier = state
    let decision = decide(value: nil, state: .none)
    let failure = await write { [keeper] () async throws(KeeperFailure) in
      try await keeper.clear()
    }
    guard let failure, decision == decisions else { return }
    obstacle = failure
    // What was in the session alone is gone; what may be kept still is not.
    guard earlier != .thisSessionOnly, earlier != .none else { return }
    state = earlier
    throw failure
  }

  /// The key that a text is, without the white space around it.
  public static func checked(_ text: String) throws(Flaw) -> String {
    let key = trimmed(text)
    guard !key.isEmpty else { throw .empty }
    guard key.utf8.count <= longest, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .impossible }
    return key
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension FlickrKey {
  private func lookUp() async {
    let decision = decisions
    let answer = await outcome { [keeper] () async throws(KeeperFailure) in
      try await keeper.key()
    }
    lookup = nil
    guard decision == decisions else { return }
    switch answer {
    case .success(let found):
      value = found
      state = found == nil ? .none : .kept
      obstacle = nil
    case .failure(let failure):
      // Whoever refuses to unlock is not asked again at the next album.
      state = .none
      obstacle = failure
    }
  }

  private func decide(value: String?, state: State) -> Int {
    decisions += 1
    self.value = value
    self.state = state
    return decisions
  }

  /// Writes when what was begun before is written, and tells what stood in the way.
  private func write(
    _ work: @escaping @Sendable () async throws(KeeperFailure) -> Void
  ) async -> KeeperFailure? {
    let earlier = writing
    let task = Task { () -> KeeperFailure? in
      _ = await earlier?.value
      switch await outcome(work) {
      case .success: return nil
      case .failure(let failure): return failure
      }
    }
    writing = task
    return await task.value
  }

  private func outcome<Value: Sendable>(
    _ work: @Sendable () async throws(KeeperFailure) -> Value
  ) async -> Result<Value, KeeperFailure> {
    do {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }
}
