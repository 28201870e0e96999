import CExif
import CGLib
import Files
import Glibc
import Synchronization

/// The metadata library gexiv2, whose XMP functions may be used from one thread at a time.
package enum Gexiv2 {
  /// Does work with exclusive use of the library; nil if the library cannot be initialised.
  package static func use<Value>(_ work: () -> Value?) -> Value? {
    lock.withLock { _ in isReady ? work() : nil }
  }

  /// Does work with the metadata of the picture in a file, and its bytes; nil if it has none.
  static func read<Value>(
    _ file: OpenFile,
    _ work: (UnsafeMutablePointer<GExiv2Metadata>, UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    guard let bytes = mmap(nil, file.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0),
      bytes != MAP_FAILED
    else { return nil }
    defer { munmap(bytes, file.size) }
    return use {
      guard let metadata = gexiv2_metadata_new() else { return nil }
      defer { g_object_unref(metadata) }
      let start = bytes.assumingMemoryBound(to: UInt8.self)
      guard gexiv2_metadata_open_buf(metadata, start, file.size, nil) != 0 else { return nil }
      return work(metadata, UnsafeRawBufferPointer(start: bytes, count: file.size))
    }
  }

  private static let lock = Mutex(())

  private static let isReady: Bool = {
    // Warnings about users' files do not belong in the program's log.
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    return gexiv2_initialize() != 0
  }()
}
