import CGLib
import GLibBridge

/// A growing buffer of bytes.
final class ByteArray {
  private let array = g_byte_array_new()!
  deinit { g_byte_array_unref(array) }

  func append(_ bytes: Bytes) {
    bytes.withUnsafeBytes { buffer in
      _ = g_byte_array_append(
        array, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), guint(buffer.count))
    }
  }

  /// The content, without a copy.
  func bytes() -> Bytes {
    Bytes(adopting: g_byte_array_free_to_bytes(g_byte_array_ref(array)))
  }
}
