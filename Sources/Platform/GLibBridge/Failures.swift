public import CGLib

public struct GLibError: Error, Hashable, CustomStringConvertible {
  /// The family of errors it belongs to, such as `g-io-error-quark`.
  public let domain: String
  public let code: Int32
  /// The library's message, in the user's language.
  public let message: String

  /// Copies `error` and frees it.
  public init(taking error: UnsafeMutablePointer<GError>) {
    domain = String(cString: g_quark_to_string(error.pointee.domain))
    code = error.pointee.code
    message = String(cString: error.pointee.message)
    g_error_free(error)
  }

  public func isIO(_ code: GIOErrorEnum) -> Bool {
    domain == "g-io-error-quark" && self.code == Int32(bitPattern: code.rawValue)
  }

  /// Whether this is a certain error of a TLS connection.
  public func isTLS(_ code: GTlsError) -> Bool {
    domain == "g-tls-error-quark" && self.code == Int32(bitPattern: code.rawValue)
  }

  public func isDBus(_ code: GDBusError) -> Bool {
    domain == "g-dbus-error-quark" && self.code == Int32(bitPattern: code.rawValue)
  }

  public var description: String { "\(message) (\(domain) \(code))" }
}

/// Calls a C function that reports failure through a `GError **`.
public func throwingGLibError<Value>(
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(GLibError) -> Value {
  var error: UnsafeMutablePointer<GError>?
  let value = body(&error)
  if let error { throw GLibError(taking: error) }
  return value
}
