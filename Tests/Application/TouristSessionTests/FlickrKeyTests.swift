import Synchronization
import TestSupport
import Testing

@testable import TouristSession

/// A store in memory that does what it is told to.
private final class FakeKeeper: KeyStore {
  struct State {
    var kept: String?
    var failure: KeyStoreFailure?
    /// What fails where the user would be asked, and is found out before by nobody.
    var failureOnceAsked: KeyStoreFailure?
    var questions: [String] = []
    var gate: CheckedContinuation<Void, Never>?
    var waits = false
  }
  let state: Mutex<State>

  init(kept: String? = nil, failure: KeyStoreFailure? = nil, onceAsked: KeyStoreFailure? = nil) {
    state = Mutex(State(kept: kept, failure: failure, failureOnceAsked: onceAsked))
  }

  var kept: String? { state.withLock { $0.kept } }
  var questions: [String] { state.withLock { $0.questions } }

  private func check(_ question: String, asksUser: Bool) throws(KeyStoreFailure) {
    let failure = state.withLock { state in
      state.questions.append(question)
      return state.failure ?? (asksUser ? state.failureOnceAsked : nil)
    }
    if let failure { throw failure }
  }

  func hasKey() async throws(KeyStoreFailure) -> Bool {
    try check("holds", asksUser: false)
    return kept != nil
  }

  func key() async throws(KeyStoreFailure) -> String? {
    await pause()
    try check("key", asksUser: true)
    return kept
  }

  func save(_ key: String) async throws(KeyStoreFailure) {
    await pause()
    try check("keep", asksUser: true)
    state.withLock { $0.kept = key }
  }

  func clear() async throws(KeyStoreFailure) {
    try check("clear", asksUser: true)
    state.withLock { $0.kept = nil }
  }

  /// Lets the next call wait until `goOn`.
  func hold() { state.withLock { $0.waits = true } }

  var isHeld: Bool { state.withLock { $0.gate != nil } }

  func goOn() {
    state.withLock { state in
      defer { state.gate = nil }
      return state.gate
    }?.resume()
  }

  private func pause() async {
    let waits = state.withLock { state in
      defer { state.waits = false }
      return state.waits
    }
    if waits {
      await withCheckedContinuation { gate in state.withLock { $0.gate = gate } }
    }
  }
}

@MainActor
struct FlickrKeyTests {
  @Test func `what is kept is looked up when it is first needed and once`() async {
    let store = FakeKeeper(kept: "abc")
    let key = FlickrKey(store: store)
    #expect(key.state == .unknown)
    #expect(store.questions.isEmpty)
    async let first = key.key()
    async let second = key.key()
    #expect(await first == "abc")
    #expect(await second == "abc")
    #expect(await key.key() == "abc")
    #expect(store.questions == ["key"])
    #expect(key.state == .saved)
  }

  @Test func `looking asks the user nothing`() async {
    let store = FakeKeeper(kept: "abc")
    let key = FlickrKey(store: store)
    await key.look()
    #expect(key.state == .saved)
    #expect(key.storeFailure == nil)
    #expect(store.questions == ["holds"])
    #expect(await key.key() == "abc")
  }

  @Test func `without a key there is none`() async {
    let key = FlickrKey(store: FakeKeeper())
    #expect(await key.key() == nil)
    #expect(key.state == .none)
    #expect(key.storeFailure == nil)
  }

  @Test func `a key is kept without the space around it`() async throws {
    let store = FakeKeeper()
    let key = FlickrKey(store: store)
    try await key.use(" \t0123abc\u{A0}\n", saving: true)
    #expect(key.state == .saved)
    #expect(store.kept == "0123abc")
    #expect(await key.key() == "0123abc")
  }

  @Test func `a key for the session is not kept`() async throws {
    let store = FakeKeeper()
    let key = FlickrKey(store: store)
    try await key.use("abc", saving: false)
    #expect(key.state == .thisSessionOnly)
    #expect(store.questions.isEmpty)
    #expect(await key.key() == "abc")
    await key.look()
    #expect(key.state == .thisSessionOnly)
  }

  @Test(arguments: ["", "  \n"])
  func `nothing is no key`(_ text: String) async {
    await expectFlaw(.empty, of: text)
  }

