import CGLib
import CSecret
import GLibBridge
public import Tourist

/// The desktop's keyring, through the Secret Service, as the keeper of one key.
///
/// No call waits for ever: a service that hangs is given up, and so is a question to the user that
/// nobody answers.
public struct Keyring: KeyKeeper {
  private let applicationID: String
  private let service: String
  private let label: String

  /// How long the service may take for what asks the user nothing, in milliseconds.
  private static let patience: UInt32 = 5_000
  /// How long a user may take to unlock the keyring, in milliseconds.
  private static let patienceWithUser: UInt32 = 120_000

  /// Keeps the key to a service under the id of the program; people who look into their keyring
  /// read `label`.
  public init(applicationID: String, service: String, label: String) {
    self.applicationID = applicationID
    self.service = service
    self.label = label
  }

  public func holdsKey() async throws(KeeperFailure) -> Bool {
    try await limited(to: Keyring.patience, orElse: { _ in .missing }) { try await find() }.get()
  }

  public func key() async throws(KeeperFailure) -> String? {
    guard try await holdsKey() else { return nil }
    let key = try await limited(to: Keyring.patienceWithUser) { try await lookUp() }.get()
    // The service finds nothing in what the user leaves locked.
    guard let key else { throw .locked }
    return key
  }

  public func keep(_ key: String) async throws(KeeperFailure) {
    _ = try await holdsKey()
    try await limited(to: Keyring.patienceWithUser) { try await store(key) }.get()
  }

  public func clear() async throws(KeeperFailure) {
    // To delete asks nobody to unlock the keyring, and to read does.
    guard try await key() != nil else { return }
    try await limited(to: Keyring.patienceWithUser) { try await delete() }.get()
    guard try await !holdsKey() else { throw .failed }
  }
}

extension Keyring {
  @MainActor private func find() async throws -> Bool {
    let entry = Entry(self)
    let list = try await awaitingGIO { cancellable, ready, data in
      // Without the flag to unlock, nobody is asked.
      secret_password_searchv(
        entry.schema, entry.attributes, SECRET_SEARCH_NONE, cancellable, ready, data)
    } finish: { result, error in
      secret_password_search_finish(result, error)
    }
    defer { g_list_free_full(list) { g_object_unref($0) } }
    return list != nil
  }

  @MainActor private func lookUp() async throws -> String? {
    let entry = Entry(self)
    let text = try await awaitingGIO { cancellable, ready, data in
      secret_password_lookupv(entry.schema, entry.attributes, cancellable, ready, data)
    } finish: { result, error in
      secret_password_lookup_finish(result, error)
    }
    guard let text else { return nil }
    defer { secret_password_free(text) }
    return String(cString: text)
  }

  @MainActor private func store(_ key: String) async throws {
    let entry = Entry(self)
    _ = try await awaitingGIO { cancellable, ready, data in
      secret_password_storev(
        entry.schema, entry.attributes, SECRET_COLLECTION_DEFAULT, label, key, cancellable, ready,
        data)
    } finish: { result, error in
      secret_password_store_finish(result, error)
    }
  }

  @MainActor private func delete() async throws {
    let entry = Entry(self)
    _ = try await awaitingGIO { cancellable, ready, data in
      secret_password_clearv(entry.schema, entry.attributes, cancellable, ready, data)
    } finish: { result, error in
      secret_password_clear_finish(result, error)
    }
  }

  /// By what the key is found in the keyring.
  @MainActor private final class Entry {
    let schema: UnsafeMutablePointer<SecretSchema>
    let attributes: OpaquePointer

    init(_ keyring: Keyring) {
      let types = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, nil)!
      attributes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)!
      for (name, value) in [
        ("application", keyring.applicationID), ("service", keyring.service),
      ] {
        // An attribute's type is a number in the place of a pointer: zero is a string.
        g_hash_table_insert(types, g_strdup(name), nil)
        g_hash_table_insert(attributes, g_strdup(name), g_strdup(value))
      }
      // GNOME's keyring knows the schemas of what it has locked away no more.
      schema = secret_schema_newv(
        keyring.applicationID, SECRET_SCHEMA_DONT_MATCH_NAME, types)!
      g_hash_table_unref(types)
    }

    isolated deinit {
      g_hash_table_unref(attributes)
      secret_schema_unref(schema)
    }
  }
}

/// Does some work, or gives up waiting for it.
@MainActor private func limited<Value: Sendable>(
  to milliseconds: UInt32, orElse failure: @escaping (any Error) -> KeeperFailure = failure,
  _ work: @escaping @MainActor () async throws -> Value
) async -> Result<Value, KeeperFailure> {
  await withCheckedContinuation { continuation in
    var waiting: CheckedContinuation<Result<Value, KeeperFailure>, Never>? = continuation
    func end(_ outcome: Result<Value, KeeperFailure>) {
      waiting?.resume(returning: outcome)
      waiting = nil
    }
    var limit: ScheduledCall?
    let task = Task {
      do {
        end(.success(try await work()))
      } catch {
        end(.failure(failure(error)))
      }
      limit?.cancel()
    }
    limit = MainLoop.after(milliseconds: milliseconds) {
      // A service that hangs may not even end what is cancelled.
      end(.failure(.silent))
      task.cancel()
    }
  }
}

/// What an error of the keyring's means.
private func failure(_ error: any Error) -> KeeperFailure {
  switch error {
  // The user dismissed the question.
  case is CancellationError: .locked
  case let error as GLibError where error.isOfLock: .locked
  default: .failed
  }
}

extension GLibError {
  /// Tells whether it says that the keyring is locked.
  fileprivate var isOfLock: Bool {
    domain == String(cString: g_quark_to_string(secret_error_get_quark()))
      && code == Int32(bitPattern: SECRET_ERROR_IS_LOCKED.rawValue)
  }
}
