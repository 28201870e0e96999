import CGLib
import GLibBridge
import LoopTesting
import TestSupport
import XCTest

final class AwaitingTests: XCTestCase {
  func testWhatGIOBringsArrives() throws {
    let folder = TemporaryFolder()
    let path = folder.newPath()
    try "some words".write(toFile: path, atomically: true, encoding: .utf8)
    try onMainLoop {
      let bytes = try await load(path)
      XCTAssertEqual(bytes.count, 10)
      XCTAssertEqual(bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, "some words")
    }
  }

  func testFailuresTellTheirDomainAndCode() throws {
    try onMainLoop {
      do {
        _ = try await load("/nowhere/at/all")
        XCTFail("loaded what is not there")
      } catch let error as GLibError {
        XCTAssertTrue(error.isIO(G_IO_ERROR_NOT_FOUND))
        XCTAssertEqual(error.domain, "g-io-error-quark")
        XCTAssertFalse(error.message.isEmpty)
      }
    }
  }

  func testCancellingBeforeAndDuringIsTheSameError() throws {
    try onMainLoop {
      for cancelsEarly in [true, false] {
        let waiting = Task { @MainActor in try await waitForever() }
        if !cancelsEarly { await Task.yield() }
        waiting.cancel()
        do {
          try await waiting.value
          XCTFail("an operation without an end has ended")
        } catch {
          XCTAssertTrue(error is CancellationError, "\(error)")
        }
      }
    }
  }

  func testThrownErrorsAreFreedAndTold() {
    var contents: UnsafeMutablePointer<CChar>?
    XCTAssertThrowsError(
      try throwingGLibError { g_file_get_contents("/nowhere", &contents, nil, $0) }
    ) { XCTAssertEqual(($0 as? GLibError)?.domain, "g-file-error-quark") }
    XCTAssertNoThrow(try throwingGLibError { _ in 1 })
  }
}

@MainActor private func load(_ path: String) async throws -> Bytes {
  let file = Ref(adopting: g_file_new_for_path(path)!)
  let bytes: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
    g_file_load_bytes_async(file.pointer, cancellable, ready, data)
  } finish: { result, error in
    g_file_load_bytes_finish(file.pointer, result, nil, error)
  }
  return Bytes(adopting: bytes!)
}

/// Awaits a task that ends by cancellation alone.
@MainActor private func waitForever() async throws {
  try await awaitingGIO { cancellable, ready, data in
    let task = g_task_new(nil, cancellable, ready, data)!
    nonisolated(unsafe) let unsafeTask = task
    cancellable.on("cancelled") {
      g_task_return_error_if_cancelled(unsafeTask)
      g_object_unref(UnsafeMutableRawPointer(unsafeTask))
    }
  } finish: { result, error in
    _ = g_task_propagate_boolean(result, error)
  }
}
