public import CGLib

/// Awaits one of GIO's `…_async` / `…_finish` pairs.
///
/// `start` begins the operation with the cancellable, callback and user data that it gets; `finish`
/// turns the result into a value. Cancelling the task cancels the operation; a cancelled operation
/// throws `CancellationError`, whether it had begun or not.
@MainActor
public func awaitingGIO<Value>(
  _ start: (UnsafeMutablePointer<GCancellable>, @escaping GAsyncReadyCallback, gpointer) -> Void,
  finish:
    @escaping @MainActor (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) ->
    Value
) async throws -> sending Value {
  nonisolated(unsafe) let cancellable = g_cancellable_new()!
  defer { g_object_unref(cancellable) }
  nonisolated(unsafe) var outcome: Result<Value, GLibError>!
  try await withTaskCancellationHandler {
    try Task.checkCancellation()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let box = CallbackBox { result in
        outcome = Result { () throws(GLibError) in
          try throwingGLibError { error in finish(result, error) }
        }
        continuation.resume()
      }
      start(cancellable, ready, Unmanaged.passRetained(box).toOpaque())
    }
  } onCancel: {
    g_cancellable_cancel(cancellable)  // thread-safe, unlike the rest of GIO
  }
  switch outcome! {
  case .success(let value): return value
  case .failure(let error): throw error.isIO(G_IO_ERROR_CANCELLED) ? CancellationError() : error
  }
}

private typealias CallbackBox = Box<@MainActor (OpaquePointer) -> Void>

private let ready: GAsyncReadyCallback = { _, result, data in
  nonisolated(unsafe) let box = Unmanaged<CallbackBox>.fromOpaque(data!).takeRetainedValue()
  nonisolated(unsafe) let result = result!
  MainActor.assumeIsolated { box.value(result) }
}
