import CGLib
import GLibBridge
import LoopTesting
import XCTest

final class SignalTests: XCTestCase {
  func testHandlersAreCalledUntilDisconnected() throws {
    try onMainLoop {
      let action = makeAction()
      var calls = 0
      let handler = action.pointer.on("activate") { calls += 1 }
      g_action_activate(action.pointer.cast(), nil)
      g_action_activate(action.pointer.cast(), nil)
      action.pointer.disconnect(handler)
      g_action_activate(action.pointer.cast(), nil)
      XCTAssertEqual(calls, 2)
    }
  }

  func testArgumentsArrive() throws {
    try onMainLoop {
      let model = Ref(adopting: g_list_store_new(g_simple_action_get_type())!)
      var changes: [[UInt32]] = []
      model.pointer.on("items-changed") { (position: UInt32, removed: UInt32, added: UInt32) in
        changes.append([position, removed, added])
      }
      let item = Ref(adopting: g_simple_action_new("one", nil)!)
      g_list_store_append(model.pointer, item.pointer.raw)
      g_list_store_append(model.pointer, item.pointer.raw)
      g_list_store_remove(model.pointer, 0)
      XCTAssertEqual(changes, [[0, 0, 1], [1, 0, 1], [0, 1, 0]])
    }
  }

  func testAnswersReachTheEmitter() throws {
    try onMainLoop {
      let application = Ref(
        adopting: g_application_new("org.example.Test", GApplicationFlags(rawValue: 0))!)
      application.pointer.on("handle-local-options") { () -> Int32 in 7 }
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("test")]
      defer { free(arguments[0]) }
      XCTAssertEqual(g_application_run(application.pointer, 1, &arguments), 7)
    }
  }

  func testAnObjectsEndReleasesItsHandlers() throws {
    try onMainLoop {
      final class Token {}
      weak var token: Token?
      do {
        let action = makeAction()
        let strong = Token()
        token = strong
        action.pointer.on("activate") { _ = strong }
      }
      XCTAssertNil(token)
    }
  }

  func testReferencesAreCounted() throws {
    try onMainLoop {
      var finalized = false
      do {
        let action = makeAction()
        let again = Ref(retaining: action.pointer)
        let companionToken = Deallocation { finalized = true }
        attach(companionToken, to: again.pointer)
        XCTAssertTrue(companion(of: action.pointer.raw, as: Deallocation.self) === companionToken)
      }
      XCTAssertTrue(finalized)
    }
  }

  private final class Deallocation {
    let report: () -> Void
    init(_ report: @escaping () -> Void) { self.report = report }
    deinit { report() }
  }
}

@MainActor private func makeAction() -> Ref<OpaquePointer> {
  Ref(adopting: g_simple_action_new("act", nil)!)
}
