package import Files

/// Why an album was not exported; nothing of it is left behind.
package enum ExportFailure: Error, Hashable, Sendable {
  /// The user has cancelled it.
  case cancelled
  /// None of the photos could be read.
  case noPhotos
  /// The target is not in a folder of this computer.
  case notLocal
  case disk(DiskFailure)
}

/// Runs work on the disk, and converts its failure.
func onDisk<Value>(_ work: () throws(DiskFailure) -> Value) throws(ExportFailure) -> Value {
  do { return try work() } catch { throw .disk(error) }
}
