public import Files
public import TravelStore

/// Why a library was not backed up, or a backup not read; nothing has changed.
public enum BackupFailure: Error, Hashable, Sendable {
  /// The user has cancelled it.
  case cancelled
  /// The backup would be in the library's own folder.
  case insideLibrary
  /// The backup cannot be written.
  case disk(DiskFailure)
  /// The library cannot be read, or there is no room for another beside it.
  case library(StoreError)
  /// The file does not exist, or cannot be read.
  case unreadable
  /// The file is no backup.
  case notABackup
  /// The file was written by a newer version of this program.
  case newerVersion
  /// The file is incomplete or has been altered.
  case damaged
  /// The file was made to do harm.
  case harmful
}

/// Runs work on the disk, and converts its failure.
func onDisk<Value>(_ work: () throws(DiskFailure) -> Value) throws(BackupFailure) -> Value {
  do { return try work() } catch { throw .disk(error) }
}

/// Runs work on a library, and converts its failure.
func inLibrary<Value>(_ work: () throws(StoreError) -> Value) throws(BackupFailure) -> Value {
  do { return try work() } catch { throw .library(error) }
}
