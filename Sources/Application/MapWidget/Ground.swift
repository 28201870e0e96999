import CAdwaita
import MapDrawing
import Widgets

/// The background below the map's tiles, which also fills the space beyond the poles.
final class Ground: Drawing {
  let layer: OpaquePointer
  /// Whether a server's tiles lie on it; these are light in the dark style, too.
  var isBesideTiles = false {
    didSet { if isBesideTiles != oldValue { viewChanged() } }
  }
  private unowned let canvas: MapCanvas

  init(on canvas: MapCanvas) {
    self.canvas = canvas
    layer = makeDrawnLayer(over: canvas.camera)
    layer.setDrawing(self)
  }

  func viewChanged() { gtk_widget_queue_draw(layer.widget) }

  func draw(on snapshot: OpaquePointer) {
    let (world, height) = (canvas.camera.flat.rows, canvas.camera.size.height)
    let palette = canvas.look.palette
    // The map continues as it ends: with sea in the north, and with Antarctica in the south.
    let (north, sea, south) =
      isBesideTiles
      ? (Ground.tiles.sea, Ground.tiles.sea, Ground.tiles.land)
      : (palette.depths[Ground.arctic], palette.water, palette.glacier)
    fill(from: 0, to: world.lowerBound, with: north, on: snapshot)
    fill(from: world.lowerBound, to: world.upperBound, with: sea, on: snapshot)
    fill(from: world.upperBound, to: height, with: south, on: snapshot)
  }

  /// The colours of OpenStreetMap's tiles, which show neither depths nor ice.
  private static let tiles = (sea: MapColor(0xAAD3DF), land: MapColor(0xF2EFE9))
  /// The depth step of most of the sea around the North Pole.
  private static let arctic = 2

  private func fill(
    from top: Double, to bottom: Double, with color: MapColor, on snapshot: OpaquePointer
  ) {
    // Like the tiles, it ends at a whole pixel.
    let scale = Double(gtk_widget_get_scale_factor(layer.widget))
    let (top, bottom) = (top.onDevicePixel(of: scale), bottom.onDevicePixel(of: scale))
    guard top < bottom else { return }
    var color = GdkRGBA(color)
    var area = graphene_rect_t(x: 0, y: top, width: canvas.camera.size.width, height: bottom - top)
    gtk_snapshot_append_color(snapshot, &color, &area)
  }
}

extension GdkRGBA {
  init(_ color: MapColor) {
    self.init(red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: 1)
  }
}
