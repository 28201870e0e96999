import CAdwaita
import CGLib
package import GLibBridge
package import Widgets

/// A square filled with a photo, which would ask for room for all its pixels by itself.
package enum PhotoSquare {
  /// Makes an empty square; `side` in pixels.
  package static func make(side: Int32) -> Widget {
    let picture = gtk_picture_new()!
    gtk_widget_set_size_request(picture, side, side)
    return picture
  }

  /// Fills a square of that side.
  package static func fill(_ picture: Widget, with texture: Ref<OpaquePointer>, side: Int32) {
    let snapshot = gtk_snapshot_new()!
    CellArt(widget: picture, snapshot: snapshot, width: Double(side), height: Double(side))
      .draw(texture.pointer, whole: false)
    var size = graphene_size_t(width: Float(side), height: Float(side))
    let paintable = Ref(adopting: gtk_snapshot_to_paintable(snapshot, &size)!)
    g_object_unref(snapshot.raw)
    gtk_picture_set_paintable(picture.cast(), paintable.pointer)
  }
}
