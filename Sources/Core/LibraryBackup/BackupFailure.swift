public import Files
public import TravelStore

/// Why a library was not backed up, or a backup not read; nothing has changed then.
public enum BackupFailure: Error, Hashable, Sendable {
  /// The user has cancelled it.
  case cancelled
  /// The backup would be in the library's own folder.
  case insideLibrary
  /// The backup cannot be written.
  case disk(DiskFailure)
  /// The library cannot be read, or there is no room for another beside it.
  case library(StoreError)
  /// The file is not there, or the disk refuses it.
  case unreadable
  /// The file is something else.
  case notABackup
  /// The file was written by a newer version of this program.
  case newerVersion
  /// The file is not whole, or not as it was written.
  case damaged
  /// The file is one that is made to do harm.
  case harmful
}

/// Runs work on the disk.
func onDisk<Value>(_ work: () throws(DiskFailure) -> Value) throws(BackupFailure) -> Value {
  do { return try work() } catch { throw .disk(error) }
}

/// Runs work on a library.
func inLibrary<Value>(_ work: () throws(StoreError) -> Value) throws(BackupFailure) -> Value {
  do { return try work() } catch { throw .library(error) }
}
