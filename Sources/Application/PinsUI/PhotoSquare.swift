import CAdwaita
import CGLib
package import GLibBridge
package import Widgets

/// A square filled with a photo, which would ask for room for all its pixels by itself, or with the
/// sign of a place.
package final class PhotoSquare {
  package let widget: Widget
  private let picture: Ref<Widget>
  private let side: Int32

  /// Makes a square that shows the sign; `side` in pixels.
  package init(side: Int32) {
    self.side = side
    let sign = gtk_image_new_from_icon_name("mark-location-symbolic")!
    sign.addClass("dim-label")
    gtk_widget_set_size_request(sign, side, side)
    let picture = gtk_picture_new()!
    gtk_widget_set_size_request(picture, side, side)
    gtk_widget_set_visible(picture, 0)
    self.picture = Ref(retaining: picture)
    widget = gtk_overlay_new()!
    gtk_overlay_set_child(widget.cast(), sign)
    gtk_overlay_add_overlay(widget.cast(), picture)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    widget.addClass("photo-square")
    // What it is in says what it shows.
    widget.setAccessibleHidden(true)
  }

  /// Shows a photo; nil shows the sign again.
  package func show(_ texture: Ref<OpaquePointer>?) {
    let paintable = texture.map { texture in
      let snapshot = gtk_snapshot_new()!
      CellArt(
        widget: picture.pointer, snapshot: snapshot, width: Double(side), height: Double(side)
      ).draw(texture.pointer, whole: false)
      var size = graphene_size_t(width: Float(side), height: Float(side))
      let paintable = Ref(adopting: gtk_snapshot_to_paintable(snapshot, &size)!)
      g_object_unref(snapshot.raw)
      return paintable
    }
    gtk_picture_set_paintable(picture.pointer.cast(), paintable?.pointer)
    gtk_widget_set_visible(picture.pointer, paintable == nil ? 0 : 1)
  }
}
