import CAdwaita
package import CGLib
import CShumate
import GLibBridge
import Widgets

/// Makes a layer of the map, of a class of ours.
package func makeLayer(_ type: GType, over camera: MapCamera) -> OpaquePointer {
  makeObject(type, ["viewport": ObjectValue(camera.viewport)])
}

/// Makes a layer of the map that is there for the eye alone, drawn by what `setDrawing` sets.
package func makeDrawnLayer(over camera: MapCamera) -> OpaquePointer {
  let layer = makeLayer(drawnLayerType, over: camera)
  gtk_widget_set_can_target(layer.widget, 0)
  layer.setAccessibleHidden(true)
  return layer
}

private let drawnLayerType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristDrawnLayer")
