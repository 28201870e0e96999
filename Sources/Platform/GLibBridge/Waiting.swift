/// Waits for `work` at most for `limit`; then returns nil, while the work continues.
@MainActor
public func wait<Value: Sendable>(
  upTo limit: Duration, for work: @escaping @MainActor () async -> Value
) async -> Value? {
  let (values, value) = AsyncStream.makeStream(of: Value.self)
  Task {
    value.yield(await work())
    value.finish()
  }
  let end = Task {
    try? await Task.sleep(for: limit)
    value.finish()
  }
  defer { end.cancel() }
  for await value in values { return value }
  return nil
}
