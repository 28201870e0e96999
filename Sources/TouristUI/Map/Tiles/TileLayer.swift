import CAdwaita
import CGLib
import CShumate
import GLibBridge

/// Tiles on the map, drawn so that they meet, by a layer that knows how much of the map they cover.
///
/// libshumate 1.0 draws tiles at fractions of a pixel. There an edge is blended with what lies
/// below, and between two tiles it shows through: so each edge goes to the nearest pixel, which is
/// the same one for both.
final class TileLayer {
  /// How much of the world in the window is under tiles.
  enum Cover {
    case none, part, all
  }

  let layer: OpaquePointer
  /// What is under tiles now.
  private(set) var cover = Cover.none
  /// Called, between two frames, when the cover is another one.
  var onCoverChange: () -> Void = {}

  private let camera: MapCamera
  private var coverCall: ScheduledCall?

  /// How much of the world has to be covered for all of it: rounding costs less than the rest.
  private static let wholeCover: Float = 0.999
  /// Sooner than GTK's layout, so that the next frame is laid out with what is told of it.
  private static let coverPriority: Int32 = 100

  init(source: Ref<OpaquePointer>, camera: MapCamera) {
    self.camera = camera
    layer = makeObject(
      tileLayerType,
      ["map-source": ObjectValue(source.pointer), "viewport": ObjectValue(camera.viewport)])
    attach(WeakTileLayer(self), to: layer)
  }

  /// Draws what libshumate's layer would draw, on whole pixels.
  fileprivate func draw(_ tiles: OpaquePointer?, on snapshot: OpaquePointer) {
    let scale = Float(gtk_widget_get_scale_factor(layer.widget))
    let rows = camera.worldRows
    let whole = Float(camera.size.width * (rows.upperBound - rows.lowerBound))
    var world = graphene_rect_t()
    graphene_rect_init(
      &world, 0, Float(rows.lowerBound), Float(camera.size.width),
      Float(rows.upperBound - rows.lowerBound))
    var covered: Float = 0
    eachPart(of: tiles) { part in
      var bounds = graphene_rect_t()
      gsk_render_node_get_bounds(part, &bounds)
      guard let texture = texture(of: part) else { return gtk_snapshot_append_node(snapshot, part) }
      bounds = TileLayer.snapped(bounds, scale: scale)
      gtk_snapshot_append_texture(snapshot, texture, &bounds)
      var seen = graphene_rect_t()
      if graphene_rect_intersection(&bounds, &world, &seen) {
        covered += seen.size.width * seen.size.height
      }
    }
    note(covered > 0 ? (covered < whole * TileLayer.wholeCover ? .part : .all) : .none)
  }

  private static func snapped(_ bounds: graphene_rect_t, scale: Float) -> graphene_rect_t {
    func snapped(_ value: Float) -> Float { (value * scale).rounded() / scale }
    let (x, y) = (snapped(bounds.origin.x), snapped(bounds.origin.y))
    let right = snapped(bounds.origin.x + bounds.size.width)
    let bottom = snapped(bounds.origin.y + bounds.size.height)
    return graphene_rect_t(
      origin: graphene_point_t(x: x, y: y),
      size: graphene_size_t(width: right - x, height: bottom - y))
  }

  private func note(_ cover: Cover) {
    guard cover != self.cover else { return }
    self.cover = cover
    // A frame that is being drawn is no time to change what is laid out.
    coverCall = MainLoop.whenIdle(priority: TileLayer.coverPriority) { [weak self] in
      self?.onCoverChange()
    }
  }
}

/// Calls `body` with each node that a snapshot took, or with none if there are none.
private func eachPart(of node: OpaquePointer?, _ body: (OpaquePointer) -> Void) {
  guard let node else { return }
  guard gsk_render_node_get_node_type(node) == GSK_CONTAINER_NODE else { return body(node) }
  for index in 0..<gsk_container_node_get_n_children(node) {
    eachPart(of: gsk_container_node_get_child(node, index), body)
  }
}

/// The texture that is all of a node, moved or not.
private func texture(of node: OpaquePointer) -> OpaquePointer? {
  switch gsk_render_node_get_node_type(node) {
  case GSK_TEXTURE_NODE: gsk_texture_node_get_texture(node)
  case GSK_TRANSFORM_NODE: texture(of: gsk_transform_node_get_child(node))
  default: nil
  }
}

/// Lets the map keep the layer's widget without keeping the layer.
private final class WeakTileLayer {
  weak var layer: TileLayer?
  init(_ layer: TileLayer) { self.layer = layer }
}

private let tileLayerType = registerSubclass(
  of: shumate_map_layer_get_type(), named: "VirtualTouristTileLayer"
) { widgetClass, _ in
  let widgetClass = widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self)
  widgetClass.pointee.snapshot = { widget, snapshot in
    let stock = g_type_class_peek(shumate_map_layer_get_type())!
      .assumingMemoryBound(to: GtkWidgetClass.self)
    let drawn = gtk_snapshot_new()!
    stock.pointee.snapshot(widget, drawn)
    nonisolated(unsafe) let tiles = gtk_snapshot_free_to_node(drawn)
    nonisolated(unsafe) let widget = widget!
    nonisolated(unsafe) let snapshot = snapshot!
    MainActor.assumeIsolated {
      companion(of: UnsafeMutableRawPointer(widget), as: WeakTileLayer.self)?.layer?
        .draw(tiles, on: snapshot)
    }
    if let tiles { gsk_render_node_unref(tiles) }
  }
}
