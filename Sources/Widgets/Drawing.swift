package import CAdwaita
import CGLib
package import GLibBridge

/// What draws a widget of a class of ours.
package protocol Drawing: AnyObject {
  /// Draws the widget from its left upper corner.
  func draw(on snapshot: OpaquePointer)
}

/// Registers a class of widgets whose instances are drawn by whatever `setDrawing` gave them.
package func registerDrawnWidget(of parent: GType, named name: String) -> GType {
  registerSubclass(of: parent, named: name) { widgetClass, _ in
    drawItself(widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self))
  }
}

/// Lets the widgets of a class be drawn by whatever `setDrawing` gave them.
package nonisolated func drawItself(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
  widgetClass.pointee.snapshot = { widget, snapshot in
    nonisolated(unsafe) let widget = widget!
    nonisolated(unsafe) let snapshot = snapshot!
    MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: WeakDrawing.self)?.drawing?
        .draw(on: snapshot)
    }
  }
}

extension ObjectPointer {
  /// Lets `drawing` draw the widget for as long as it lives; the widget may outlive it.
  package func setDrawing(_ drawing: some Drawing) { attach(WeakDrawing(drawing), to: self) }
}

/// Makes a picture that GTK draws of what cairo has drawn on a surface with an alpha channel.
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

private final class WeakDrawing {
  weak var drawing: (any Drawing)?
  init(_ drawing: any Drawing) { self.drawing = drawing }
}
