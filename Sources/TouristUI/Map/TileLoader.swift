import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Glibc
import Tourist
import Travels

/// Brings the map's tiles: from the cache, from the server, and again from the server when it
/// could not be reached.
///
/// libshumate's own downloader names itself in a way that OpenStreetMap's policy refuses, and keeps
/// its cache where it cannot be bounded with ours; its file cache does what it should.
final class TileLoader {
  /// What libshumate's renderer asks for tiles.
  let dataSource: Ref<OpaquePointer>
  /// Called when the server begins to be out of reach, and when it is back.
  var onReachable: (Bool) -> Void = { _ in }

  private let template: TileTemplate
  private let fetch: TileFetcher<Bytes>
  private let cache: Ref<OpaquePointer>?
  private var isReachable = true
  private var isClosed = false
  private var outage: Outage?

  /// How large the cache may grow, in bytes: some thousand tiles, as web browsers keep.
  private static let cacheLimit: UInt32 = 100_000_000
  /// After this long, in seconds, a cached tile is asked for again, as the tile policy wants.
  private static let freshness = 7 * 24 * 3600
  /// The first and the longest wait before a server that did not answer is asked again.
  private static let firstOutageDelay = Duration.seconds(2)
  fileprivate static let longestOutageDelay = Duration.seconds(120)

  /// Makes a loader; without a folder for its cache, or where it cannot be made, it has none.
  init(template: TileTemplate, cacheFolder: String?, fetch: @escaping TileFetcher<Bytes>) {
    self.template = template
    self.fetch = fetch
    cache = cacheFolder.flatMap { TileLoader.openCache(in: $0, for: template) }
    dataSource = TileLoader.makeEmptyDataSource()
    attach(WeakLoader(self), to: dataSource.pointer)
  }

  /// Makes a data source that has no tiles.
  static func makeEmptyDataSource() -> Ref<OpaquePointer> {
    Ref(adopting: makeObject(dataSourceType))
  }

  private static func openCache(in folder: String, for template: TileTemplate) -> Ref<
    OpaquePointer
  >? {
    // libshumate takes a folder that it cannot write for a programmer's mistake.
    guard g_mkdir_with_parents(folder, 0o700) == 0, access(folder, W_OK) == 0 else { return nil }
    let checksum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, template.text, -1)!
    defer { g_free(checksum) }
    let key = String(String(cString: checksum).prefix(16))
    return Ref(adopting: shumate_file_cache_new_full(cacheLimit, key, folder))
  }
}

extension TileLoader {
  /// Asks the server again now, if it was out of reach.
  func retry() {
    outage?.clock.cancel()
  }

  /// Ends what is under way, because the map has another source now.
  func close() {
    isClosed = true
    onReachable = { _ in }
    retry()
  }

  fileprivate func load(x: Int32, y: Int32, zoom: Int32) async throws -> Bytes {
    // A layer that was taken away may go on asking for a while.
    if isClosed { throw CancellationError() }
    let known = try await cached(x: x, y: y, zoom: zoom)
    if let known {
      announce(known.image, x: x, y: y, zoom: zoom)
      if known.age < TileLoader.freshness { return known.image }
    }
    let address = template.address(x: Int(x), y: Int(y), zoom: Int(zoom))
    while true {
      if isClosed { throw CancellationError() }
      do {
        let answer = try await fetch(address, known?.entityTag)
        reached()
        switch answer {
        case .tile(let image, let entityTag):
          announce(image, x: x, y: y, zoom: zoom)
          store(image, entityTag: entityTag, x: x, y: y, zoom: zoom)
          return image
        case .unchanged:
          guard let known else { throw TileMissing() }
          if let cache { shumate_file_cache_mark_up_to_date(cache.pointer, x, y, zoom) }
          return known.image
        case .missing:
          throw TileMissing()
        }
      } catch let error where error is CancellationError || error is TileMissing {
        throw error
      } catch {
        if let known { return known.image }
        try await waitOutOutage()
      }
    }
  }

