import Atlas
import Foundation
import TravelModel

/// Makes `landscape.atlas` of the sources of lakes, rivers, ice, towns, islands and depths.
struct LandscapeMaker {
  private typealias Layer = LandscapeShapes.Layer

  /// A file with shapes of a layer, and the highest zoom for which they are exact enough.
  private struct Source {
    let layer: Layer
    let name: String
    let closestZoom: Int
    var isOutlined = false
  }

  private struct Shape {
    let layer: Layer
    let form: LandscapeFile.Form
    let minimumZoom: Double
    let closestZoom: Int
    let points: [WorldPoint]
  }

  private static let sources = [
    Source(layer: .depth200, name: "depth200", closestZoom: 6),
    Source(layer: .depth1000, name: "depth1000", closestZoom: 6),
    Source(layer: .depth2000, name: "depth2000", closestZoom: 6),
    Source(layer: .depth4000, name: "depth4000", closestZoom: 6),
    Source(layer: .depth6000, name: "depth6000", closestZoom: 6),
    Source(layer: .islands, name: "minor-islands10", closestZoom: 10, isOutlined: true),
    Source(layer: .urbanAreas, name: "urban50", closestZoom: 8),
    Source(layer: .glaciers, name: "glaciers10", closestZoom: 8),
    Source(layer: .rivers, name: "rivers10", closestZoom: 9),
    Source(layer: .lakes, name: "lakes10", closestZoom: 9, isOutlined: true),
  ]
  /// Lines are cut into pieces of at most so many points.
  private static let longestLine = 128

  private let shapes: [Shape]

  init(sources folder: String) throws {
    shapes = try LandscapeMaker.sources.flatMap { source in
      try LandscapeMaker.shapes(of: source, "\(folder)/natural-earth-\(source.name).geojson")
    }
  }

  func content() -> [UInt8] {
    var content: [UInt8] = []
    // Areas are cut at the edges of tiles, so that few points are far from what is drawn.
    for (detail, zooms, cells) in [
      (Detail.coarse, 0...2, 1), (.moderate, 3...4, 8), (.medium, 5...5, 32),
      (.fine, 6...10, 64),
    ] {
      append(detail, zooms: zooms, cells: cells, to: &content)
    }
    return content
  }

  private func append(
    _ detail: Detail, zooms: ClosedRange<Int>, cells: Int, to content: inout [UInt8]
  ) {
    var table: [UInt8] = []
    var points: [UInt8] = []
    var count = 0
    func append(_ shape: Shape, _ piece: [MapPoint]) {
      guard let packed = LandscapeMaker.packed(piece, shape.form) else { return }
      table.append(shape.layer.rawValue)
      table.append(shape.form.rawValue)
      let tenths = UInt16((shape.minimumZoom * 10).rounded())
      table += [UInt8(tenths & 0xFF), UInt8(tenths >> 8)]
      for edge in packed.edges { table.append(littleEndian: edge.bitPattern) }
      table.append(littleEndian: UInt32(packed.points.count))
      for point in packed.points { points.append(littleEndian: point) }
      count += 1
    }
    for shape in shapes where shape.minimumZoom <= Double(zooms.upperBound) + 0.5 {
      let zoom = min(zooms.upperBound, shape.closestZoom)
      let tolerance = shape.layer.exactness * LevelWriter.halfPixel(zoom: zoom)
      let line = simplified(shape.points, tolerance: tolerance)
      let piece = line.map { MapPoint(x: Float($0.x), y: Float($0.y)) }
      switch shape.form {
      case .line:
        for first in stride(from: 0, to: piece.count - 1, by: LandscapeMaker.longestLine) {
          append(
            shape, Array(piece[first..<min(piece.count, first + LandscapeMaker.longestLine + 1)]))
        }
      case .area:
        // Areas smaller than a few pixels would not be seen.
        guard abs(area(line)) > shape.layer.smallestArea * tolerance * tolerance else { continue }
        for cell in LandscapeMaker.cells(of: piece, cells) { append(shape, cell) }
      }
    }
    print("landscape, \(detail): \(count) pieces, \(points.count / 4) points")
    content.append(littleEndian: UInt32(count))
    content.append(littleEndian: UInt32(points.count / 4))
    content += table + points
  }

  /// Cuts a ring at the lines of a grid.
  private static func cells(of ring: [MapPoint], _ count: Int) -> [[MapPoint]] {
    let size = Float(count)
    func range(_ values: [Float]) -> ClosedRange<Int> {
      let (first, last) = (Int(values.min()! * size), Int(values.max()! * size))
      return min(count - 1, first)...min(count - 1, last)
    }
    let (columns, rows) = (range(ring.map(\.x)), range(ring.map(\.y)))
    guard columns.count > 1 || rows.count > 1 else { return [ring] }
    return rows.flatMap { row in
      columns.map { column in
        MapBounds(
          minX: Float(column) / size, minY: Float(row) / size, maxX: Float(column + 1) / size,
          maxY: Float(row + 1) / size
        ).clipped(ring[...])
      }
    }
  }

  /// A piece as the file has it; nil if nothing is left of it.
  private static func packed(
    _ piece: [MapPoint], _ form: LandscapeFile.Form
  ) -> (edges: [Float], points: [UInt32])? {
    guard let first = piece.first else { return nil }
    var edges = [first.x, first.y, first.x, first.y]
    for point in piece {
      edges = [
        min(edges[0], point.x), min(edges[1], point.y), max(edges[2], point.x),
        max(edges[3], point.y),
      ]
    }
    func part(_ value: Float, _ low: Float, _ high: Float) -> UInt32 {
      high > low
        ? UInt32((Double(value - low) / Double(high - low) * Double(LandscapeFile.parts)).rounded())
        : 0
    }
    var points: [UInt32] = []
    for point in piece {
      let packed = part(point.x, edges[0], edges[2]) | part(point.y, edges[1], edges[3]) << 16
      if packed != points.last { points.append(packed) }
    }
    if form == .area, points.first == points.last { points.removeLast() }
    return points.count >= (form == .area ? 3 : 2) ? (edges, points) : nil
  }

  private static func shapes(of source: Source, _ path: String) throws -> [Shape] {
    try GeoFeature.read(path).flatMap { feature -> [Shape] in
      func shape(_ points: [WorldPoint], _ form: LandscapeFile.Form) -> Shape {
        Shape(
          layer: source.layer, form: form,
          minimumZoom: max(0, feature.number("min_zoom") ?? 0), closestZoom: source.closestZoom,
          points: points)
      }
      let areas = feature.polygons.flatMap { polygon in
        polygon.enumerated().flatMap { place, ring -> [Shape] in
          guard ring.count > 3 else { return [] }
          // Holes have the opposite winding, so that they stay empty.
          let isTurned = (area(ring) > 0) == (place > 0)
          let ring = isTurned ? ring.reversed() : ring
          return [shape(ring, .area)] + (source.isOutlined ? [shape(ring, .line)] : [])
        }
      }
      return areas + feature.lines.filter { $0.count > 1 }.map { shape($0, .line) }
    }
  }
}

extension LandscapeShapes.Layer {
  private var isDepth: Bool { rawValue <= LandscapeShapes.Layer.depth6000.rawValue }

  /// How far its outlines may be off, in half pixels: an edge between two colours is less visible
  /// than a line.
  fileprivate var exactness: Double { isDepth ? 2.5 : 1 }

  /// The least area that is drawn; the unit is a square whose side is how far an outline may be
  /// off.
  fileprivate var smallestArea: Double { isDepth || self == .glaciers ? 24 : 4 }
}
