import CAdwaita
import CGLib
import CShumate
import Files
package import GLibBridge
import Glibc
import Imaging
package import TouristSession
package import TravelModel

/// Loads the map's tiles: from the cache, from the server, and again from the server after a failure.
///
/// libshumate's own downloader names itself in a way that OpenStreetMap's policy refuses, and keeps
/// its cache where it cannot be bounded with ours; its file cache does what it should.
package final class TileLoader {
  /// What libshumate's renderer asks for tiles.
  let dataSource: Ref<OpaquePointer>
  /// Called when the server begins to be out of reach or to refuse, and when tiles that failed may be
  /// had again.
  var onReach: (TileReach) -> Void = { _ in }

  private let template: TileTemplate
  private let fetch: TileFetcher<Bytes>
  private let cache: Ref<OpaquePointer>?
  private var isClosed = false
  /// Until when the server is left alone because it has refused, in seconds since 1970.
  private var restEnd = 0
  /// The file that tells the next start when the server has refused.
  private let refusalFile: String?
  private var outage: Outage?
  /// How many tiles have failed since one came.
  private var failures = 0
  /// Will have the tiles that failed asked for again.
  private var renewal: Task<Void, Never>?
  private var renewalDelay = TileLoader.firstOutageDelay
  /// The tile that was wanted last, by which a silent server is tried.
  private var newest = TileNumber(x: 0, y: 0, zoom: 0)

  /// How large the cache may grow, in bytes: some thousand tiles, as web browsers keep.
  private static let cacheLimit: UInt32 = 100_000_000
  private static let day = 24 * 3600
  /// After this long, in seconds, a cached tile is asked for again where its server does not say when,
  /// as the tile policy wants.
  private static let freshness = 7 * day
  /// A server that fails this often in a row is out of reach; one broken tile is not the server.
  private static let failuresOfAnOutage = 3
  /// The first and the longest wait before a server that did not answer is asked again.
  private static let firstOutageDelay = Duration.seconds(2)
  private static let longestOutageDelay = Duration.seconds(120)

  /// Makes a loader; without a folder for its cache, or where it cannot be made, it has none.
  package init(template: TileTemplate, cacheFolder: String?, fetch: @escaping TileFetcher<Bytes>) {
    self.template = template
    self.fetch = fetch
    let checksum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, template.text, -1)!
    let key = String(String(adopting: checksum).prefix(16))
    cache = cacheFolder.flatMap { TileLoader.openCache(in: $0, named: key) }
    refusalFile = cacheFolder.map { "\($0)/\(key).refused" }
    dataSource = TileLoader.makeEmptyDataSource()
    attach(weakly: self, to: dataSource.pointer)
    var refusal = stat()
    if let refusalFile, stat(refusalFile, &refusal) == 0,
      (0..<TileLoader.day).contains(TileLoader.now - refusal.st_mtim.tv_sec)
    {
      restEnd = refusal.st_mtim.tv_sec + TileLoader.day
    }
  }

  /// Whether the server has refused, and is left alone for the day.
  var isResting: Bool { TileLoader.now < restEnd }

  private nonisolated static var now: Int { Int(g_get_real_time() / 1_000_000) }

  /// Makes a data source that has no tiles.
  static func makeEmptyDataSource() -> Ref<OpaquePointer> {
    Ref(adopting: makeObject(dataSourceType))
  }

  private static func openCache(in folder: String, named key: String) -> Ref<OpaquePointer>? {
    // libshumate takes a folder that it cannot write for a programmer's mistake.
    guard (try? makeFolder(folder)) != nil, access(folder, W_OK) == 0 else { return nil }
    return Ref(adopting: shumate_file_cache_new_full(cacheLimit, key, folder))
  }
}

extension TileLoader {
  /// Asks the server again now, if it was out of reach.
  func retry() {
    outage?.clock.cancel()
    renewal?.cancel()
  }

  /// Ends what is under way, because the map has another source now.
  func close() {
    isClosed = true
    onReach = { _ in }
    retry()
  }

  /// The picture of a tile; nil where there is none, or none now.
  fileprivate func load(_ tile: TileNumber) async throws -> Bytes? {
    // A layer that was taken away may go on asking for a while.
    if isClosed { throw CancellationError() }
    let known = try await soundCached(tile)
    if let known {
      announce(known.image, tile)
      // A file from the future would be fresh for ever.
      let lifetime = known.lifetime ?? TileLoader.freshness
      if (0..<lifetime).contains(known.age) { return known.image }
    }
    newest = tile
    if outage == nil, !isResting {
      do {
        return try await ask(for: tile, known: known)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        failures += 1
        let isRefusal = error is Refusal
        // Others may refuse single tiles, which OpenStreetMap does not.
        if isRefusal, template == .openStreetMap {
          rest()
        } else if failures >= TileLoader.failuresOfAnOutage {
          beginOutage(isRefusal ? .refused : .unreachable)
        } else if known == nil {
          scheduleRenewal()
        }
      }
    }
    return known?.image
  }

