import Files
import Glibc
import Imaging
import SQLite
import TravelModel

/// The metadata of the files below one folder, cached in a SQLite file.
final class PictureIndex {
  private let connection: Connection<SQLiteError>

  static let fileName = "pictures.sqlite"

  /// Identifies index files, as "VTpi", and their version; files that do not match are replaced.
  private static let applicationID: Int64 = 0x5654_7069
  private static let version: Int64 = 3

  /// Opens the index in a cache folder, or makes a new one; it is in memory if nothing can be
  /// written.
  static func open(in cache: String) throws(SQLiteError) -> PictureIndex {
    for isSecondTry in [false, true] {
      if isSecondTry { delete(in: cache) }
      let index = Result {
        try makeFolder(cache)
        return try PictureIndex(path: "\(cache)/\(fileName)")
      }
      if case .success(let index) = index { return index }
    }
    return try inMemory()
  }

  static func inMemory() throws(SQLiteError) -> PictureIndex {
    try PictureIndex(path: Connection<SQLiteError>.memory)
  }

  static func delete(in cache: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(cache)/\(fileName)\(suffix)") }
  }

  private init(path: String) throws(SQLiteError) {
    connection = try Connection(path: path)
    // A power cut may lose the last changes, which the next refresh repeats.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) }
    let version = try connection.first("PRAGMA user_version") { $0.integer(0) }
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    if tables == 0 {
      try connection.transaction { () throws(SQLiteError) in try connection.execute(Self.schema) }
    } else if application != Self.applicationID || version != Self.version {
      throw SQLiteError(.notADatabase, path: path)
    }
    try connection.execute("CREATE TABLE IF NOT EXISTS readable_kind (name TEXT NOT NULL)")
  }

  /// Files without a coordinate have a row as well, so that they are not read again.
  private static let schema = """
    CREATE TABLE folder (path TEXT NOT NULL);
    CREATE TABLE file (
      path TEXT PRIMARY KEY,
      modified INTEGER NOT NULL,
      size INTEGER NOT NULL,
      latitude REAL,
      longitude REAL,
      width INTEGER,
      height INTEGER,
      taken TEXT,
      title TEXT,
      author TEXT,
      license TEXT,
      license_url TEXT,
      heading REAL
    );
    CREATE INDEX file_place ON file (latitude, longitude) WHERE latitude IS NOT NULL;
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Prepares the index for a folder, and clears it if it was for another one.
  ///
  /// Files without a place are forgotten if there are new kinds of pictures that can be read.
  func begin(_ folder: String, reading kinds: Set<PictureKind>) throws(SQLiteError) {
    let before = try connection.first("SELECT path FROM folder") { $0.text(0) }
    let names = Set(kinds.map(\.rawValue))
    let known = Set(try connection.all("SELECT name FROM readable_kind") { $0.text(0) })
    guard before != folder || names != known else { return }
    try connection.transaction { () throws(SQLiteError) in
      if before != folder {
        try connection.execute("DELETE FROM folder; DELETE FROM file")
        try connection.run("INSERT INTO folder (path) VALUES (?)", [folder])
      } else if !names.isSubset(of: known) {
        try connection.execute("DELETE FROM file WHERE latitude IS NULL")
      }
      try connection.execute("DELETE FROM readable_kind")
      for name in names {
        try connection.run("INSERT INTO readable_kind (name) VALUES (?)", [name])
      }
    }
  }

  func stamps() throws(SQLiteError) -> [String: FoundFile.Stamp] {
    var stamps: [String: FoundFile.Stamp] = [:]
    try connection.run("SELECT path, modified, size FROM file") { row throws(SQLiteError) in
      stamps[row.text(0) ?? ""] = FoundFile.Stamp(modified: row.integer(1), size: row.integer(2))
    }
    return stamps
  }

  /// Stores the metadata of some files in one transaction.
  func save(_ files: [(file: FoundFile, details: PictureDetails?)]) throws(SQLiteError) {
    try connection.transaction { () throws(SQLiteError) in
      for (file, details) in files {
        try connection.run(
          """
          INSERT OR REPLACE INTO file (path, modified, size, latitude, longitude, width, height,
            taken, title, author, license, license_url, heading)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            file.path, file.stamp.modified, file.stamp.size, details?.coordinate.latitude,
            details?.coordinate.longitude, details.map { Int64($0.size.width) },
            details.map { Int64($0.size.height) }, details?.taken, details?.title,
            details?.author, details?.license, details?.licenseAddress, details?.heading,
          ])
      }
    }
  }

  func forget(_ paths: some Collection<String>) throws(SQLiteError) {
    guard !paths.isEmpty else { return }
    try connection.transaction { () throws(SQLiteError) in
      for path in paths { try connection.run("DELETE FROM file WHERE path = ?", [path]) }
    }
  }

  /// The pictures within a radius in metres, nearest first.
  func pictures(near place: Coordinate, within radius: Double) throws(SQLiteError) -> [NearPicture]
  {
    var pictures: [NearPicture] = []
    let bounds = place.bounds(within: radius)
    for longitudes in bounds.longitudes {
      pictures += try connection.all(
        """
        SELECT path, latitude, longitude, taken FROM file
        WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ?
        """,
        [
          bounds.latitudes.lowerBound, bounds.latitudes.upperBound, longitudes.lowerBound,
          longitudes.upperBound,
        ]
      ) { row in
        guard let path = row.text(0),
          let coordinate = Coordinate(latitude: row.number(1), longitude: row.number(2))
        else { return nil }
        let distance = place.distance(to: coordinate)
        return distance > radius
          ? nil : NearPicture(path: path, distance: distance, taken: row.text(3))
      }
    }
    return pictures.sorted { ($0.distance, $0.path) < ($1.distance, $1.path) }
  }

  /// The places of all pictures that have one, by their paths below `folder`.
  func places(in folder: String) throws(SQLiteError) -> [PicturePlace] {
    try connection.all(
      "SELECT path, latitude, longitude FROM file WHERE latitude IS NOT NULL ORDER BY taken, path"
    ) { row in
      guard let path = row.text(0),
        let coordinate = Coordinate(latitude: row.number(1), longitude: row.number(2))
      else { return nil }
      return PicturePlace(file: "\(folder)/\(path)", coordinate: coordinate)
    }
  }

  func details(of path: String) throws(SQLiteError) -> PictureDetails? {
    try connection.first(
      """
      SELECT latitude, longitude, width, height, taken, title, author, license, license_url,
        heading
      FROM file WHERE path = ? AND latitude IS NOT NULL
      """, [path]
    ) { row in
      guard let place = Coordinate(latitude: row.number(0), longitude: row.number(1)),
        let size = PixelSize(untrustedWidth: Int(row.integer(2)), height: Int(row.integer(3)))
      else { return nil }
      var details = PictureDetails(coordinate: place, size: size)
      details.taken = row.text(4)
      details.title = row.text(5)
      details.author = row.text(6)
      details.license = row.text(7)
      details.licenseAddress = row.text(8)
      details.heading = row.optionalNumber(9)
      return details
    }
  }
}

/// One of the user's pictures, and its distance from a place in metres.
struct NearPicture: Hashable, Sendable {
  let path: String
  let distance: Double
  let taken: String?
}
