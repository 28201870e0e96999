package import GLibBridge
package import TouristSession
package import TravelModel
package import Widgets

/// The first photos of pins' albums, as pictures.
package struct PinPhotos {
  private let albums: AlbumRegistry
  private let thumbnails: Thumbnails

  package init(albums: AlbumRegistry, thumbnails: Thumbnails) {
    self.albums = albums
    self.thumbnails = thumbnails
  }

  /// The pictures that can be loaded, at most `count`, at a size in pixels.
  package func pictures(of pin: Pin.ID, count: Int, pixels: Int) async -> [Ref<OpaquePointer>] {
    var found: [Ref<OpaquePointer>] = []
    for photo in await albums.preview(of: pin, count: count) {
      guard let path = photo.path, let file = albums.file(of: photo) else { continue }
      if let texture = await thumbnails.picture(of: file, named: path, pixels: pixels) {
        found.append(texture)
      }
    }
    return found
  }
}
