import CGLib

/// Writes a line to the debug log; `G_MESSAGES_DEBUG=virtual-tourist` in the environment shows it.
///
/// No line may contain a key, or the part after the `?` of an address, which may be one.
public func debugLog(_ message: @autoclosure () -> String) {
  // Built only if somebody reads it.
  guard g_log_writer_default_would_drop(G_LOG_LEVEL_DEBUG, logDomain.text) == 0 else { return }
  message().withCString { message in
    var fields = [
      GLogField(key: StaticString("MESSAGE").text, value: message, length: -1),
      GLogField(key: StaticString("GLIB_DOMAIN").text, value: logDomain.text, length: -1),
    ]
    g_log_structured_array(G_LOG_LEVEL_DEBUG, &fields, gsize(fields.count))
  }
}

private let logDomain: StaticString = "virtual-tourist"

extension StaticString {
  fileprivate var text: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
