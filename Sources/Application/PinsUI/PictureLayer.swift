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
  private lazy var covers = makeCovers()
  private var observer: Observer?

  /// The size of the pictures, in pixels: that on a fine screen.
  private static let pixels = 2 * Int(MarkerArt.side)

  init(_ model: PictureMap, _ thumbnails: Thumbnails, on page: MapPage) {
    self.model = model
    self.thumbnails = thumbnails
    super.init(on: page)
    observer = Observer { [weak self] in
      guard let self else { return }
      _ = (model.state, model.places.count)
      covers = makeCovers()
      placesChanged()
    }
  }

  override func close() {
    observer = nil
    super.close()
  }

  override var places: PinIndex { model.places }

  override func content(of marker: MapMarker) -> MarkerContent { .pictures(marker.count) }

  override func cover(for marker: MapMarker, zoom: Double) -> Ref<OpaquePointer>? {
    model.places.firstPin(of: marker).flatMap(covers.cover)
  }

  override func markersChanged(to markers: [MapMarker]) {
    covers.trim(to: Set(markers.compactMap { model.places.firstPin(of: $0)?.id }))
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

  private func makeCovers() -> PinCovers {
    let covers = PinCovers { [weak self] picture in
      guard let self, let file = model.picture(at: picture)?.file else { return nil }
      return await thumbnail(of: file, pixels: PictureLayer.pixels)
    }
    covers.onChange = { [weak self] in self?.refreshSoon() }
    return covers
  }

  private func thumbnail(of file: String, pixels: Int) async -> Ref<OpaquePointer>? {
    // Thumbnails are cached under a short name; paths are too long.
    let sum = String(adopting: g_compute_checksum_for_string(G_CHECKSUM_SHA256, file, -1))
    return await thumbnails.picture(of: file, named: "own-\(sum)", pixels: pixels)
  }
}
