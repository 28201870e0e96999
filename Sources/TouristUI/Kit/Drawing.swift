import CAdwaita
import CGLib
import GLibBridge

/// What draws a widget of a class of ours.
protocol Drawing: AnyObject {
  /// Draws the widget from its left upper corner.
  func draw(on snapshot: OpaquePointer)
}

/// Registers a class of widgets whose instances are drawn by whatever `setDrawing` gave them.
func registerDrawnWidget(of parent: GType, named name: String) -> GType {
  registerSubclass(of: parent, named: name) { widgetClass, _ in
    drawItself(widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self))
  }
}

/// Lets the widgets of a class be drawn by whatever `setDrawing` gave them.
nonisolated func drawItself(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
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
  func setDrawing(_ drawing: some Drawing) { attach(WeakDrawing(drawing), to: self) }
}

private final class WeakDrawing {
  weak var drawing: (any Drawing)?
  init(_ drawing: any Drawing) { self.drawing = drawing }
}
