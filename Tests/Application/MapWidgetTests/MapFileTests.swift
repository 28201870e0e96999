import Foundation
import TestFiles
import TestSupport
import Testing
import TravelModel
import Widgets

@testable import MapWidget

/// Maps in files, also in those that lie.
struct MapFileTests {
  private let folder = TemporaryFolder()

  private func write(_ bytes: [UInt8], _ name: String = "map.pmtiles") throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func open(_ bytes: [UInt8]) async throws -> MapFile {
    try await MapFile.open(write(bytes))
  }

  /// A database that some statements fill.
  private func openDatabase(_ statements: String) async throws -> MapFile {
    let path = "\(folder.path)/map.mbtiles"
    let database = try Database(path)
    try database.rows(statements)
    database.close()
    return try await MapFile.open(path)
  }

  /// The north-eastern tile of zoom 1 is missing, and zoom 3 is of one picture.
  private let tiles: [SampleTile] = {
    let few = [
      SampleTile(0, 0, 0, [1]), SampleTile(1, 0, 0, [2]), SampleTile(1, 0, 1, [3]),
      SampleTile(1, 1, 1, [4]),
    ]
    return few + SampleTile.all(ofZoom: 3, [5, 6])
  }()

  private func expectTiles(in map: MapFile) async {
    for tile in tiles {
      let found = await map.tile(TilePlace(x: tile.x, y: tile.y, zoom: tile.zoom))
      #expect(found == tile.picture, "\(tile)")
    }
    for (x, y, zoom) in [(1, 0, 1), (0, 0, 2), (0, 0, 4)] {
      #expect(await map.tile(TilePlace(x: x, y: y, zoom: zoom)) == nil)
    }
  }

  @Test func `tiles are numbered along the curve of the format`() {
    #expect(PMTiles.number(x: 0, y: 0, zoom: 0) == 0)
    #expect(PMTiles.number(x: 1, y: 0, zoom: 1) == 4)
    #expect(PMTiles.number(x: 3423, y: 1763, zoom: 12) == 19_078_479)
  }

  @Test(arguments: [true, false], [nil, 1, 2, 1000])
  func `tiles are found in PMTiles`(isPacked: Bool, leafSize: Int?) async throws {
    let metadata = #"{"attribution":"<a href=\"https://a.example\">A &amp; B</a>\n maps"}"#
    var parts = PMTilesParts(
      tiles, metadata: metadata, isPacked: isPacked, leafSize: leafSize)
    parts.bounds = [2, 48, 3, 49.5]
    let map = try await open(parts.bytes)
    await expectTiles(in: map)
    #expect(map.map.zooms == 0...3)
    #expect(map.map.credits == [TileMap.Credit("A & B maps")])
    #expect(map.map.shows(Coordinate(latitude: 49.4, longitude: 2.1)!))
    #expect(!map.map.shows(Coordinate(latitude: 47.9, longitude: 2.1)!))
  }

