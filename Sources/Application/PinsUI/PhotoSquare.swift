import CAdwaita
import CGLib
package import GLibBridge
package import Widgets

/// A square filled with a photo, or with the icon of a place.
///
/// A plain GtkPicture would request room for all the photo's pixels.
package final class PhotoSquare {
  package let widget: Widget
  private let picture: Ref<Widget>

  /// Makes a square with the icon; `side` is in pixels.
  package init(side: Int32) {
    let sign = gtk_image_new_from_icon_name("mark-location-symbolic")!
    sign.addClass("dim-label")
    gtk_widget_set_size_request(sign, side, side)
    let picture = gtk_picture_new()!
    gtk_widget_set_size_request(picture, side, side)
    gtk_picture_set_content_fit(picture.cast(), GTK_CONTENT_FIT_COVER)
    gtk_widget_set_visible(picture, 0)
    self.picture = Ref(retaining: picture)
    widget = gtk_overlay_new()!
    gtk_overlay_set_child(widget.cast(), sign)
    gtk_overlay_add_overlay(widget.cast(), picture)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    widget.addClass("photo-square")
    // Its container has the accessible name.
    widget.setAccessibleHidden(true)
  }

  /// Shows a photo; nil shows the icon again.
  package func show(_ texture: Ref<OpaquePointer>?) {
    gtk_picture_set_paintable(picture.pointer.cast(), texture?.pointer)
    gtk_widget_set_visible(picture.pointer, (texture != nil).gboolean)
  }
}
