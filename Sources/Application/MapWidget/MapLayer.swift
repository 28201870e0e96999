import CAdwaita
package import CGLib
import CShumate
import GLibBridge
import Widgets

/// Makes a map layer of a GObject class that was registered by the program.
package func makeLayer(_ type: GType, over camera: MapCamera) -> OpaquePointer {
  makeObject(type, ["viewport": ObjectValue(camera.viewport)])
}

/// Makes a map layer that ignores the pointer, drawn by the `Drawing` that `setDrawing` sets.
package func makeDrawnLayer(over camera: MapCamera) -> OpaquePointer {
  let layer = makeLayer(drawnLayerType, over: camera)
  gtk_widget_set_can_target(layer.widget, 0)
  layer.setAccessibleHidden(true)
  return layer
}

private let drawnLayerType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristDrawnLayer")
