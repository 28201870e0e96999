import CGLib
import GLibBridge

/// Bytes that are put together piece by piece.
final class ByteArray {
  private let array = g_byte_array_new()!
  deinit { g_byte_array_unref(array) }

  func append(_ bytes: Bytes) {
    bytes.withUnsafeBytes { buffer in
      _ = g_byte_array_append(
        array, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), guint(buffer.count))
    }
  }

  /// What was put together so far; nothing of it is copied.
  func bytes() -> Bytes {
    Bytes(adopting: g_byte_array_free_to_bytes(g_byte_array_ref(array)))
  }
}
