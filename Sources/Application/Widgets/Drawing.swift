package import CAdwaita
import CGLib
package import GLibBridge
package import Imaging
import TravelModel

/// An object that draws a custom widget.
package protocol Drawing: AnyObject {
  /// Draws the widget, with the origin in its upper left corner.
  func draw(on snapshot: OpaquePointer)
}

/// Registers a widget class whose instances are drawn by the object that `setDrawing` sets.
package func registerDrawnWidget(of parent: GType, named name: String) -> GType {
  registerSubclass(of: parent, named: name) { widgetClass, _ in
    drawItself(widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self))
  }
}

/// Makes the widgets of a class call the object that `setDrawing` sets.
package nonisolated func drawItself(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
  widgetClass.pointee.snapshot = { widget, snapshot in
    nonisolated(unsafe) let widget = widget!
    nonisolated(unsafe) let snapshot = snapshot!
    MainActor.assumeIsolated {
      let drawing = companion(of: UnsafeMutableRawPointer(widget), as: AnyObject.self)
      (drawing as? any Drawing)?.draw(on: snapshot)
    }
  }
}

extension ObjectPointer {
  /// Makes `drawing` draw the widget, which does not retain it.
  package func setDrawing(_ drawing: some Drawing) { attach(weakly: drawing, to: self) }
}

extension ObjectPointer {
  package var accentColor: GdkRGBA {
    var color = GdkRGBA(red: 0.11, green: 0.44, blue: 0.85, alpha: 1)
    let style = gtk_widget_get_style_context(widget)
    _ = gtk_style_context_lookup_color(style, "accent_bg_color", &color)
    return color
  }
}

/// Makes a texture from a cairo surface with alpha.
package func makeTexture(of surface: OpaquePointer) -> Ref<OpaquePointer> {
  cairo_surface_flush(surface)
  let stride = Int(cairo_image_surface_get_stride(surface))
  let (width, height) = (
    cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface)
  )
  let bytes = Bytes(
    adopting: g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * Int(height))))
  return Ref(
    adopting: gdk_memory_texture_new(
      width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes.pointer, gsize(stride)))
}

extension DecodedPicture {
  package var texture: Ref<OpaquePointer> {
    Ref(
      adopting: gdk_memory_texture_new(
        Int32(size.width), Int32(size.height), hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8,
        pixels.pointer, gsize(stride))!)
  }
}

extension graphene_rect_t {
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}
