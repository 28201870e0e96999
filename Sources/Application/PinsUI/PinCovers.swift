import CGLib
import GLibBridge
import MapWidget
import TravelModel

/// The cover photos of pins, which they wear where the map is close.
package final class PinCovers {
  /// Called when a cover has come.
  var onChange: () -> Void = {}

  private let photos: PinPhotos
  private var covers: [Pin.ID: Cover] = [:]

  private struct Cover {
    var texture: Ref<OpaquePointer>?
    /// The number of photos when it was looked for; nil where the album may be another by now.
    var photoCount: Int?
  }

  /// The size of the pictures, in pixels: that on a fine screen.
  private static let pixels = 2 * Int(MarkerArt.coverSide)
  /// How many covers are kept, at 64 kB each, unless more are shown.
  private static let keptCovers = 300

  package init(_ photos: PinPhotos) { self.photos = photos }

  /// The cover of a pin, as far as it is there; it is looked for where it is not.
  func cover(of pin: Pin) -> Ref<OpaquePointer>? {
    let known = covers[pin.id]
    if known?.photoCount != pin.photoCount { load(pin) }
    return known?.texture
  }

  /// Lets go of covers that are not shown, where there are many.
  func trim(to shown: Set<Pin.ID>) {
    if covers.count > PinCovers.keptCovers { covers = covers.filter { shown.contains($0.key) } }
  }

  /// Looks for covers anew when pins are shown next: albums may be others by then.
  package func forget() {
    for pin in covers.keys { covers[pin]?.photoCount = nil }
  }

  private func load(_ pin: Pin) {
    covers[pin.id, default: Cover()].photoCount = pin.photoCount
    Task { [weak self, photos] in
      let texture = await photos.pictures(of: pin.id, count: 1, pixels: PinCovers.pixels).first
      guard let self, covers[pin.id]?.photoCount == pin.photoCount else { return }
      covers[pin.id]?.texture = texture
      onChange()
    }
  }
}
