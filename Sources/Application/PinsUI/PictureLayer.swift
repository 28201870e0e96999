import CAdwaita
import CGLib
import GLibBridge
import MapWidget
import TouristSession
package import TravelModel
import Widgets

/// The layer of the map that shows where the user's own pictures were taken.
package final class PictureLayer: MarkerLayer {
  /// Called with the pictures to show, the first one first.
  package var onOpen: ([Pin]) -> Void = { _ in }

  private let model: PictureMap
  private let thumbnails: Thumbnails
  private var shown: [Pin.ID: Ref<OpaquePointer>] = [:]
  /// The pictures that cannot be shown.
  private var failed: Set<Pin.ID> = []
  private var wanted: [Pin] = []
  private var loading: Task<Void, Never>?
  private var observer: Observer?

  /// The size of the pictures, in pixels: that on a fine screen.
  private static let pixels = 2 * Int(MarkerArt.side)

  init(model: PictureMap, thumbnails: Thumbnails, camera: MapCamera) {
    self.model = model
    self.thumbnails = thumbnails
    super.init(camera: camera)
    observer = Observer { [weak self] in
      guard let self else { return }
      _ = (model.state, model.places.count)
      (shown, failed) = ([:], [])
      placesChanged()
    }
  }

  override func close() {
    loading?.cancel()
    observer = nil
    super.close()
  }

  override var places: PinIndex { model.places }

  override func content(of marker: MapMarker) -> MarkerContent { .pictures(marker.count) }

  override func cover(for marker: MapMarker, zoom: Double) -> Ref<OpaquePointer>? {
    model.places.firstPin(of: marker).flatMap { shown[$0.id] }
  }

  override func markersChanged(to markers: [MapMarker]) {
    let firsts = markers.compactMap { model.places.firstPin(of: $0) }
    let kept = Set(firsts.map(\.id))
    shown = shown.filter { kept.contains($0.key) }
    wanted = firsts.filter { shown[$0.id] == nil && !failed.contains($0.id) }
    if loading == nil, !wanted.isEmpty { loading = Task { [weak self] in await self?.load() } }
  }

  override func open(_ marker: MapMarker, at widget: MarkerWidget) {
    let pictures = model.places.pins(of: marker).sorted { $0.id < $1.id }
    guard pictures.count > 1 else { return onOpen(pictures) }
    let items = pictures.enumerated().map { place, picture in
      let file = model.picture(at: picture)?.file ?? ""
      let name = String(adopting: g_path_get_basename(file))
      return Gallery.Item(
        title: name, name: name,
        picture: { [weak self] in
          await self?.thumbnail(of: file, pixels: 2 * Int(Gallery.side))
        },
        open: { [weak self] in
          // The pictures may have changed meanwhile.
          guard let self, model.picture(at: picture)?.file == file else { return }
          onOpen(Array(pictures[place...] + pictures[..<place]))
        })
    }
    showGallery(items, of: marker, at: widget)
  }

  /// Loads the wanted pictures; others may be wanted meanwhile.
  private func load() async {
    while !Task.isCancelled, let picture = wanted.popLast() {
      guard let file = model.picture(at: picture)?.file else { continue }
      let texture = await thumbnail(of: file, pixels: PictureLayer.pixels)
      guard model.picture(at: picture)?.file == file else { continue }
      if let texture {
        shown[picture.id] = texture
        refreshSoon()
      } else {
        failed.insert(picture.id)
      }
    }
    loading = nil
  }

  private func thumbnail(of file: String, pixels: Int) async -> Ref<OpaquePointer>? {
    // Thumbnails are cached under a short name; paths are too long.
    let sum = String(adopting: g_compute_checksum_for_string(G_CHECKSUM_SHA256, file, -1))
    return await thumbnails.picture(of: file, named: "own-\(sum)", pixels: pixels)
  }
}
