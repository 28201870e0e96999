import CSQLite
import Files
import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import TravelStore

/// How a connection reads, and what it says of a disk that fails.
struct ConnectionTests {
  @Test func `what comes behind the first row is not read`() throws {
    let connection = try Connection<SQLiteError>(path: Connection<SQLiteError>.memory)
    // The second row has no value.
    let sql: String = "SELECT 1 UNION ALL SELECT abs(-9223372036854775807 - 1)"
    #expect(try connection.first(sql) { $0.integer(0) } == 1)
    #expect(throws: SQLiteError.self) { try connection.run(sql) }
    // It begins again with the next use.
    #expect(try connection.first(sql) { $0.integer(0) } == 1)
    try connection.execute("CREATE TABLE t (a)")
  }

  @Test func `what is written where the quota is reached finds the disk full`() async throws {
    let scratch = Scratch()
    let store = try await TravelStore(folder: scratch.folder)
    let disk = FailingDisk(below: scratch.folder, error: EDQUOT)
    await #expect(throws: StoreError.noSpace(path: scratch.file)) {
      _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    }
    disk.mend()
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    #expect(try await store.pins().count == 1)
  }

  @Test func `locks that are waited for in vain are another program’s`() {
    #expect(
      StoreError(SQLiteError(SQLiteCode(rawValue: SQLITE_PROTOCOL), path: "p")) == .busy(path: "p"))
  }

  @Test func `of what was written but not confirmed it is not said that it was not saved`() {
    func failure(_ code: Int32, _ systemError: Int32 = EIO) -> StoreError {
      StoreError(SQLiteError(SQLiteCode(rawValue: code), systemError: systemError, path: "p"))
    }
    #expect(failure(SQLITE_IOERR | 4 << 8) == .unconfirmed(path: "p"))
    #expect(failure(SQLITE_IOERR | 4 << 8, ENOSPC) == .noSpace(path: "p"))
    #expect(failure(SQLITE_IOERR | 3 << 8) == .failed(path: "p", reason: ""))
  }
}

/// A disk that refuses what SQLite writes to files below a folder.
private final class FailingDisk {
  private static let state = Mutex<(folder: String, error: Int32)?>(nil)
  private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int
  private static let names = ["pwrite", "pwrite64"]
  private static var system: UnsafeMutablePointer<sqlite3_vfs> { sqlite3_vfs_find(nil) }

  init(below folder: String, error: Int32) {
    FailingDisk.state.withLock { $0 = (folder, error) }
    let write: Write = { file, bytes, count, place in
      let path =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)"))
      let failure = FailingDisk.state.withLock { state in
        state.flatMap { path?.hasPrefix($0.folder) == true ? $0.error : nil }
      }
      guard let failure else { return pwrite(file, bytes, count, place) }
      errno = failure
      return -1
    }
    set(unsafeBitCast(write, to: sqlite3_syscall_ptr.self))
  }

  func mend() {
    set(nil)
    FailingDisk.state.withLock { $0 = nil }
  }

  private func set(_ call: sqlite3_syscall_ptr?) {
    let system = FailingDisk.system
    for name in FailingDisk.names { _ = system.pointee.xSetSystemCall(system, name, call) }
  }
}