  /// Waits until the server may be asked again: one clock for all tiles, so that an outage does
  /// not wake the program once for each of them.
  private func waitOutOutage() async throws {
    let outage: Outage
    if let current = self.outage, !current.isOver {
      outage = current
    } else {
      outage = Outage(delay: self.outage.map(\.nextDelay) ?? TileLoader.firstOutageDelay)
      self.outage = outage
    }
    if isReachable {
      isReachable = false
      onReachable(false)
    }
    await outage.clock.value
    outage.isOver = true
    try Task.checkCancellation()
    if isClosed { throw CancellationError() }
  }

  private func reached() {
    // All that wait may go on.
    outage?.clock.cancel()
    outage = nil
    guard !isReachable else { return }
    isReachable = true
    onReachable(true)
  }
}

/// A time in which the server is left alone.
private final class Outage {
  let clock: Task<Void, Never>
  let nextDelay: Duration
  var isOver = false

  init(delay: Duration) {
    clock = Task { try? await Task.sleep(for: delay) }
    nextDelay = min(delay * 2, TileLoader.longestOutageDelay)
  }
}

/// There is no such tile on the server.
private nonisolated struct TileMissing: Error {}

extension TileLoader {
  private struct CachedTile {
    var image: Bytes
    var entityTag: String?
    var age: Int
  }

  private func cached(x: Int32, y: Int32, zoom: Int32) async throws -> CachedTile? {
    guard let cache = cache?.pointer else { return nil }
    do {
      return try await awaitingGIO { cancellable, ready, data in
        shumate_file_cache_get_tile_async(cache, x, y, zoom, cancellable, ready, data)
      } finish: { result, error -> CachedTile? in
        var tag: UnsafeMutablePointer<CChar>?
        var modified: OpaquePointer?
        let bytes = shumate_file_cache_get_tile_finish(cache, &tag, &modified, result, error)
        defer {
          g_free(tag)
          if let modified { g_date_time_unref(modified) }
        }
        guard let bytes else { return nil }
        let age = modified.map { Int(g_get_real_time() / 1_000_000 - g_date_time_to_unix($0)) }
        return CachedTile(
          image: Bytes(adopting: bytes), entityTag: tag.map { String(cString: $0) },
          age: age ?? .max)
      }
    } catch is GLibError {
      return nil  // A cache that cannot be read is as good as none.
    }
  }

  private func store(_ image: Bytes, entityTag: String?, x: Int32, y: Int32, zoom: Int32) {
    guard let cache else { return }
    shumate_file_cache_store_tile_async(
      cache.pointer, x, y, zoom, image.pointer, entityTag, nil, nil, nil)
  }

  /// Hands the picture to the renderer, which decodes it.
  private func announce(_ image: Bytes, x: Int32, y: Int32, zoom: Int32) {
    let signal = g_signal_lookup("received-data", dataSourceType)
    var values = [GValue](repeating: GValue(), count: 5)
    g_value_init(&values[0], dataSourceType)
    g_value_set_object(&values[0], dataSource.pointer.raw)
    for (index, number) in [x, y, zoom].enumerated() {
      g_value_init(&values[index + 1], Int32.glibType)
      g_value_set_int(&values[index + 1], number)
    }
    g_value_init(&values[4], g_bytes_get_type())
    g_value_set_boxed(&values[4], UnsafeRawPointer(image.pointer))
    g_signal_emitv(&values, signal, 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
  }
}

/// Lets the data source, which libshumate may keep for a while, outlive the loader.
private final class WeakLoader {
  weak var loader: TileLoader?
  init(_ loader: TileLoader) { self.loader = loader }
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
  let loader = companion(of: UnsafeMutableRawPointer(source), as: WeakLoader.self)?.loader
  let loading = Task {
    do {
      guard let loader else { throw CancellationError() }
      let image = try await loader.load(x: x, y: y, zoom: zoom)
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
  cancellable.on("cancelled") { loading.cancel() }
}
