import CGLib
import GLibBridge
import LoopTesting
import TestSupport
import XCTest

final class MainLoopTests: XCTestCase {
  func testMainActorWorkRunsOnTheLoop() throws {
    try onMainLoop {
      XCTAssertTrue(Thread.isMainThread)
      let elsewhere = await Task.detached { Thread.isMainThread }.value
      XCTAssertFalse(elsewhere)
      XCTAssertTrue(Thread.isMainThread)
    }
  }

  func testSleepingTasksWake() throws {
    try onMainLoop {
      let clock = ContinuousClock()
      let start = clock.now
      try await Task.sleep(for: .milliseconds(30))
      XCTAssertGreaterThanOrEqual(clock.now - start, .milliseconds(30))
    }
  }

  func testAnIdleLoopSleeps() throws {
    try onMainLoop {
      // What the tests before have left is done in the first rounds.
      try await Task.sleep(for: .milliseconds(200))
    }
    MainActor.assumeIsolated {
      let seconds = 2
      var isOver = false
      MainLoop.after(milliseconds: UInt32(seconds * 1000)) { isOver = true }
      var wakeups = 0
      while !isOver {
        g_main_context_iteration(nil, 1)
        wakeups += 1
      }
      XCTAssertLessThan(wakeups, 2 * seconds)
    }
  }

  func testScheduledCallsRunOnceOrNotAtAll() throws {
    try onMainLoop {
      var calls: [String] = []
      MainLoop.whenIdle { calls.append("idle") }
      MainLoop.after(milliseconds: 10) { calls.append("later") }
      let cancelled = MainLoop.after(milliseconds: 5) { calls.append("never") }
      cancelled.cancel()
      cancelled.cancel()
      try await TestSupport.wait { calls.count >= 2 }
      try await Task.sleep(for: .milliseconds(20))
      XCTAssertEqual(calls, ["idle", "later"])
    }
  }

  func testAdoptingTwiceTraps() throws {
    // A trap ends its process, so it is another one of this test's program that is to trap.
    if ProcessInfo.processInfo.environment["ADOPT_TWICE"] != nil {
      try onMainLoop {}
      MainActor.assumeIsolated { MainLoop.adoptMainQueue() }
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["GLibBridgeTests.MainLoopTests/testAdoptingTwiceTraps"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["ADOPT_TWICE": "1", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationReason, .uncaughtSignal)
  }
}
