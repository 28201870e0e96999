import CGLib
import CSecret
import GLibBridge
public import TouristSession

/// Stores a key in the desktop's keyring, through the Secret Service.
///
/// Every call has a time limit, for a service that hangs and for a prompt that the user ignores.
@MainActor
public final class Keyring: KeyStore {
  private let label: String
  /// The schema of the key in the keyring, never freed.
  private let schema: UnsafeMutablePointer<SecretSchema>
  private let attributes = g_hash_table_new(g_str_hash, g_str_equal)!

  /// The time limit of calls without a prompt.
  private static let timeout = Duration.seconds(5)
  /// The time limit of calls that may ask the user to unlock the keyring.
  private static let promptTimeout = Duration.seconds(120)

  /// Stores the key under the program's id; `label` is shown in keyring managers.
  public init(applicationID: String, service: String, label: String) {
    self.label = label
    let types = g_hash_table_new(g_str_hash, g_str_equal)!
    for (name, value) in [("application", applicationID), ("service", service)] {
      let name = g_strdup(name)
      // The attribute's type is stored in the pointer: 0 is a string.
      g_hash_table_insert(types, name, nil)
      g_hash_table_insert(attributes, name, g_strdup(value))
    }
    // GNOME's keyring forgets the schemas of locked items, so names must not be matched.
    schema = secret_schema_newv(applicationID, SECRET_SCHEMA_DONT_MATCH_NAME, types)!
    g_hash_table_unref(types)
  }

  public func hasKey() async throws(KeyStoreFailure) -> Bool {
    try await limited(to: Keyring.timeout, orElse: { _ in .missing }) { [self] in
      let list = try await awaitingGIO { cancellable, ready, data in
        // Without the unlock flag, the user is not asked.
        secret_password_searchv(schema, attributes, SECRET_SEARCH_NONE, cancellable, ready, data)
      } finish: { result, error in
        secret_password_search_finish(result, error)
      }
      defer { g_list_free_full(list) { g_object_unref($0) } }
      return list != nil
    }
  }

  public func key() async throws(KeyStoreFailure) -> String? {
    guard try await hasKey() else { return nil }
    let key = try await limited(to: Keyring.promptTimeout) { [self] in
      let text = try await awaitingGIO { cancellable, ready, data in
        secret_password_lookupv(schema, attributes, cancellable, ready, data)
      } finish: { result, error in
        secret_password_lookup_finish(result, error)
      }
      defer { secret_password_free(text) }
      return text.map { String(cString: $0) }
    }
    // The key exists, but the user has left the keyring locked.
    guard let key else { throw .locked }
    return key
  }

  public func save(_ key: String) async throws(KeyStoreFailure) {
    _ = try await hasKey()
    try await limited(to: Keyring.promptTimeout) { [self] in
      _ = try await awaitingGIO { cancellable, ready, data in
        secret_password_storev(
          schema, attributes, SECRET_COLLECTION_DEFAULT, label, key, cancellable, ready, data)
      } finish: { result, error in
        secret_password_store_finish(result, error)
      }
    }
  }

  public func clear() async throws(KeyStoreFailure) {
    // Reading the key first makes the service ask for unlocking, which deleting does not.
    guard try await key() != nil else { return }
    try await limited(to: Keyring.promptTimeout) { [self] in
      _ = try await awaitingGIO { cancellable, ready, data in
        secret_password_clearv(schema, attributes, cancellable, ready, data)
      } finish: { result, error in
        secret_password_clear_finish(result, error)
      }
    }
    guard try await !hasKey() else { throw .failed }
  }
}

@MainActor private func limited<Value: Sendable>(
  to limit: Duration, orElse failure: @escaping (any Error) -> KeyStoreFailure = failure,
  _ work: @escaping @MainActor () async throws -> Value
) async throws(KeyStoreFailure) -> Value {
  let task = Task { () -> Result<Value, KeyStoreFailure> in
    do { return .success(try await work()) } catch { return .failure(failure(error)) }
  }
  if let outcome = await wait(upTo: limit, for: { await task.value }) { return try outcome.get() }
  // A service that hangs may not even react to the cancellation.
  task.cancel()
  throw .silent
}

private func failure(_ error: any Error) -> KeyStoreFailure {
  switch error {
  // The user dismissed the prompt.
  case is CancellationError: .locked
  case let error as GLibError where error.isLocked: .locked
  default: .failed
  }
}

extension GLibError {
  fileprivate var isLocked: Bool {
    domain == String(cString: g_quark_to_string(secret_error_get_quark()))
      && code == Int32(bitPattern: SECRET_ERROR_IS_LOCKED.rawValue)
  }
}
