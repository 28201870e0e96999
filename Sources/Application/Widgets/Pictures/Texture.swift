import CAdwaita
import CGLib
package import GLibBridge
package import Imaging
import TravelModel

extension DecodedPicture {
  /// A texture that shares the pixels.
  package var texture: Ref<OpaquePointer> {
    Ref(
      adopting: gdk_memory_texture_new(
        Int32(size.width), Int32(size.height), hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8,
        pixels.pointer, gsize(stride))!)
  }
}
