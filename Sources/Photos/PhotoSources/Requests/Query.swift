/// Adds parameters to an address, and encodes them.
package func address(_ endpoint: String, _ parameters: KeyValuePairs<String, String>) -> String {
  "\(endpoint)\(endpoint.contains("?") ? "&" : "?")\(query(parameters))"
}

/// Encodes parameters.
package func query(_ parameters: KeyValuePairs<String, String>) -> String {
  parameters.map { "\($0.key)=\(encoded($0.value))" }.joined(separator: "&")
}

private func encoded(_ value: String) -> String {
  var result = ""
  for byte in value.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      result.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return result
}
