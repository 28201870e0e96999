import CGLib

/// A tile of a map: its zoom, its column from the west and its row from the north.
public struct SampleTile: Sendable {
  public var zoom: Int
  public var x: Int
  public var y: Int
  public var picture: [UInt8]

  public init(_ zoom: Int, _ x: Int, _ y: Int, _ picture: [UInt8]) {
    (self.zoom, self.x, self.y, self.picture) = (zoom, x, y, picture)
  }

  /// All tiles of a zoom, with one picture.
  public static func all(ofZoom zoom: Int, _ picture: [UInt8]) -> [SampleTile] {
    (0..<1 << (2 * zoom)).map { SampleTile(zoom, $0 >> zoom, $0 & ((1 << zoom) - 1), picture) }
  }
}

/// Writes tiles as a map in the format MBTiles.
public func writeMBTiles(
  _ tiles: [SampleTile], metadata: [String: String] = [:], to path: String
) throws {
  let database = try Database(path)
  try database.rows(
    """
    BEGIN;
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (
      zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
    """)
  for (name, value) in metadata {
    let parts = value.split(separator: "'", omittingEmptySubsequences: false)
    try database.rows(
      "INSERT INTO metadata VALUES ('\(name)', '\(parts.joined(separator: "''"))')")
  }
  for tile in tiles {
    let digits = tile.picture.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let row = (1 << tile.zoom) - 1 - tile.y
    try database.rows("INSERT INTO tiles VALUES (\(tile.zoom), \(tile.x), \(row), X'\(digits)')")
  }
  try database.rows("COMMIT")
  database.close()
}

/// An archive in the format PMTiles 3, in parts that need not fit each other.
public struct PMTilesParts {
  public var root: [UInt8] = []
  public var leaves: [UInt8] = []
  public var tiles: [UInt8] = []
  public var metadata: [UInt8] = []
  /// 1 is none, 2 is gzip.
  public var packing: UInt8 = 1
  /// 1 is vector, 2 PNG.
  public var type: UInt8 = 2
  public var zooms: (UInt8, UInt8) = (0, 19)
  /// West, south, east and north.
  public var bounds: [Double] = [-180, -85, 180, 85]

  public init() {}

  /// Makes an archive of tiles, with directories of `leafSize` entries below the root if it is given.
  public init(
    _ tiles: [SampleTile], metadata: String = "{}", isPacked: Bool = true, leafSize: Int? = nil
  ) {
    packing = isPacked ? 2 : 1
    var entries: [Entry] = []
    var last: [UInt8] = []
    let numbered = tiles.map { (PMTilesParts.number(of: $0), $0) }
    for (number, tile) in numbered.sorted(by: { $0.0 < $1.0 }) {
      if let end = entries.last, end.number + end.count == number, last == tile.picture {
        entries[entries.count - 1].count += 1
      } else {
        entries.append(Entry(number, 1, tile.picture.count, self.tiles.count))
        self.tiles += tile.picture
      }
      last = tile.picture
    }
    if let leafSize {
      var parts: [Entry] = []
      for start in stride(from: 0, to: entries.count, by: leafSize) {
        let part = Array(entries[start..<min(start + leafSize, entries.count)])
        let bytes = packed(PMTilesParts.directory(part))
        parts.append(Entry(part[0].number, 0, bytes.count, leaves.count))
        leaves += bytes
      }
      entries = parts
    }
    root = packed(PMTilesParts.directory(entries))
    self.metadata = packed(Array(metadata.utf8))
    let levels = tiles.map { UInt8($0.zoom) }
    zooms = (levels.min() ?? 0, levels.max() ?? 0)
  }

  /// The file.
  public var bytes: [UInt8] {
    var file = Array("PMTiles\u{3}".utf8)
    func add(_ number: Int, bytes: Int = 8) {
      for place in 0..<bytes { file.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    var start = 127
    for part in [root, metadata, leaves, tiles] {
      add(start)
      add(part.count)
      start += part.count
    }
    for _ in 0..<3 { add(0) }
    file += [1, packing, 1, type, zooms.0, zooms.1]
    for degrees in bounds { add(Int(degrees * 1e7), bytes: 4) }
    file += [UInt8](repeating: 0, count: 9)
    return file + root + metadata + leaves + tiles
  }

  private func packed(_ bytes: [UInt8]) -> [UInt8] { packing == 2 ? gzipped(bytes) : bytes }

  private struct Entry {
    var number: Int
    var count: Int
    var length: Int
    var offset: Int
    init(_ number: Int, _ count: Int, _ length: Int, _ offset: Int) {
      (self.number, self.count, self.length, self.offset) = (number, count, length, offset)
    }
  }

  private static func directory(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ number: Int) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    add(entries.count)
    for (index, entry) in entries.enumerated() {
      add(entry.number - (index > 0 ? entries[index - 1].number : 0))
    }
    for entry in entries { add(entry.count) }
    for entry in entries { add(entry.length) }
    for (index, entry) in entries.enumerated() {
      let end = index > 0 ? entries[index - 1].offset + entries[index - 1].length : -1
      add(entry.offset == end ? 0 : entry.offset + 1)
    }
    return bytes
  }

  /// The number of a tile: a Hilbert curve is four smaller ones, the first and the last of them turned.
  private static func number(of tile: SampleTile) -> Int {
    func onCurve(_ x: Int, _ y: Int, _ side: Int) -> Int {
      guard side > 1 else { return 0 }
      let half = side / 2
      let quarter = half * half
      switch (x < half, y < half) {
      case (true, true): return onCurve(y, x, half)
      case (true, false): return quarter + onCurve(x, y - half, half)
      case (false, false): return 2 * quarter + onCurve(x - half, y - half, half)
      case (false, true): return 3 * quarter + onCurve(half - 1 - y, side - 1 - x, half)
      }
    }
    let before = (0..<tile.zoom).reduce(0) { $0 + 1 << (2 * $1) }
    return before + onCurve(tile.x, tile.y, 1 << tile.zoom)
  }
}

/// Packs bytes as `gzip` does.
public func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1)!
  defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
  var output = [UInt8](repeating: 0, count: bytes.count + 1000)
  var (read, written): (gsize, gsize) = (0, 0)
  g_converter_convert(
    compressor, bytes, gsize(bytes.count), &output, gsize(output.count),
    G_CONVERTER_INPUT_AT_END, &read, &written, nil)
  return Array(output.prefix(Int(written)))
}
