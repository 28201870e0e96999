import Atlas
import CGLib
import Files
import TextFormats
import Widgets

/// An archive of tiles in the format PMTiles, version 3.
///
/// A header of 127 bytes says where the root directory, the metadata, the leaf directories and the
/// tiles are. A directory has the numbers of tiles along a Hilbert curve, zoom after zoom, and where
/// each of them is, or a leaf directory with more. Nothing in it is believed.
nonisolated final class PMTiles: TileArchive {
  let map: TileMap

  private let file: OpenFile
  private let root: [Entry]
  /// Where the leaf directories and the tiles are in the file.
  private let leaves: Range<Int>
  private let tiles: Range<Int>
  private let arePacked: (directories: Bool, tiles: Bool)
  /// The leaf directories read last, by their places.
  private var known: [Range<Int>: [Entry]] = [:]

  /// A tile, several equal ones, or a leaf directory.
  private nonisolated struct Entry {
    var tile: UInt64 = 0
    /// How many tiles are equal; 0 for a directory.
    var count: UInt64 = 0
    var length: UInt64 = 0
    var offset: UInt64 = 0
  }

  static let beginning = Array("PMTiles\u{3}".utf8)
  private static let headerLength = 127
  /// How many directories may lead to a tile.
  private static let deepestDirectory = 4
  /// The longest directory or metadata, unpacked, in bytes: archives of the world have less.
  private static let longestPart = 1 << 20
  private static let mostKnown = 8

  init(_ file: OpenFile, name: String) throws(MapFileFailure) {
    let header = file.bytes(at: 0, count: PMTiles.headerLength)
    guard header.count == PMTiles.headerLength, header.starts(with: PMTiles.beginning) else {
      throw .damaged
    }
    func number(at place: Int, bytes: Int) -> UInt64 {
      header[place..<place + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    /// A part of the file, as far as it is there.
    func part(at place: Int) -> Range<Int> {
      let size = UInt64(file.size)
      let start = min(size, number(at: place, bytes: 8))
      return Int(start)..<Int(start + min(size - start, number(at: place + 8, bytes: 8)))
    }
    func degrees(at place: Int) -> Double {
      Double(Int32(truncatingIfNeeded: number(at: place, bytes: 4))) / 1e7
    }
    // Raster tiles are 2 to 5; 0 is any other kind.
    if [1, 6].contains(header[99]) { throw .vector }
    arePacked = (header[97] == 2, header[98] == 2)
    guard let root = PMTiles.directory(in: part(at: 8), of: file, isPacked: header[97] == 2) else {
      throw .damaged
    }
    (self.file, self.root) = (file, root)
    (leaves, tiles) = (part(at: 40), part(at: 56))
    let metadata = PMTiles.content(of: part(at: 24), of: file, isPacked: header[97] == 2)
      .flatMap(JSON.init)
    map = TileMap(
      file: name, zooms: (Int(header[100]), Int(header[101])),
      bounds: [102, 106, 110, 114].map(degrees), credit: metadata?["attribution"].text)
  }

  func tile(x: Int, y: Int, zoom: Int) -> [UInt8]? {
    let tile = PMTiles.number(x: x, y: y, zoom: zoom)
    var directory = root
    for _ in 0..<PMTiles.deepestDirectory {
      guard let entry = PMTiles.entry(of: tile, in: directory) else { return nil }
      if entry.count > 0 {
        guard tile - entry.tile < entry.count, entry.length <= MapFile.longestTile,
          let place = PMTiles.place(of: entry, in: tiles)
        else { return nil }
        let bytes = file.bytes(at: place.lowerBound, count: place.count)
        return arePacked.tiles ? unpacked(bytes, limit: MapFile.longestTile) : bytes
      }
      guard let leaf = leaf(at: entry) else { return nil }
      directory = leaf
    }
    return nil
  }

  /// The number of a tile: all tiles of lower zooms come before, and those of its own in the order of
  /// a Hilbert curve.
  static func number(x: Int, y: Int, zoom: Int) -> UInt64 {
    var (x, y, number) = (x, y, ((1 << (2 * zoom)) - 1) / 3)
    var side = (1 << zoom) / 2
    while side > 0 {
      let (isEast, isSouth) = (x & side != 0, y & side != 0)
      number += side * side * ((isEast ? 3 : 0) ^ (isSouth ? 1 : 0))
      if !isSouth {
        if isEast { (x, y) = (side - 1 - x, side - 1 - y) }
        (x, y) = (y, x)
      }
      side /= 2
    }
    return UInt64(number)
  }
}

nonisolated extension PMTiles {
  private func leaf(at entry: Entry) -> [Entry]? {
    guard let place = PMTiles.place(of: entry, in: leaves) else { return nil }
    if let leaf = known[place] { return leaf }
    let leaf = PMTiles.directory(in: place, of: file, isPacked: arePacked.directories)
    if known.count >= PMTiles.mostKnown { known = [:] }
    known[place] = leaf
    return leaf
  }

  /// The last entry that begins with a tile or before it.
  private static func entry(of tile: UInt64, in directory: [Entry]) -> Entry? {
    var (low, high) = (0, directory.count)
    while low < high {
      let middle = (low + high) / 2
      if directory[middle].tile <= tile { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? directory[low - 1] : nil
  }

  /// Where an entry leads in the file; nil if that is outside its part.
  private static func place(of entry: Entry, in part: Range<Int>) -> Range<Int>? {
    let size = UInt64(part.count)
    guard entry.offset <= size, entry.length <= size - entry.offset else { return nil }
    let start = part.lowerBound + Int(entry.offset)
    return start..<start + Int(entry.length)
  }

  private static func directory(
    in place: Range<Int>, of file: OpenFile, isPacked: Bool
  ) -> [Entry]? {
    guard let bytes = content(of: place, of: file, isPacked: isPacked) else { return nil }
    var reader = DataReader(bytes)
    let count = reader.count()
    // Each entry takes four bytes at least.
    guard count <= bytes.count / 4 else { return nil }
    var entries = [Entry](repeating: Entry(), count: count)
    var tile: UInt64 = 0
    for index in entries.indices {
      tile &+= reader.varying()
      entries[index].tile = tile
    }
    for index in entries.indices { entries[index].count = reader.varying() }
    for index in entries.indices { entries[index].length = reader.varying() }
    for index in entries.indices {
      let offset = reader.varying()
      // 0 is directly behind the entry before.
      entries[index].offset =
        offset == 0 && index > 0
        ? entries[index - 1].offset &+ entries[index - 1].length : offset &- 1
    }
    return reader.isSound ? entries : nil
  }

  private static func content(
    of place: Range<Int>, of file: OpenFile, isPacked: Bool
  ) -> [UInt8]? {
    guard place.count <= longestPart else { return nil }
    let bytes = file.bytes(at: place.lowerBound, count: place.count)
    return isPacked ? unpacked(bytes, limit: longestPart) : bytes
  }
}

/// Unpacks gzip; nil if it is damaged, or longer than a limit.
private nonisolated func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
  let gzip = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)!
  defer { g_object_unref(UnsafeMutableRawPointer(gzip)) }
  var (read, written): (gsize, gsize) = (0, 0)
  var isWhole = false
  let content = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
    isWhole =
      g_converter_convert(
        gzip, bytes, gsize(bytes.count), output.baseAddress, gsize(limit),
        G_CONVERTER_INPUT_AT_END, &read, &written, nil) == G_CONVERTER_FINISHED
    count = Int(written)
  }
  return isWhole ? content : nil
}
