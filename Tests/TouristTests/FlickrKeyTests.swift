import Synchronization
import TestSupport
import Testing

@testable import Tourist

/// A keeper in memory that does what it is told to.
private final class FakeKeeper: KeyKeeper {
  struct State {
    var kept: String?
    var failure: KeeperFailure?
    /// What fails where the user would be asked, and is found out before by nobody.
    var failureOnceAsked: KeeperFailure?
    var questions: [String] = []
    var gate: CheckedContinuation<Void, Never>?
    var waits = false
  }
  let state: Mutex<State>

  init(kept: String? = nil, failure: KeeperFailure? = nil, onceAsked: KeeperFailure? = nil) {
    state = Mutex(State(kept: kept, failure: failure, failureOnceAsked: onceAsked))
  }

  var kept: String? { state.withLock { $0.kept } }
  var questions: [String] { state.withLock { $0.questions } }

  private func check(_ question: String, asksUser: Bool) throws(KeeperFailure) {
    let failure = state.withLock { state in
      state.questions.append(question)
      return state.failure ?? (asksUser ? state.failureOnceAsked : nil)
    }
    if let failure { throw failure }
  }

  func holdsKey() async throws(KeeperFailure) -> Bool {
    try check("holds", asksUser: false)
    return kept != nil
  }

  func key() async throws(KeeperFailure) -> String? {
    await pause()
    try check("key", asksUser: true)
    return kept
  }

  func keep(_ key: String) async throws(KeeperFailure) {
    await pause()
    try check("keep", asksUser: true)
    state.withLock { $0.kept = key }
  }