  @Test func `tiles are found in MBTiles from the north`() async throws {
    let path = "\(folder.path)/a map? 100%#.mbtiles"
    try writeMBTiles(
      tiles,
      metadata: ["bounds": "2.0, 48.0,3.0,49.5", "minzoom": "1", "attribution": "<b>A</b> & B"],
      to: path)
    let map = try await MapFile.open(path)
    #expect(map.map.zooms == 1...3)
    #expect(map.map.credits == [TileMap.Credit("A & B")])
    #expect(map.map.longitudes == 2...3)
    #expect(map.map.latitudes == 48...49.5)
    #expect(await map.tile(TilePlace(x: 0, y: 0, zoom: 1)) == [2])
    #expect(await map.tile(TilePlace(x: 0, y: 1, zoom: 1)) == [3])
    #expect(await map.tile(TilePlace(x: 1, y: 0, zoom: 1)) == nil)
    // Nothing is written beside it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func `MBTiles may be a view, and say nothing of themselves`() async throws {
    let map = try await openDatabase(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE map (z INTEGER, x INTEGER, y INTEGER, image INTEGER);
      CREATE TABLE images (image INTEGER PRIMARY KEY, tile_data BLOB);
      CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, y AS tile_row, tile_data
        FROM map JOIN images USING (image);
      INSERT INTO images VALUES (1, X'07');
      INSERT INTO map VALUES (2, 0, 3, 1);
      """)
    #expect(map.map.zooms == 0...2)
    #expect(map.map.credits == [TileMap.Credit("map.mbtiles")])
    #expect(await map.tile(TilePlace(x: 0, y: 0, zoom: 2)) == [7])
  }

  @Test func `what a file says wrong is said of the whole world`() async throws {
    var parts = PMTilesParts(tiles)
    parts.zooms = (200, 100)
    parts.bounds = [10, 20, -10, 30]
    parts.metadata = gzipped(Array("{".utf8))
    let map = try await open(parts.bytes).map
    #expect(map.zooms == 19...19)
    #expect(map.longitudes == -180...180)
    #expect(map.credits == [TileMap.Credit("map.pmtiles")])
    let long = String(repeating: "<i>long</i>", count: 10_000)
    parts.metadata = gzipped(Array(#"{"attribution":"\#(long)"}"#.utf8))
    #expect(try await open(parts.bytes).map.credits.first?.text.count == 200)
  }

  @Test func `files that are no maps are refused`() async throws {
    await #expect(throws: MapFileFailure.missing) { try await MapFile.open("/nonexistent/a") }
    await #expect(throws: MapFileFailure.unreadable) { try await MapFile.open(folder.path) }
    await #expect(throws: MapFileFailure.damaged) { try await open([]) }
    await #expect(throws: MapFileFailure.damaged) { try await open(Array("PMTiles\u{3}".utf8)) }
    await #expect(throws: MapFileFailure.damaged) {
      try await openDatabase("CREATE TABLE pin (id INTEGER)")
    }
    var vector = PMTilesParts(tiles)
    vector.type = 1
    await #expect(throws: MapFileFailure.vector) { try await open(vector.bytes) }
    let path = "\(folder.path)/vector.mbtiles"
    try writeMBTiles(tiles, metadata: ["format": "pbf"], to: path)
    await #expect(throws: MapFileFailure.vector) { try await MapFile.open(path) }
  }

  @Test func `a database that computes for long has no tiles`() async throws {
    let map = try await openDatabase(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      INSERT INTO metadata VALUES ('maxzoom', '5');
      CREATE TABLE n (i INTEGER);
      INSERT INTO n WITH RECURSIVE n(i) AS (SELECT 9 UNION ALL SELECT i + 1 FROM n LIMIT 99)
        SELECT i FROM n;
      CREATE VIEW tiles AS SELECT a.i + b.i + c.i AS zoom_level, a.i * b.i * c.i AS tile_column,
        a.i - b.i - c.i AS tile_row, X'01' AS tile_data FROM n a, n b, n c;
      """)
    #expect(map.map.zooms == 0...5)
    for _ in 0..<3 { #expect(await map.tile(TilePlace(x: 0, y: 0, zoom: 5)) == nil) }
  }

  @Test(arguments: [
    "SELECT hex(1)",
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
  ])
  func `a database that calls functions or computes for ever is refused`(row: String) async throws {
    await #expect(throws: MapFileFailure.damaged) {
      try await openDatabase(
        """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, d AS tile_data
          FROM (SELECT (\(row)) AS d);
        """)
    }
  }

  @Test func `tiles that are too long are none`() async throws {
    let map = try await openDatabase(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE tiles (
        zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      INSERT INTO tiles VALUES (0, 0, 0, zeroblob(3000000)), (1, 0, 0, X'01'), (1, 1, 1, NULL);
      """)
    #expect(await map.tile(TilePlace(x: 0, y: 0, zoom: 0)) == nil)
    #expect(await map.tile(TilePlace(x: 0, y: 1, zoom: 1)) == [1])
    #expect(await map.tile(TilePlace(x: 1, y: 0, zoom: 1)) == nil)
    let archive = try await open(
      PMTilesParts([SampleTile(0, 0, 0, [UInt8](repeating: 1, count: 3_000_000))]).bytes)
    #expect(await archive.tile(TilePlace(x: 0, y: 0, zoom: 0)) == nil)
  }

  @Test func `directories that lead to themselves or far away have no tiles`() async throws {
    var parts = PMTilesParts()
    // One entry, of a directory of five bytes, at the beginning of all directories.
    parts.root = [1, 0, 0, 5, 1]
    parts.leaves = parts.root
    var map = try await open(parts.bytes)
    #expect(await map.tile(TilePlace(x: 0, y: 0, zoom: 0)) == nil)
    let far: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]
    for count: UInt8 in [0, 1] {
      for length in [[5], far] {
        for offset in [[1], far] {
          parts.root = [1, 0, count] + length + offset
          map = try await open(parts.bytes)
          #expect(await map.tile(TilePlace(x: 0, y: 0, zoom: 0)) == nil)
        }
      }
    }
  }

  @Test func `a directory that unpacks to too much is none`() async throws {
    var parts = PMTilesParts(tiles)
    parts.root = gzipped([UInt8](repeating: 0, count: 2 << 20))
    await #expect(throws: MapFileFailure.damaged) { try await open(parts.bytes) }
  }

  @Test func `archives that are cut or changed are read as far as they go`() async throws {
    var random = SeededNumbers(seed: 7)
    let path = "\(folder.path)/map.mbtiles"
    try writeMBTiles(tiles, metadata: ["bounds": "2,48,3,49"], to: path)
    let database = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let archives = [true, false].map {
      PMTilesParts(tiles, isPacked: $0, leafSize: 4).bytes
    }
    for round in 0..<600 {
      var bytes = (archives + [database])[round % 3]
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 8..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if round % 5 == 0 {
        bytes = Array(bytes.prefix(.random(in: 0..<bytes.count, using: &random)))
      }
      guard let map = try? await open(bytes) else { continue }
      for tile in tiles {
        let found = await map.tile(TilePlace(x: tile.x, y: tile.y, zoom: tile.zoom))
        #expect(found?.count ?? 0 <= MapFile.longestTile)
      }
    }
  }
}
