import CSQLite
import Dispatch
import Foundation
import SQLite
import TestDesk
import TravelModel
import TravelStore

/// The time to open an album of a large and of a small library, compared with reading the same rows
/// with SQLite's own functions.
enum AlbumBenchmark {
  private static let rounds = 15
  /// The number of albums that are opened in each round, chosen at random.
  private static let albums = 400
  private static let photosPerAlbum = 10
  private static let (few, many): (Int64, Int64) = (100, 100_000)

  static func run() throws {
    let folder = TouristAtDesk.builtProgram("album-benchmark")
    try? FileManager.default.removeItem(at: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    say("making libraries")
    let begin = now()
    let small = try Reader(folder: folder.appendingPathComponent("small").path, pins: few)
    let large = try Reader(folder: folder.appendingPathComponent("large").path, pins: many)
    let making = now() - begin

    print(
      """
      opening one album of \(photosPerAlbum) photos, \(rounds) rounds of \(albums) at random \
      (libraries made in \(Int(making)) s):
      """)
    var samples: [String: [(program: Double, bare: Double)]] = [:]
    say("opening albums")
    for round in 0...rounds {
      for (name, library) in [("small", small), ("large", large)] {
        let pins = (0..<albums).map { _ in Int64.random(in: 1...library.pins) }
        // The first one to read an album would read it from the disk, and the second one from
        // memory.
        library.bare(pins)
        let times = (try library.opened(pins), library.bare(pins))
        if round > 0 { samples[name, default: []].append(times) }
      }
    }
    for (name, pins) in [("small", few), ("large", many)] {
      let (program, bare) = (samples[name]!.map(\.program), samples[name]!.map(\.bare))
      print(
        "  among \(pins) pins and \(pins * Int64(photosPerAlbum)) photos: \(microseconds(program)),",
        "the same rows in C \(microseconds(bare)),",
        "ratio \(summary(zip(program, bare).map { $0 / $1 })) (aim: 1.5)")
    }
    let growth = zip(samples["large"]!, samples["small"]!).map {
      (program: $0.program / $1.program, bare: $0.bare / $1.bare)
    }
    print(
      "  the large library beside the small: \(summary(growth.map(\.program))) (aim: 1, but for",
      "what it takes C to reach into as much: \(summary(growth.map(\.bare))))")
  }

  /// The seconds for an album, as text in microseconds.
  private static func microseconds(_ seconds: [Double]) -> String {
    "\(summary(seconds.map { $0 * 1e6 }, digits: 0)) µs"
  }

  /// Reads the albums of a library in both ways.
  private final class Reader {
    let pins: Int64
    private let store: TravelStore
    private let database: OpaquePointer
    private let photos: OpaquePointer
    private let info: OpaquePointer

    init(folder: String, pins: Int64) throws {
      self.pins = pins
      nonisolated(unsafe) var store: TravelStore?
      try wait {
        _ = try await TravelStore(folder: folder)
        try Reader.fill("\(folder)/\(TravelStore.fileName)", pins: pins)
        store = try await TravelStore(folder: folder)
      }
      self.store = store!
      var database: OpaquePointer?
      let isOpen = sqlite3_open_v2(
        "\(folder)/\(TravelStore.fileName)", &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
        nil)
      guard isOpen == SQLITE_OK, let database else { throw DeskError("SQLite does not open it") }
      self.database = database
      func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw DeskError(String(cString: sqlite3_errmsg(database))) }
        return statement
      }
      photos = try prepare(
        """
        SELECT id, pin_id, position, source, source_id, path, title, author, license, license_url,
          page_url, image_url, state, large_url, width, height, latitude, longitude, taken, failure,
          merit, is_favorite, look
        FROM photo WHERE pin_id = ? ORDER BY position, id
        """)
      info = try prepare(
        """
        SELECT state, source, total, radius, has_begun_again, stands_in_for, failure
        FROM album WHERE pin_id = ?
        """)
    }

    deinit {
      sqlite3_finalize(photos)
      sqlite3_finalize(info)
      sqlite3_close(database)
    }

    /// Opens albums as the program does, and returns the seconds for one.
    func opened(_ pins: [Int64]) throws -> Double {
      nonisolated(unsafe) var seconds = 0.0
      let store = store
      try wait {
        let begin = now()
        for pin in pins {
          let (photos, info) = try await store.openedAlbum(of: Pin.ID(pin))
          precondition(info.total == 60 && photos.count == photosPerAlbum)
        }
        seconds = (now() - begin) / Double(pins.count)
      }
      return seconds
    }

    /// Reads the same rows with SQLite's own functions, every byte of them, and returns the seconds
    /// for one album.
    @discardableResult
    func bare(_ pins: [Int64]) -> Double {
      let begin = now()
      var sum = 0
      for pin in pins {
        for statement in [info, photos] {
          sqlite3_bind_int64(statement, 1, pin)
          while sqlite3_step(statement) == SQLITE_ROW {
            for column in 0..<sqlite3_column_count(statement) {
              guard let text = sqlite3_column_text(statement, column) else { continue }
              for index in 0..<Int(sqlite3_column_bytes(statement, column)) {
                sum &+= Int(text[index])
              }
            }
          }
          sqlite3_reset(statement)
        }
      }
      let seconds = (now() - begin) / Double(pins.count)
      precondition(sum > 0)
      return seconds
    }

    /// Adds albums to an empty library, in one transaction.
    private static func fill(_ file: String, pins: Int64) throws {
      let connection = try Connection<SQLiteError>(path: file)
      try connection.execute("PRAGMA cache_size = -200000; PRAGMA synchronous = OFF")
      try connection.transaction { () throws(SQLiteError) in
        try connection.execute(
          """
          INSERT INTO pin (id, latitude, longitude, title)
          WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT \(pins))
          SELECT n, n * 37 % 140 - 70, n * 71 % 360 - 180, 'Pin ' || n FROM number;
          INSERT INTO album (pin_id, state, source, total, radius)
          SELECT id, 'found', 'commons', 60, 1000 FROM pin;
          INSERT INTO photo (pin_id, position, source, source_id, path, title, author, license,
            license_url, page_url, image_url, state, large_url, width, height, latitude, longitude,
            taken)
          WITH RECURSIVE place(n) AS
            (VALUES (0) UNION ALL SELECT n + 1 FROM place LIMIT \(photosPerAlbum))
          SELECT id, n, 'commons', id * 1000 + n, id || '/' || printf('%016x', n) || '.jpg',
            'Evening over the hills ' || n, 'Ada Sandbox', 'CC BY-SA 4.0',
            'https://creativecommons.org/licenses/by-sa/4.0',
            'https://commons.wikimedia.org/wiki/File:Evening_over_the_hills_' || n || '.jpg',
            'https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Hills_' || n
              || '.jpg/1280px-Hills_' || n || '.jpg',
            'stored', 'https://upload.wikimedia.org/wikipedia/commons/a/ab/Hills_' || n || '.jpg',
            4000, 3000, latitude, longitude, '2015-06-01 12:00:00'
          FROM pin, place;
          """)
      }
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}

/// Waits for work that runs outside the main actor.
private func wait(for work: @escaping @Sendable () async throws -> Void) throws {
  nonisolated(unsafe) var failure: (any Error)?
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    do { try await work() } catch { failure = error }
    done.signal()
  }
  done.wait()
  if let failure { throw failure }
}
