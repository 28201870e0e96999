import CGLib
import GLibBridge
package import TouristSession
import TravelModel
package import Widgets
import WorldMap

/// The cover photos of pins, which they wear where the map is close.
package final class PinCovers {
  /// Called when a cover has come.
  var onChange: () -> Void = {}

  private let albums: AlbumFiller
  private let thumbnails: Thumbnails
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

  package init(albums: AlbumFiller, thumbnails: Thumbnails) {
    self.albums = albums
    self.thumbnails = thumbnails
  }

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
    Task { [weak self, albums] in
      let photo = await albums.preview(of: pin.id, count: 1).first
      let texture = await self?.picture(of: photo)
      guard let self, covers[pin.id]?.photoCount == pin.photoCount else { return }
      covers[pin.id]?.texture = texture
      onChange()
    }
  }

  private func picture(of photo: Photo?) async -> Ref<OpaquePointer>? {
    guard let photo, let path = photo.path, let file = albums.file(of: photo) else { return nil }
    return await thumbnails.picture(of: file, named: path, pixels: PinCovers.pixels)
  }
}
