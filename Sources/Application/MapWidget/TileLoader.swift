import CGLib
import CShumate
import Files
package import GLibBridge
import Glibc
import Imaging
package import TouristSession
package import Widgets

/// Loads the map's tiles from a file, or from the cache or the server, and retries after a failure.
///
/// libshumate's own downloader sends a name that OpenStreetMap's policy refuses, and its cache
/// cannot share our bound; its file cache is usable.
package final class TileLoader {
  /// Called when the server becomes unreachable or refuses, and when failed tiles may be requested
  /// again.
  var onReach: (TileReach) -> Void = { _ in }

  /// The map of the tiles.
  package let map: TileMap
  /// The address of a server's tiles; nil for those of a file.
  package let template: TileTemplate?
  private let fetch: @MainActor (TilePlace, _ entityTag: String?) async throws -> TileAnswer<Bytes>
  private let cache: Ref<OpaquePointer>?
  private var isClosed = false
  /// When a server that has refused may be asked again, in seconds since 1970.
  private var restEnd = 0
  /// The file that records a refusal for the next start.
  private let refusalFile: String?
  /// Whether the server is unreachable, and asked for one tile at a time until it answers.
  private var isOut = false
  /// How many tiles in a row have failed.
  private var failures = 0
  /// Ends when failed tiles are to be requested again; nil while none waits for that.
  private var pause: Task<Void, Never>?
  private var delay = TileLoader.firstDelay
  /// The tile requested last, with which an unreachable server is tried.
  private var newest = TilePlace(x: 0, y: 0, zoom: 0)

  /// The bound of the cache, in bytes: some thousand tiles, as in web browsers.
  private static let cacheLimit: UInt32 = 100_000_000
  private static let day = 24 * 3600
  /// The lifetime of a cached tile, in seconds, if its server sends none: what the tile policy
  /// wants.
  private static let freshness = 7 * day
  /// This many failures in a row make a server unreachable; a single broken tile does not.
  private static let failuresOfAnOutage = 3
  /// The first and the longest delay before failed tiles are requested again.
  private static let firstDelay = Duration.seconds(2)
  private static let longestDelay = Duration.seconds(120)

  /// Makes a loader of a file's tiles.
  package init(_ file: MapFile) {
    (map, template, cache, refusalFile) = (file.map, nil, nil, nil)
    fetch = { tile, _ in
      guard let image = await file.tile(tile) else { return .missing }
      return .tile(Bytes(copying: image), entityTag: nil, lifetime: nil)
    }
  }

  /// Makes a loader of a server's tiles; without a usable folder, it has no cache.
  package init(
    template: TileTemplate, of map: TileMap = TileMap(), cacheFolder: String?,
    fetch: @escaping TileFetcher<Bytes>
  ) {
    (self.map, self.template) = (map, template)
    let cacheFolder = map.isKept ? cacheFolder : nil
    self.fetch = { tile, entityTag in
      try await fetch(template.address(x: tile.x, y: tile.y, zoom: tile.zoom), entityTag)
    }
    let checksum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, template.text, -1)!
    let key = String(String(adopting: checksum).prefix(16))
    cache = cacheFolder.flatMap { TileLoader.openCache(in: $0, named: key) }
    refusalFile = cacheFolder.map { "\($0)/\(key).refused" }
    var refusal = stat()
    if let refusalFile, stat(refusalFile, &refusal) == 0,
      (0..<TileLoader.day).contains(TileLoader.now - refusal.st_mtim.tv_sec)
    {
      restEnd = refusal.st_mtim.tv_sec + TileLoader.day
    }
  }

  /// Whether the server has refused, and is not asked for the day.
  var isResting: Bool { TileLoader.now < restEnd }

  private nonisolated static var now: Int { Int(g_get_real_time() / 1_000_000) }

  private static func openCache(in folder: String, named key: String) -> Ref<OpaquePointer>? {
    // libshumate treats an unwritable folder as a programming error.
    guard (try? makeFolder(folder)) != nil, access(folder, W_OK) == 0 else { return nil }
    return Ref(adopting: shumate_file_cache_new_full(cacheLimit, key, folder))
  }
}

extension TileLoader {
  /// Asks an unreachable server again now.
  func retry() { pause?.cancel() }

  /// Cancels requests, because the map has another source now.
  func close() {
    isClosed = true
    onReach = { _ in }
    retry()
  }

  /// Finds a tile's picture.
  ///
  /// `show` is called with the cached one, if any, and with the server's, if that is missing or
  /// outdated.
  func load(_ tile: TilePlace, show: (TilePicture) -> Void) async {
    let known = try? await cached(tile)
    // A removed layer may continue to request tiles for a while.
    guard !isClosed, !Task.isCancelled else { return }
    if let known {
      show(known.picture)
      if known.isFresh { return }
    }
    newest = tile
    guard !isOut, !isResting else { return }
    do {
      try await ask(for: tile, known: known, show: show)
    } catch is CancellationError {
      return
    } catch {
      failures += 1
      let reach = TileLoader.reach(after: error)
      // Other servers may refuse single tiles; OpenStreetMap does not.
      if reach == .refused, template == .openStreetMap {
        rest()
      } else if failures >= TileLoader.failuresOfAnOutage {
        beginOutage(reach)
      } else if known == nil {
        tryAgainLater()
      }
    }
  }

