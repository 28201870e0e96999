import GLibBridge
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// The layer of the map that shows what others have photographed.
final class FoundPhotoLayer: MarkerLayer {
  private let model: FoundPhotos
  private let onOpen: (Pin.ID) -> Void
  private let covers: PinCovers
  private var rest: Debounce<Void>?
  private var observer: Observer?

  /// How long the map is at rest before photos are searched.
  private static let restTime = Duration.seconds(1)
  /// The size of the pictures, in pixels: that on a fine screen.
  private static let pixels = 2 * Int(MarkerArt.side)

  init(
    _ model: FoundPhotos, _ thumbnails: Thumbnails, on page: MapPage,
    onOpen: @escaping (Pin.ID) -> Void
  ) {
    (self.model, self.onOpen) = (model, onOpen)
    covers = PinCovers { photo in
      guard let file = await model.thumbnail(of: photo.id) else { return nil }
      return await thumbnails.picture(
        of: file, named: "found-\(photo.id.number)", pixels: FoundPhotoLayer.pixels)
    }
    super.init(on: page)
    covers.onChange = { [weak self] in self?.refreshSoon() }
    rest = Debounce(for: FoundPhotoLayer.restTime) { [weak self] in self?.search() }
    observer = Observer(of: { (model.places.count, model.failure) }) { [weak self] _ in
      // What could not be downloaded, or was late, is tried again.
      self?.covers.retry()
      self?.placesChanged()
    }
    viewMoved()
  }

  override func close() {
    (rest, observer) = (nil, nil)
    super.close()
  }

  /// Searches for photos as soon as the map is at rest.
  func viewMoved() { rest?.callAsFunction(()) }

  private func search() {
    let size = camera.size
    guard size.width > 0 else { return }
    model.show(camera.view, width: size.width, height: size.height)
  }

  override var places: PinIndex { model.places }

  override func content(of marker: MapMarker) -> MarkerContent {
    .photo(model.places.firstPin(of: marker)?.title ?? "")
  }

  override func cover(for marker: MapMarker, zoom: Double) -> Ref<OpaquePointer>? {
    model.places.firstPin(of: marker).flatMap(covers.cover)
  }

  override func markersChanged(to shown: [MapMarker]) {
    covers.trim(to: Set(shown.compactMap { model.places.firstPin(of: $0)?.id }))
  }

  override func open(_ marker: MapMarker, at widget: MarkerWidget) {
    if let photo = model.places.firstPin(of: marker) { onOpen(photo.id) }
  }
}
