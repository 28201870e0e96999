import CGLib
public import Glibc

/// A regular file, open for reading.
public final class OpenFile: Sendable {
  public let descriptor: Int32
  public let status: stat

  public enum Failure: Error {
    case missing
    /// The system refuses to open it.
    case unreadable
    /// It is a folder, a pipe or a device.
    case otherKind
  }

  public init(_ path: String, followingLink: Bool = true) throws(Failure) {
    // Opening a pipe would block until there is a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLink ? 0 : O_NOFOLLOW)
    descriptor = SystemPath.use(path) { open($0, flags) }
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    self.status = status
    // All properties are set, so `deinit` closes the descriptor even after a throw.
    guard isKnown else { throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable }
    guard status.isRegularFile else { throw .otherKind }
  }

  /// Makes a file in memory with some bytes, for code that only reads files.
  public convenience init(holding bytes: UnsafeRawBufferPointer) throws(Failure) {
    let closesOnExecution: UInt32 = 1  // MFD_CLOEXEC, which Swift does not see.
    self.init(adopting: memfd_create("bytes", closesOnExecution), size: bytes.count)
    let isWritten =
      bytes.isEmpty || write(descriptor, bytes.baseAddress!, bytes.count) == bytes.count
    guard descriptor >= 0, isWritten else { throw .unreadable }
  }

  /// Takes over a descriptor of a file whose size is known, or has been told by another process.
  package init(adopting descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    var status = stat()
    status.st_size = off_t(size)
    self.status = status
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The size when it was opened, in bytes.
  public var size: Int { Int(status.st_size) }

  /// Reads the whole file; nil if that fails.
  public func content() -> [UInt8]? {
    let bytes = bytes(at: 0, count: size)
    return bytes.count == size ? bytes : nil
  }

  /// Reads up to `count` bytes at an offset; fewer at the file's end or after a failure.
  public func bytes(at offset: Int, count: Int) -> [UInt8] {
    Array(unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
  }

  /// Calls `body` with the first `size` bytes, or all of them, piece by piece; false if they cannot
  /// all be read.
  public func forEachPiece<Failure>(
    of size: Int? = nil, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < size ?? .max {
      let most = min(buffer.count, (size ?? .max) - offset)
      let count = pread(descriptor, buffer.baseAddress, most, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 && size == nil }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
    return true
  }

  /// Copies it into a new file and syncs that; false, without a new file, if it cannot be read to
  /// its end.
  public func copy(to file: IncomingFile) throws(DiskFailure) -> Bool {
    do throws(DiskFailure) {
      let isWhole = try forEachPiece { piece throws(DiskFailure) in try file.append(piece) }
      if isWhole { _ = try file.sync() } else { file.discard() }
      return isWhole
    } catch {
      file.discard()
      throw error
    }
  }
}