  func clear() async throws(KeeperFailure) {
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
  @Test func whatIsKeptIsLookedUpWhenItIsFirstNeededAndOnce() async {
    let keeper = FakeKeeper(kept: "abc")
    let key = FlickrKey(keeper: keeper)
    #expect(key.state == .unknown)
    #expect(keeper.questions.isEmpty)
    async let first = key.key()
    async let second = key.key()
    #expect(await first == "abc")
    #expect(await second == "abc")
    #expect(await key.key() == "abc")
    #expect(keeper.questions == ["key"])
    #expect(key.state == .kept)
  }

  @Test func lookingAsksTheUserNothing() async {
    let keeper = FakeKeeper(kept: "abc")
    let key = FlickrKey(keeper: keeper)
    await key.look()
    #expect(key.state == .kept)
    #expect(key.obstacle == nil)
    #expect(keeper.questions == ["holds"])
    #expect(await key.key() == "abc")
  }

  @Test func withoutAKeyThereIsNone() async {
    let key = FlickrKey(keeper: FakeKeeper())
    #expect(await key.key() == nil)
    #expect(key.state == .none)
    #expect(key.obstacle == nil)
  }

  @Test func aKeyIsKeptWithoutTheSpaceAroundIt() async throws {
    let keeper = FakeKeeper()
    let key = FlickrKey(keeper: keeper)
    try await key.use(" \t0123abc\u{A0}\n", keep: true)
    #expect(key.state == .kept)
    #expect(keeper.kept == "0123abc")
    #expect(await key.key() == "0123abc")
  }

  @Test func aKeyForTheSessionIsNotKept() async throws {
    let keeper = FakeKeeper()
    let key = FlickrKey(keeper: keeper)
    try await key.use("abc", keep: false)
    #expect(key.state == .thisSessionOnly)
    #expect(keeper.questions.isEmpty)
    #expect(await key.key() == "abc")
    await key.look()
    #expect(key.state == .thisSessionOnly)
  }

  @Test(arguments: ["", "  \n"])
  func nothingIsNoKey(_ text: String) async {
    await expectFlaw(.empty, of: text)
  }

  @Test(arguments: ["ab c", "ab\u{7}c", "ab\nc", "schlüssel", String(repeating: "a", count: 129)])
  func whatCannotBeAKeyIsRefused(_ text: String) async {
    await expectFlaw(.impossible, of: text)
  }

  private func expectFlaw(_ flaw: FlickrKey.Flaw, of text: String) async {
    let keeper = FakeKeeper(kept: "old")
    let key = FlickrKey(keeper: keeper)
    await #expect(throws: flaw) { try await key.use(text, keep: true) }
    #expect(keeper.kept == "old")
    #expect(key.state == .unknown)
  }

  @Test(arguments: KeeperFailure.allCases)
  func whereItCannotBeKeptItIsUsedInTheSession(_ failure: KeeperFailure) async throws {
    let key = FlickrKey(keeper: FakeKeeper(failure: failure))
    await key.look()
    #expect(key.state == .none)
    #expect(key.obstacle == failure)
    try await key.use("abc", keep: true)
    #expect(key.state == .thisSessionOnly)
    #expect(key.obstacle == failure)
    #expect(await key.key() == "abc")
    try await key.forget()
    #expect(key.state == .none)
    #expect(await key.key() == nil)
  }

  @Test func whoLeavesTheKeyringLockedIsNotAskedAgainAtOnce() async {
    let keeper = FakeKeeper(kept: "abc", onceAsked: .locked)
    let key = FlickrKey(keeper: keeper)
    #expect(await key.key() == nil)
    #expect(key.obstacle == .locked)
    #expect(await key.key() == nil)
    #expect(keeper.questions == ["key"])
  }

  @Test func theEnvironmentGoesBeforeAllElse() async throws {
    let keeper = FakeKeeper(kept: "abc")
    let key = FlickrKey(keeper: keeper, environment: " env-key\n")
    #expect(key.state == .fromEnvironment)
    #expect(await key.key() == "env-key")
    try await key.use("other", keep: true)
    try await key.forget()
    await key.look()
    #expect(key.state == .fromEnvironment)
    #expect(await key.key() == "env-key")
    #expect(keeper.kept == "abc")
    #expect(keeper.questions.isEmpty)
  }

  @Test func anEmptyEnvironmentSaysNothing() async {
    let key = FlickrKey(keeper: FakeKeeper(kept: "abc"), environment: "  ")
    #expect(await key.key() == "abc")
  }

  @Test func forgettingDeletesItEverywhere() async throws {
    let keeper = FakeKeeper(kept: "abc")
    let key = FlickrKey(keeper: keeper)
    _ = await key.key()
    try await key.forget()
    #expect(keeper.kept == nil)
    #expect(key.state == .none)
    #expect(await key.key() == nil)
  }

  @Test func whatCannotBeDeletedIsSaidToBeThereStill() async {
    let keeper = FakeKeeper(kept: "abc", onceAsked: .locked)
    let key = FlickrKey(keeper: keeper)
    await key.look()
    await #expect(throws: KeeperFailure.locked) { try await key.forget() }
    #expect(key.state == .kept)
  }

  @Test func aKeyThatAnotherProgramDeletedLastsForTheSession() async throws {
    let keeper = FakeKeeper()
    let key = FlickrKey(keeper: keeper)
    try await key.use("abc", keep: true)
    keeper.state.withLock { $0.kept = nil }
    await key.look()
    #expect(key.state == .thisSessionOnly)
    #expect(await key.key() == "abc")
  }

  @Test func aNewKeyWinsOverAnOldOneThatIsStillBeingLookedUp() async throws {
    let keeper = FakeKeeper(kept: "old")
    let key = FlickrKey(keeper: keeper)
    keeper.hold()
    let early = Task { await key.key() }
    try await wait { keeper.isHeld }
    try await key.use("new", keep: false)
    keeper.goOn()
    #expect(await early.value == "new")
    #expect(key.state == .thisSessionOnly)
  }

  @Test func whatIsForgottenWhileItIsBeingKeptIsGoneInTheEnd() async throws {
    let keeper = FakeKeeper()
    let key = FlickrKey(keeper: keeper)
    keeper.hold()
    let keeping = Task { try await key.use("abc", keep: true) }
    try await wait { keeper.isHeld }
    let forgetting = Task { try await key.forget() }
    try await wait { key.state == .none }
    keeper.goOn()
    try await keeping.value
    try await forgetting.value
    #expect(keeper.kept == nil)
    #expect(key.state == .none)
    #expect(keeper.questions == ["keep", "clear"])
  }
}
