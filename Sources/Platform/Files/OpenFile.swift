public import Glibc

/// A regular file, open for reading.
public final class OpenFile {
  public let descriptor: Int32
  /// What the system said of it when it was opened.
  public let status: stat

  public enum Failure: Error {
    case missing
    /// The system does not let it be opened.
    case unreadable
    /// It is a folder, a pipe or a device.
    case otherKind
  }

  public init(_ path: String) throws(Failure) {
    // Opening a pipe would wait for somebody who writes to it.
    descriptor = SystemPath.use(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    self.status = status
    // All properties are set: `deinit` closes the descriptor here too.
    guard isKnown else { throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .otherKind }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// How many bytes it had when it was opened.
  public var size: Int { Int(status.st_size) }

  /// Reads the next bytes, and returns how many; 0 at the end, and nil where the system refuses.
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { return nil }
    }
  }

  /// Reads as many bytes as it had; nil where they cannot all be read.
  public func content() -> [UInt8]? {
    var (filled, isWhole) = (0, true)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while filled < buffer.count, isWhole {
        let read = read(
          into: UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[filled...])))
        filled += read ?? 0
        isWhole = (read ?? 0) > 0
      }
      count = filled
    }
    return isWhole ? bytes : nil
  }

  /// Hands out what is left, piece by piece; false where it cannot be read to its end.
  public func forEachPiece<Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while let count = read(into: buffer) {
      if count == 0 { return true }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return false
  }
}
