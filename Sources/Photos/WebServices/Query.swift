import CGLib

/// Adds parameters to an address, and encodes them.
package func address(_ endpoint: String, _ parameters: KeyValuePairs<String, String>) -> String {
  "\(endpoint)\(endpoint.contains("?") ? "&" : "?")\(query(parameters))"
}

package func query(_ parameters: KeyValuePairs<String, String>) -> String {
  parameters.map { "\($0.key)=\(encoded($0.value))" }.joined(separator: "&")
}

private func encoded(_ value: String) -> String {
  let text = g_uri_escape_string(value, nil, 0)!
  defer { g_free(text) }
  return String(cString: text)
}
