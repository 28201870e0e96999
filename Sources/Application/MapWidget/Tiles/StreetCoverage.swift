import Files
import GLibBridge
import Imaging
package import TravelModel

/// Where there are pictures of streets, for a layer of the map.
package final class StreetCoverage {
  /// Gets a square of the map as a vector tile.
  package typealias Fetch =
    @Sendable (_ x: Int, _ y: Int, _ zoom: Int) async throws -> [UInt8]

  private let fetch: Fetch
  private let onFailure: (any Error) -> Void
  /// The squares read last, and in which order.
  private var known: [TilePlace: StreetTile] = [:]
  private var order: [TilePlace] = []
  /// The squares that could not be had lately, and what ends when they may be asked for again.
  private var pauses: [TilePlace: Task<Void, Never>] = [:]
  /// The pause after a failure, and after the first one.
  private var delay: Duration
  private let firstDelay: Duration
  private var hasTold = false
  private let limiter = Limiter(width: 1, order: .newestFirst)

  /// The zoom from which on it is shown.
  package static let leastZoom = 13.0
  /// How many levels further out the squares are that tiles of the map are painted from.
  ///
  /// One request does for sixteen tiles. The deepest squares have single pictures.
  private static let levelsOut = 2
  private static let zooms = (first: 12, deepest: 15)
  /// The most squares that are kept: twice those of the largest screens.
  private static let mostKnown = 48
  private static let longestDelay = Duration.seconds(480)
  /// How near to a way a press counts, in pixels.
  private static let fingertip = 12.0

  /// Makes one that tells a failure of the service once, and asks again until it answers.
  package init(
    firstDelay: Duration = .seconds(30), onFailure: @escaping (any Error) -> Void,
    fetch: @escaping Fetch
  ) {
    (delay, self.firstDelay) = (firstDelay, firstDelay)
    (self.onFailure, self.fetch) = (onFailure, fetch)
  }

  /// Finds the picture of a tile, and calls `show` with it if there is one.
  func load(_ tile: TilePlace, scale: Int, show: (TilePicture) -> Void) async {
    guard Double(tile.zoom) >= StreetCoverage.leastZoom else { return }
    let place = StreetCoverage.square(with: tile)
    while !Task.isCancelled {
      await pauses[place]?.value
      do {
        let square = try await square(place)
        let picture = await WorkQueue.shared.run { square.picture(of: tile, scale: scale) }
        if let picture { show(picture) }
        return
      } catch {
        guard !(error is CancellationError), !Task.isCancelled else { continue }
        pause(place)
        if !hasTold { onFailure(error) }
        hasTold = true
      }
    }
  }

  /// The place where there are pictures that is nearest to a point which is pressed; nil if none is
  /// shown there.
  package func place(at point: WorldPoint, in view: MapView) -> Coordinate? {
    guard view.zoom >= StreetCoverage.leastZoom else { return nil }
    let columns = Double(1 << Int(view.zoom))
    let tile = TilePlace(
      x: Int((point.x * columns).rounded(.down)), y: Int(point.y * columns), zoom: Int(view.zoom))
    guard let square = known[StreetCoverage.square(with: tile.inWorld)] else { return nil }
    let side = 1 / Double(1 << square.place.zoom)
    let corner = SIMD2(Double(square.place.x), Double(square.place.y))
    let pressed = SIMD2(point.x - point.x.rounded(.down), point.y) / side - corner
    let reach = StreetCoverage.fingertip / (view.worldSize * side)
    return square.nearest(to: SIMD2<Float>(pressed), within: Float(reach)).map {
      let found = (SIMD2<Double>($0) + corner) * side
      return Mercator.coordinate(at: found)
    }
  }

  private static func square(with tile: TilePlace) -> TilePlace {
    var place = tile
    let zoom = min(zooms.deepest, max(zooms.first, tile.zoom - levelsOut))
    while place.zoom > zoom { place = place.parent }
    return place
  }

  /// Gets a square, which the others who wait for it find then.
  private func square(_ place: TilePlace) async throws -> StreetTile {
    if let square = known[place] { return square }
    return try await limiter.pass { @MainActor [self] in
      if let square = known[place] { return square }
      guard pauses[place] == nil else { throw CancellationError() }
      let bytes = try await fetch(place.x, place.y, place.zoom)
      let square = await WorkQueue.shared.run { StreetTile(bytes, at: place) }
      guard let square else { throw SourceFailure.unreadable }
      // What has failed before may come now.
      for pause in pauses.values { pause.cancel() }
      delay = firstDelay
      known[place] = square
      order.append(place)
      if order.count > StreetCoverage.mostKnown { known[order.removeFirst()] = nil }
      return square
    }
  }

  private func pause(_ place: TilePlace) {
    pauses[place] = Task { [weak self, delay] in
      try? await Task.sleep(for: delay)
      self?.pauses[place] = nil
    }
    delay = min(delay * 2, StreetCoverage.longestDelay)
  }
}
