import CGLib

/// The SHA-256 checksum of bytes that are added in pieces.
final class Checksum {
  private let sum = g_checksum_new(G_CHECKSUM_SHA256)!

  deinit { g_checksum_free(sum) }

  func add(_ bytes: UnsafeRawBufferPointer) {
    g_checksum_update(sum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// The checksum of all bytes in hexadecimal; no more can be added afterwards.
  var digits: String { String(cString: g_checksum_get_string(sum)) }
}

/// The checksums of a backup's files, in the form that `sha256sum --check` reads.
struct Checksums {
  static let name = "SHA256SUMS"
  private static let digits = 64

  private(set) var text = ""

  mutating func add(_ digits: String, of name: String) { text += "\(digits)  \(name)\n" }

  /// Whether a list names exactly the known files, each once, with their checksums.
  static func match(_ list: [UInt8], _ known: [String: String]) -> Bool {
    var listed: [String: String] = [:]
    for line in list.split(separator: UInt8(ascii: "\n")) {
      let name = String(decoding: line.dropFirst(digits + 2), as: UTF8.self)
      let sum = String(decoding: line.prefix(digits), as: UTF8.self)
      guard listed.updateValue(sum, forKey: name) == nil else { return false }
    }
    return listed == known
  }
}