  private func ask(
    for tile: TilePlace, known: CachedTile?, show: (TilePicture) -> Void
  ) async throws {
    switch try await fetch(tile, known?.entityTag) {
    case .tile(let image, let entityTag, let lifetime):
      guard let picture = try await TileLoader.decode(image) else {
        // A server may do better next time.
        if template == nil { return }
        throw NotATile()
      }
      serverAnswered()
      show(picture)
      store(image, entityTag: entityTag, lifetime: lifetime, tile)
    case .unchanged(let lifetime):
      serverAnswered()
      if let known { store(known.image, entityTag: known.entityTag, lifetime: lifetime, tile) }
    case .missing: serverAnswered()
    case .refused: throw NoTiles(reach: .refused)
    case .untrusted: throw NoTiles(reach: .untrusted)
    }
  }

  private static func reach(after error: any Error) -> TileReach {
    (error as? NoTiles)?.reach ?? .unreachable
  }

  private func serverAnswered() {
    failures = 0
    guard restEnd > 0 else { return }
    restEnd = 0
    onReach(.reachable)
  }

  private func beginOutage(_ reach: TileReach) {
    guard !isOut, !isClosed, !isResting else { return }
    isOut = true
    onReach(reach)
    delay = TileLoader.firstDelay
    // A tile may be waiting for longer.
    pause == nil ? tryAgainLater() : retry()
  }

  /// Requests failed tiles again after a delay that grows each time.
  ///
  /// Of an unreachable server it first requests one tile again and again until the server answers, so
  /// that all waiting requests share one clock and one request.
  private func tryAgainLater() {
    guard pause == nil else { return }
    let clock = Task { [delay] in _ = try? await Task.sleep(for: delay) }
    pause = clock
    delay = min(delay * 2, TileLoader.longestDelay)
    Task { [weak self] in
      await clock.value
      guard let self, !isClosed else { return }
      pause = nil
      if isOut {
        do {
          try await ask(for: newest, known: nil) { _ in }
        } catch {
          // Another network asks for a login, or is silent.
          let reach = TileLoader.reach(after: error)
          if reach != .refused { onReach(reach) }
          return tryAgainLater()
        }
        (isOut, delay) = (false, TileLoader.firstDelay)
      }
      if !isResting { onReach(.reachable) }
    }
  }

  /// Asks the server for nothing for the day, even after a restart.
  private func rest() {
    guard !isResting, !isClosed else { return }
    restEnd = TileLoader.now + TileLoader.day
    onReach(.refused)
    guard let refusalFile else { return }
    Task {
      _ = try? await WorkQueue.shared.run { () throws(DiskFailure) in
        try IncomingFile.replace(refusalFile) { file throws(DiskFailure) in try file.append([]) }
      }
    }
  }

  /// The answer is not a picture.
  private struct NotATile: Error {}

  /// The server has told that it sends none, or who it is not.
  private struct NoTiles: Error { let reach: TileReach }

  private static func decode(_ image: Bytes) async throws -> TilePicture? {
    try await decodings.pass { await WorkQueue.shared.run { TilePicture(image) } }
  }

  /// Decodes few tiles at once, because each takes a descriptor and memory; those of the newest
  /// view come first.
  private static let decodings = Limiter(width: 4, order: .newestFirst)
}

extension TileLoader {
  private struct CachedTile {
    let image: Bytes
    let picture: TilePicture
    let entityTag: String?
    let isFresh: Bool
  }

  /// The cached tile, if it is one: the file may come from anywhere, and an unreadable cache is as
  /// good as none.
  private func cached(_ tile: TilePlace) async throws -> CachedTile? {
    guard let cache = cache?.pointer else { return nil }
    let found = try await awaitingGIO { cancellable, ready, data in
      shumate_file_cache_get_tile_async(
        cache, Int32(tile.x), Int32(tile.y), Int32(tile.zoom), cancellable, ready, data)
    } finish: { result, error -> (image: Bytes, text: String?, age: Int)? in
      var text: UnsafeMutablePointer<CChar>?
      var modified: OpaquePointer?
      let bytes = shumate_file_cache_get_tile_finish(cache, &text, &modified, result, error)
      defer {
        g_free(text)
        if let modified { g_date_time_unref(modified) }
      }
      return bytes.map {
        (
          Bytes(adopting: $0), text.map { String(cString: $0) },
          modified.map { TileLoader.now - Int(g_date_time_to_unix($0)) } ?? .max
        )
      }
    }
    guard let (image, text, age) = found, let picture = try await TileLoader.decode(image) else {
      return nil
    }
    var (lifetime, tag) = (TileLoader.freshness, text)
    if let text, let space = text.firstIndex(of: " "), let seconds = Int(text[..<space]) {
      let rest = text[space...].dropFirst()
      (lifetime, tag) = (max(0, seconds), rest.isEmpty ? nil : String(rest))
    }
    // A file with a future date would be fresh for ever.
    return CachedTile(
      image: image, picture: picture, entityTag: tag, isFresh: (0..<lifetime).contains(age))
  }

  /// Caches a tile.
  ///
  /// The cache has one text for each, which contains its lifetime before its entity tag.
  private func store(_ image: Bytes, entityTag: String?, lifetime: Int?, _ tile: TilePlace) {
    guard let cache else { return }
    let text = lifetime.map { "\($0) \(entityTag ?? "")" } ?? entityTag
    shumate_file_cache_store_tile_async(
      cache.pointer, Int32(tile.x), Int32(tile.y), Int32(tile.zoom), image.pointer, text, nil, nil,
      nil)
  }
}
