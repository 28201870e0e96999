import CExif
import Synchronization

/// The metadata library gexiv2, whose XMP functions may be used from one thread at a time.
package enum Gexiv2 {
  /// Does work with exclusive use of the library; nil if the library cannot be initialised.
  package static func use<Value>(_ work: () -> Value?) -> Value? {
    lock.withLock { _ in isReady ? work() : nil }
  }

  private static let lock = Mutex(())

  private static let isReady: Bool = {
    // Warnings about users' files do not belong in the program's log.
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    return gexiv2_initialize() != 0
  }()
}