  private func ask(for tile: TileNumber, known: CachedTile?) async throws -> Bytes? {
    let address = template.address(x: Int(tile.x), y: Int(tile.y), zoom: Int(tile.zoom))
    let answer = try await fetch(address, known?.entityTag)
    if case .tile(let image, _, _) = answer, try await !TileLoader.isSound(image) {
      throw TileLoader.NotATile()
    }
    if case .refused = answer { throw Refusal() }
    failures = 0
    if restEnd > 0 {
      restEnd = 0
      onReach(.reachable)
    }
    switch answer {
    case .tile(let image, let entityTag, let lifetime):
      announce(image, tile)
      store(image, entityTag: entityTag, lifetime: lifetime, tile)
      return image
    case .unchanged(let lifetime):
      if let known { store(known.image, entityTag: known.entityTag, lifetime: lifetime, tile) }
      return known?.image
    case .missing, .refused:
      return known?.image
    }
  }

  /// Has the tiles that failed asked for again, each time after a longer wait.
  private func scheduleRenewal() {
    guard renewal == nil else { return }
    let delay = renewalDelay
    renewalDelay = min(delay * 2, TileLoader.longestOutageDelay)
    renewal = Task { [weak self] in
      _ = try? await Task.sleep(for: delay)
      guard let self else { return }
      renewal = nil
      // The end of an outage has them asked for anyway.
      if !isClosed, outage == nil, !isResting { onReach(.reachable) }
    }
  }

  /// Leaves the server alone for a while, and then asks it for one tile, again and again, until it
  /// answers: one clock and one request for all that wait.
  private func beginOutage(_ reach: TileReach) {
    guard outage == nil, !isClosed, !isResting else { return }
    onReach(reach)
    probe(after: TileLoader.firstOutageDelay)
  }

  private func probe(after delay: Duration) {
    let clock = Task { _ = try? await Task.sleep(for: delay) }
    outage = Outage(clock: clock)
    Task { [weak self] in
      await clock.value
      guard let self, !isClosed else { return }
      do {
        _ = try await ask(for: newest, known: nil)
        outage = nil
        onReach(.reachable)
      } catch {
        probe(after: min(delay * 2, TileLoader.longestOutageDelay))
      }
    }
  }

  /// Leaves the server alone for the day, also after the next start.
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

  /// What came is nothing that is ever decoded.
  private struct NotATile: Error {}

  private struct Refusal: Error {}

  private static func isSound(_ image: Bytes) async throws -> Bool {
    try await checks.pass { await WorkQueue.shared.run { TileCheck.isSound(image) } }
  }

  /// Each check takes a descriptor and memory; the tiles of the newest view come first.
  private static let checks = Limiter(width: 4, order: .newestFirst)
}

/// Which tile it is.
private nonisolated struct TileNumber {
  var x: Int32
  var y: Int32
  var zoom: Int32
}

/// A time in which the server is left alone.
private struct Outage {
  let clock: Task<Void, Never>
}

extension TileLoader {
  private struct CachedTile {
    var image: Bytes
    var entityTag: String?
    /// For how many seconds it was fresh, as far as its server said that.
    var lifetime: Int?
    var age: Int
  }

  /// What the cache has, where it is a tile: it may have come from anywhere.
  private func soundCached(_ tile: TileNumber) async throws -> CachedTile? {
    guard let known = try await cached(tile), try await TileLoader.isSound(known.image) else {
      return nil
    }
    return known
  }

