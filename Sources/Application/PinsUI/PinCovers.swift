import GLibBridge
import MapWidget
import TravelModel

/// The photos in markers, loaded as they are shown.
package final class PinCovers {
  var onChange: () -> Void = {}

  private let find: (Pin) async -> Ref<OpaquePointer>?
  private var covers: [Pin.ID: Cover] = [:]

  private struct Cover {
    var texture: Ref<OpaquePointer>?
    /// The number of photos when the cover was loaded; nil if the album may have changed since.
    var photoCount: Int?
  }

  /// The size of the pictures, in pixels: that on a fine screen.
  private static let pixels = 2 * Int(MarkerArt.coverSide)
  /// How many covers are kept beyond those shown, at 64 kB each.
  private static let keptCovers = 300

  package convenience init(_ photos: PinPhotos) {
    self.init { await photos.pictures(of: $0.id, count: 1, pixels: PinCovers.pixels).first }
  }

  /// Makes covers that `find` finds.
  init(_ find: @escaping (Pin) async -> Ref<OpaquePointer>?) { self.find = find }

  /// The cover of a pin, if it is loaded; otherwise it is requested.
  func cover(of pin: Pin) -> Ref<OpaquePointer>? {
    let known = covers[pin.id]
    if known?.photoCount != pin.photoCount { load(pin) }
    return known?.texture
  }

  /// Releases covers that are not shown, if there are many.
  func trim(to shown: Set<Pin.ID>) {
    if covers.count > PinCovers.keptCovers { covers = covers.filter { shown.contains($0.key) } }
  }

  /// Loads covers anew when their pins are shown next, because albums may have changed.
  package func forget() {
    for pin in covers.keys { covers[pin]?.photoCount = nil }
  }

  /// Loads those again, when their pins are shown next, that were not found.
  func retry() { covers = covers.filter { $0.value.texture != nil } }

  private func load(_ pin: Pin) {
    covers[pin.id, default: Cover()].photoCount = pin.photoCount
    Task { [weak self, find] in
      let texture = await find(pin)
      guard let self, covers[pin.id]?.photoCount == pin.photoCount else { return }
      covers[pin.id]?.texture = texture
      onChange()
    }
  }
}
