import CGLib

/// An immutable buffer of bytes that C libraries and Swift share without copying.
public final class Bytes: @unchecked Sendable {  // GBytes is immutable and atomically counted.
  /// The GBytes; C functions that store it add a reference of their own.
  public let pointer: OpaquePointer

  /// Takes ownership of a reference (`transfer full`).
  public init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  public convenience init(copying bytes: some Collection<UInt8>) {
    let contiguous = Array(bytes)
    self.init(adopting: g_bytes_new(contiguous, gsize(contiguous.count)))
  }

  deinit { g_bytes_unref(pointer) }

  public var count: Int { Int(g_bytes_get_size(pointer)) }

  /// Lends the bytes to `body`, which must not store them.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var size: gsize = 0
    let start = g_bytes_get_data(pointer, &size)
    return try body(UnsafeRawBufferPointer(start: start, count: Int(size)))
  }
}
