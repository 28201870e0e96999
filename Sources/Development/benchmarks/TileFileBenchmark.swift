import Files
import Foundation
import LoopTesting
import MapWidget
import SQLite
import TestDesk
import TestFiles

/// The time for a tile from a map's file, compared with reading the same bytes by a plain statement,
/// or as many with `pread`.
enum TileFileBenchmark {
  private static let rounds = 20
  /// The number of tiles that are read in each round, chosen at random.
  private static let count = 200
  /// The size of each tile, in bytes: that of streets in a town.
  private static let size = 16_000

  static func run() throws {
    let folder = TouristAtDesk.builtProgram("tile-benchmark").path
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    say("making files")
    var tiles = (0...5).flatMap { SampleTile.all(ofZoom: $0, []) }
    for number in tiles.indices {
      tiles[number].picture = (0..<size).map { UInt8(truncatingIfNeeded: $0 * $0 + number) }
    }
    let (database, archive) = ("\(folder)/map.mbtiles", "\(folder)/map.pmtiles")
    try writeMBTiles(tiles, to: database)
    let parts = PMTilesParts(tiles, leafSize: 128)
    let bytes = parts.bytes
    try Data(bytes).write(to: URL(fileURLWithPath: archive))

    print("a tile of \(size) bytes, one of \(tiles.count), \(rounds) rounds of \(count) at random:")
    let connection = try Connection<SQLiteError>(reading: database)
    let sql =
      "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
    try compare(database, tiles, "a statement") { number in
      let (zoom, x, y) = (tiles[number].zoom, tiles[number].x, tiles[number].y)
      let place = [zoom, x, (1 << zoom) - 1 - y].map { Int64($0) }
      return try connection.first(sql, place) { $0.bytes(0) }?.count
    }
    let file = try OpenFile(archive)
    let start = bytes.count - parts.tiles.count
    try compare(archive, tiles, "pread") { file.bytes(at: start + $0 * size, count: size).count }
  }

  private static func compare(
    _ path: String, _ tiles: [SampleTile], _ peer: String, read: (Int) throws -> Int?
  ) throws {
    var (ours, theirs, longest): ([Double], [Double], [Double]) = ([], [], [])
    nonisolated(unsafe) var map: MapFile?
    try onMainLoop { map = try await MapFile.open(path) }
    for _ in 0..<rounds {
      let numbers = (0..<count).map { _ in Int.random(in: tiles.indices) }
      nonisolated(unsafe) var times: [Double] = []
      try onMainLoop {
        for tile in numbers.map({ tiles[$0] }) {
          let begin = now()
          let found = await map!.tile(TilePlace(x: tile.x, y: tile.y, zoom: tile.zoom))
          times.append(now() - begin)
          precondition(found?.count == size)
        }
      }
      ours.append(times.reduce(0, +) / Double(count))
      longest.append(times.max()!)
      let time = try duration {
        for number in numbers where try read(number) != size { throw DeskError("it lacks a tile") }
      }
      theirs.append(time / Double(count))
    }
    print(
      "  \(path.suffix(7)): \(milliseconds(ours, digits: 3)), the longest of a round",
      "\(milliseconds(longest, digits: 3)) (aim: 2 ms); \(peer) \(milliseconds(theirs, digits: 3)),",
      "ratio \(summary(zip(ours, theirs).map { $0 / $1 }, digits: 1))")
  }
}