  private func cached(_ tile: TileNumber) async throws -> CachedTile? {
    guard let cache = cache?.pointer else { return nil }
    do {
      return try await awaitingGIO { cancellable, ready, data in
        shumate_file_cache_get_tile_async(
          cache, tile.x, tile.y, tile.zoom, cancellable, ready, data)
      } finish: { result, error -> CachedTile? in
        var tag: UnsafeMutablePointer<CChar>?
        var modified: OpaquePointer?
        let bytes = shumate_file_cache_get_tile_finish(cache, &tag, &modified, result, error)
        defer {
          g_free(tag)
          if let modified { g_date_time_unref(modified) }
        }
        guard let bytes else { return nil }
        var tile = CachedTile(
          image: Bytes(adopting: bytes), entityTag: tag.map { String(cString: $0) },
          age: modified.map { TileLoader.now - Int(g_date_time_to_unix($0)) } ?? .max)
        if let space = tile.entityTag?.firstIndex(of: " "),
          let lifetime = Int(tile.entityTag![..<space])
        {
          let tag = tile.entityTag![space...].dropFirst()
          (tile.lifetime, tile.entityTag) = (max(0, lifetime), tag.isEmpty ? nil : String(tag))
        }
        return tile
      }
    } catch is GLibError {
      return nil  // A cache that cannot be read is as good as none.
    }
  }

  /// Keeps a tile; the one text that the cache has room for tells its lifetime, too, before its tag.
  private func store(_ image: Bytes, entityTag: String?, lifetime: Int?, _ tile: TileNumber) {
    guard let cache else { return }
    let text = lifetime.map { "\($0) \(entityTag ?? "")" } ?? entityTag
    shumate_file_cache_store_tile_async(
      cache.pointer, tile.x, tile.y, tile.zoom, image.pointer, text, nil, nil, nil)
  }

  /// Hands the picture to the renderer, which decodes it.
  private func announce(_ image: Bytes, _ tile: TileNumber) {
    let signal = g_signal_lookup("received-data", dataSourceType)
    var values = [GValue](repeating: GValue(), count: 5)
    g_value_init(&values[0], dataSourceType)
    g_value_set_object(&values[0], dataSource.pointer.raw)
    for (index, number) in [tile.x, tile.y, tile.zoom].enumerated() {
      g_value_init(&values[index + 1], Int32.glibType)
      g_value_set_int(&values[index + 1], number)
    }
    g_value_init(&values[4], g_bytes_get_type())
    g_value_set_boxed(&values[4], UnsafeRawPointer(image.pointer))
    g_signal_emitv(&values, signal, 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
  }
}

private let dataSourceType = registerSubclass(
  of: shumate_data_source_get_type(), named: "VirtualTouristTiles"
) { dataSourceClass, _ in
  let dataSourceClass = dataSourceClass!.assumingMemoryBound(to: ShumateDataSourceClass.self)
  dataSourceClass.pointee.get_tile_data_async = { source, x, y, zoom, cancellable, ready, data in
    nonisolated(unsafe) let source = source!
    nonisolated(unsafe) let cancellable = cancellable
    nonisolated(unsafe) let task = g_task_new(source, cancellable, ready, data)!
    MainActor.assumeIsolated {
      answer(
        task, source: source, x: x, y: y, zoom: zoom, cancellable: cancellable)
    }
  }
}

/// Loads a tile and ends GIO's task with it.
private func answer(
  _ task: OpaquePointer, source: UnsafeMutablePointer<ShumateDataSource>, x: Int32, y: Int32,
  zoom: Int32, cancellable: UnsafeMutablePointer<GCancellable>?
) {
  let loader = companion(of: UnsafeMutableRawPointer(source), as: TileLoader.self)
  let loading = Task {
    do {
      guard let loader else { throw CancellationError() }
      guard let image = try await loader.load(TileNumber(x: x, y: y, zoom: zoom)) else {
        throw CancellationError()
      }
      g_task_return_pointer(task, UnsafeMutableRawPointer(g_bytes_ref(image.pointer))) {
        g_bytes_unref(OpaquePointer($0!))
      }
    } catch {
      g_task_return_error(
        task, g_error_new_literal(g_io_error_quark(), gint(G_IO_ERROR_FAILED.rawValue), "no tile"))
    }
    g_object_unref(UnsafeMutableRawPointer(task))
  }
  guard let cancellable else { return }
  // It may be cancelled on any thread, where a signal handler of the main actor must not run.
  g_cancellable_connect(
    cancellable, unsafeBitCast(cancelLoading, to: GCallback.self),
    Unmanaged.passRetained(Loading(loading)).toOpaque()
  ) { Unmanaged<Loading>.fromOpaque($0!).release() }
}

private nonisolated final class Loading: Sendable {
  let task: Task<Void, Never>
  init(_ task: Task<Void, Never>) { self.task = task }
}

private nonisolated let cancelLoading:
  @convention(c) (UnsafeMutablePointer<GCancellable>?, gpointer?) -> Void = { _, loading in
    Unmanaged<Loading>.fromOpaque(loading!).takeUnretainedValue().task.cancel()
  }
