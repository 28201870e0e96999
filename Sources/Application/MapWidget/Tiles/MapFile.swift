import Dispatch
import Files
import SQLite
import TextFormats
import TravelModel
package import Widgets

/// Why a file cannot be the map.
nonisolated package enum MapFileFailure: Error, Hashable, Sendable {
  case missing, unreadable
  /// It is of another kind, or damaged.
  case damaged
  /// Its tiles are to be drawn, and are no pictures.
  case vector
}

/// The tiles in a file.
nonisolated protocol TileArchive {
  var map: TileMap { get }
  /// The file of a tile's picture, of which nothing is known; nil if there is none.
  func tile(x: Int, y: Int, zoom: Int) -> [UInt8]?
}

/// A file of a map, in the format MBTiles or PMTiles, which is read where it is.
///
/// It may come from anywhere, and what is wrong in it is not there.
package actor MapFile {
  package nonisolated let map: TileMap
  private let archive: any TileArchive
  private let thread = WorkThread("map-file", .userInitiated)

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// The longest tile, in bytes: as that of a server.
  static let longestTile = 2 << 20

  private init(_ archive: sending any TileArchive) {
    map = archive.map
    self.archive = archive
  }

  /// Opens a file on another thread.
  package static func open(_ path: String) async throws(MapFileFailure) -> MapFile {
    try await WorkQueue.shared.run { () throws(MapFileFailure) in try MapFile.read(path) }
  }

  private static func read(_ path: String) throws(MapFileFailure) -> MapFile {
    let file: OpenFile
    do throws(OpenFile.Failure) {
      file = try OpenFile(path)
    } catch {
      throw error == .missing ? .missing : .unreadable
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let beginning = file.bytes(at: 0, count: MBTiles.beginning.count)
    if beginning.starts(with: PMTiles.beginning) {
      return MapFile(try PMTiles(file, name: name))
    }
    guard beginning == MBTiles.beginning else { throw .damaged }
    return MapFile(try MBTiles(path, name: name))
  }

  /// Whether a file begins as one of a map does; blocks.
  package static func isOne(_ path: String) -> Bool {
    let beginning = (try? OpenFile(path))?.bytes(at: 0, count: MBTiles.beginning.count) ?? []
    return beginning == MBTiles.beginning || beginning.starts(with: PMTiles.beginning)
  }

  package func tile(_ place: TilePlace) -> [UInt8]? {
    map.zooms.contains(place.zoom) ? archive.tile(x: place.x, y: place.y, zoom: place.zoom) : nil
  }
}

/// Tiles in a database of SQLite, whose rows are counted from the south.
nonisolated final class MBTiles: TileArchive {
  let map: TileMap
  private let database: Connection<SQLiteError>

  static let beginning = Array("SQLite format 3\0".utf8)

  init(_ path: String, name: String) throws(MapFileFailure) {
    let database: Connection<SQLiteError>
    var facts: [String: String] = [:]
    do throws(SQLiteError) {
      database = try Connection(reading: path, isStill: true)
      try database.distrust(longestValue: Int32(MapFile.longestTile))
      try database.run("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles LIMIT 0")
      try database.run(
        """
        SELECT name, value FROM metadata
        WHERE name IN ('format', 'minzoom', 'maxzoom', 'bounds', 'attribution')
        """
      ) { row in if let name = row.text(0) { facts[name] = row.text(1) } }
    } catch {
      throw error.code.primary == .cannotOpen ? .unreadable : .damaged
    }
    if ["pbf", "mvt"].contains(facts["format"]?.lowercased()) { throw .vector }
    // Files say it wrong, or not at all; one without an index is not searched for it.
    let deepest = try? database.first(
      "SELECT zoom_level FROM tiles ORDER BY zoom_level DESC LIMIT 1"
    ) { Int(clamping: $0.integer(0)) }
    func number(_ name: String) -> Int? { facts[name].flatMap { Int($0) } }
    let bounds = facts["bounds"]?.split(separator: ",").compactMap { Double($0.trimmed) }
    map = TileMap(
      file: name,
      zooms: (number("minzoom") ?? 0, deepest ?? number("maxzoom") ?? .max),
      bounds: bounds ?? [], credit: facts["attribution"])
    self.database = database
  }

  func tile(x: Int, y: Int, zoom: Int) -> [UInt8]? {
    let place = [zoom, x, (1 << zoom) - 1 - y].map { Int64($0) }
    return try? database.first(
      """
      SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
      """, place
    ) { $0.bytes(0) }
  }
}

extension TileMap {
  /// What a file says of itself: `bounds` are west, south, east and north.
  ///
  /// Numbers that cannot be are those of the whole world.
  nonisolated init(
    file name: String, zooms: (least: Int, deepest: Int), bounds: [Double], credit: String?
  ) {
    // A credit takes a few lines of the map at most.
    let credit = plainText(fromHTML: credit ?? "").prefix(200)
    let deepest = min(Int(MapView.zoomRange.upperBound), max(0, zooms.deepest))
    self.init(
      zooms: min(deepest, max(0, zooms.least))...deepest,
      credits: [Credit(credit.isEmpty ? name : String(credit))])
    guard bounds.count == 4, bounds.allSatisfy(\.isFinite), bounds[0] < bounds[2],
      bounds[1] < bounds[3]
    else { return }
    longitudes = (bounds[0]...bounds[2]).clamped(to: longitudes)
    latitudes = (bounds[1]...bounds[3]).clamped(to: latitudes)
  }
}
