import Atlas
import CAdwaita
import GLibBridge
import Imaging
import MapDrawing
import TravelModel

/// Where there are pictures of streets, in a square of the map.
nonisolated struct StreetTile: Sendable {
  /// The square that it is of.
  let place: TilePlace
  /// The ways along which pictures were taken, and single pictures, in widths of the square from its
  /// corner.
  private(set) var ways: [[SIMD2<Float>]] = []
  private(set) var pictures: [SIMD2<Float>] = []
  private var pointCount = 0

  /// The most bytes and points that are read: several times what a city has.
  private static let (mostBytes, mostPoints) = (4 << 20, 300_000)
  /// How far from the square a point may be, in widths of it: ways end a little beyond its edges.
  private static let farthest: Float = 16
  /// The colour of ways and pictures, on a white edge; their widths in pixels.
  private static let color = MapColor(0x1A5FB4)
  private static let (width, edge, pictureWidth) = (3.0, 2.5, 8.0)

  /// Reads a vector tile, as the second version of Mapbox's specification has it; nil if it is damaged.
  ///
  /// Panoramax has the ways in a layer `sequences`, and the pictures in a layer `pictures`.
  init?(_ bytes: [UInt8], at place: TilePlace) {
    self.place = place
    guard bytes.count <= StreetTile.mostBytes else { return nil }
    var isSound = true
    let isRead = readFields(of: bytes[...]) { number, _, layer in
      if number == 3 { isSound = read(layer) && isSound }
    }
    guard isRead, isSound else { return nil }
  }

  private mutating func read(_ layer: ArraySlice<UInt8>) -> Bool {
    var (name, features, extent) = ("", [ArraySlice<UInt8>](), UInt64(4096))
    let isRead = readFields(of: layer) { number, integer, bytes in
      switch number {
      case 1: name = String(decoding: bytes, as: UTF8.self)
      case 2: features.append(bytes)
      case 5: extent = integer
      default: break
      }
    }
    guard isRead, extent > 0 else { return false }
    guard ["sequences", "pictures"].contains(name) else { return true }
    for feature in features {
      var (kind, geometry) = (UInt64(0), bytesOfNothing)
      let isRead = readFields(of: feature) { number, integer, bytes in
        if number == 3 { kind = integer }
        if number == 4 { geometry = bytes }
      }
      guard isRead, let paths = StreetTile.paths(geometry, unit: 1 / Float(extent)) else {
        return false
      }
      pointCount += paths.reduce(0) { $0 + $1.count }
      guard pointCount <= StreetTile.mostPoints else { return false }
      switch (name, kind) {
      case ("sequences", 2): ways += paths
      case ("pictures", 1): pictures += paths.joined()
      default: break
      }
    }
    return true
  }

  /// Reads the commands of a geometry: each is a number for several points, which are told by their
  /// distances from the points before.
  private static func paths(
    _ geometry: ArraySlice<UInt8>, unit: Float
  ) -> [[SIMD2<Float>]]? {
    var reader = DataReader(Array(geometry))
    var (point, paths) = (SIMD2<Float>(), [[SIMD2<Float>]]())
    while reader.isSound, reader.remaining > 0 {
      let command = reader.varying()
      let (kind, count) = (command & 7, command >> 3)
      // The end of an area has no point.
      if kind == 7 { continue }
      guard count <= UInt64(reader.remaining / 2), kind == 1 || (kind == 2 && !paths.isEmpty) else {
        return nil
      }
      for _ in 0..<count {
        point += SIMD2(Float(reader.signed()), Float(reader.signed())) * unit
        guard max(abs(point.x), abs(point.y)) < farthest else { return nil }
        if kind == 1 { paths.append([point]) } else { paths[paths.count - 1].append(point) }
      }
    }
    return reader.isSound ? paths : nil
  }
}

nonisolated extension StreetTile {
  /// Paints what a tile of the same or a deeper zoom shows of it; nil if that is nothing.
  func picture(of tile: TilePlace, scale: Int) -> TilePicture? {
    let side = MapView.tileSize
    let parts = Double(1 << (tile.zoom - place.zoom))
    let corner = SIMD2(
      Double(tile.x) - Double(place.x) * parts, Double(tile.y) - Double(place.y) * parts)
    func position(_ point: SIMD2<Float>) -> SIMD2<Double> {
      (SIMD2<Double>(point) * parts - corner) * side
    }
    let window = LabelBox(x: 0, y: 0, width: side, height: side)
      .with(margin: StreetTile.pictureWidth)
    let lines = ways.flatMap { VisibleLine($0.lazy.map(position), in: window).pieces }
    // A line without length has a round end.
    let spots = pictures.map(position).filter {
      window.meets(LabelBox(x: $0.x, y: $0.y, width: 0, height: 0))
    }.map { [$0, $0] }
    guard !lines.isEmpty || !spots.isEmpty else { return nil }
    let size = PixelSize(width: Int(side) * scale, height: Int(side) * scale)
    let painting = Painting(width: size.width, height: size.height, CAIRO_FORMAT_ARGB32)
    cairo_scale(painting.cairo, Double(scale), Double(scale))
    let (width, edge, color) = (StreetTile.width, StreetTile.edge, StreetTile.color)
    stroke(lines, color, width: width, edge: edge, painting.cairo)
    stroke(spots, color, width: StreetTile.pictureWidth, edge: edge, painting.cairo)
    return painting.rgba().map {
      TilePicture(painted: DecodedPicture(painted: $0, size: size, hasAlpha: true))
    }
  }

  /// The nearest point of a way or a picture within a distance, all in widths of the square.
  func nearest(to point: SIMD2<Float>, within reach: Float) -> SIMD2<Float>? {
    var (best, nearest) = (reach * reach, SIMD2<Float>?.none)
    func look(at candidate: SIMD2<Float>) {
      let way = candidate - point
      let distance = (way * way).sum()
      if distance <= best { (best, nearest) = (distance, candidate) }
    }
    for way in ways {
      for (start, end) in zip(way, way.dropFirst()) {
        let along = end - start
        let length = (along * along).sum()
        let share = length > 0 ? ((point - start) * along).sum() / length : 0
        look(at: start + along * min(1, max(0, share)))
      }
    }
    pictures.forEach(look)
    return nearest
  }
}

private nonisolated let bytesOfNothing: ArraySlice<UInt8> = []

/// Calls `body` with each field of a message in the format of protocol buffers: its number, and its
/// integer or its bytes; false if the message is damaged.
private nonisolated func readFields(
  of message: ArraySlice<UInt8>,
  _ body: (_ number: UInt64, _ integer: UInt64, _ bytes: ArraySlice<UInt8>) -> Void
) -> Bool {
  var reader = DataReader(Array(message))
  while reader.isSound, reader.remaining > 0 {
    let key = reader.varying()
    switch key & 7 {
    case 0: body(key >> 3, reader.varying(), bytesOfNothing)
    case 1: _ = (reader.word(), reader.word())
    case 2: body(key >> 3, 0, reader.bytesOfText())
    case 5: _ = reader.word()
    default: return false
    }
  }
  return reader.isSound
}
