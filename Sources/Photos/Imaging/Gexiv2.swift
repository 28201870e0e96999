import CExif
import Synchronization

/// The library that reads and writes metadata, whose XMP is to be used from one thread at a time.
package enum Gexiv2 {
  /// Does some work while nobody else uses the library; nil where it cannot be used at all.
  package static func use<Value>(_ work: () -> Value?) -> Value? {
    lock.withLock { _ in isReady ? work() : nil }
  }

  private static let lock = Mutex(())

  private static let isReady: Bool = {
    // Defects of users' files do not belong in the program's log.
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    return gexiv2_initialize() != 0
  }()
}