  @Test(arguments: ["ab c", "ab\u{7}c", "ab\nc", "schlüssel", String(repeating: "a", count: 129)])
  func `what cannot be a key is refused`(_ text: String) async {
    await expectFlaw(.impossible, of: text)
  }

  private func expectFlaw(_ flaw: FlickrKey.Flaw, of text: String) async {
    let store = FakeKeeper(kept: "old")
    let key = FlickrKey(store: store)
    await #expect(throws: flaw) { try await key.use(text, saving: true) }
    #expect(store.kept == "old")
    #expect(key.state == .unknown)
  }

  @Test(arguments: KeyStoreFailure.allCases)
  func `where it cannot be kept it is used in the session`(_ failure: KeyStoreFailure) async throws
  {
    let key = FlickrKey(store: FakeKeeper(failure: failure))
    await key.look()
    #expect(key.state == .none)
    #expect(key.storeFailure == failure)
    try await key.use("abc", saving: true)
    #expect(key.state == .thisSessionOnly)
    #expect(key.storeFailure == failure)
    #expect(await key.key() == "abc")
    try await key.forget()
    #expect(key.state == .none)
    #expect(await key.key() == nil)
  }

  @Test func `who leaves the keyring locked is not asked again at once`() async {
    let store = FakeKeeper(kept: "abc", onceAsked: .locked)
    let key = FlickrKey(store: store)
    #expect(await key.key() == nil)
    #expect(key.storeFailure == .locked)
    #expect(await key.key() == nil)
    #expect(store.questions == ["key"])
  }

  @Test func `the environment goes before all else`() async throws {
    let store = FakeKeeper(kept: "abc")
    let key = FlickrKey(store: store, environment: " env-key\n")
    #expect(key.state == .fromEnvironment)
    #expect(await key.key() == "env-key")
    try await key.use("other", saving: true)
    try await key.forget()
    await key.look()
    #expect(key.state == .fromEnvironment)
    #expect(await key.key() == "env-key")
    #expect(store.kept == "abc")
    #expect(store.questions.isEmpty)
  }

  @Test func `an empty environment says nothing`() async {
    let key = FlickrKey(store: FakeKeeper(kept: "abc"), environment: "  ")
    #expect(await key.key() == "abc")
  }

  @Test func `forgetting deletes it everywhere`() async throws {
    let store = FakeKeeper(kept: "abc")
    let key = FlickrKey(store: store)
    _ = await key.key()
    try await key.forget()
    #expect(store.kept == nil)
    #expect(key.state == .none)
    #expect(await key.key() == nil)
  }

  @Test func `what cannot be deleted is said to be there still`() async {
    let store = FakeKeeper(kept: "abc", onceAsked: .locked)
    let key = FlickrKey(store: store)
    await key.look()
    await #expect(throws: KeyStoreFailure.locked) { try await key.forget() }
    #expect(key.state == .saved)
  }

  @Test func `a key that another program deleted lasts for the session`() async throws {
    let store = FakeKeeper()
    let key = FlickrKey(store: store)
    try await key.use("abc", saving: true)
    store.state.withLock { $0.kept = nil }
    await key.look()
    #expect(key.state == .thisSessionOnly)
    #expect(await key.key() == "abc")
  }

  @Test func `a new key wins over an old one that is still being looked up`() async throws {
    let store = FakeKeeper(kept: "old")
    let key = FlickrKey(store: store)
    store.hold()
    let early = Task { await key.key() }
    try await wait { store.isHeld }
    try await key.use("new", saving: false)
    store.goOn()
    #expect(await early.value == "new")
    #expect(key.state == .thisSessionOnly)
  }

  @Test func `what is forgotten while it is being kept is gone in the end`() async throws {
    let store = FakeKeeper()
    let key = FlickrKey(store: store)
    store.hold()
    let keeping = Task { try await key.use("abc", saving: true) }
    try await wait { store.isHeld }
    let forgetting = Task { try await key.forget() }
    try await wait { key.state == .none }
    store.goOn()
    try await keeping.value
    try await forgetting.value
    #expect(store.kept == nil)
    #expect(key.state == .none)
    #expect(store.questions == ["keep", "clear"])
  }
}
