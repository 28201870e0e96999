import CAdwaita
import GLibBridge

/// Names as they were drawn, drawn again in the next frames as long as the map only moves on.
final class LabelDrawing {
  private let node: OpaquePointer?
  private let world: WorldOnScreen
  private let hidden: [Int]

  /// So far around the window names are drawn, in pixels: for some frames of a throw.
  static let margin = 96.0

  /// Draws where the world is; `hidden` are the names that are left out.
  init(in world: WorldOnScreen, without hidden: [Int], draw: (OpaquePointer) -> Void) {
    self.world = world
    self.hidden = hidden
    let snapshot = gtk_snapshot_new()!
    draw(snapshot)
    node = gtk_snapshot_free_to_node(snapshot)
  }

  isolated deinit { node.map { gsk_render_node_unref($0) } }

  /// Tells whether it shows all names of a view.
  func shows(_ other: WorldOnScreen, without hidden: [Int]) -> Bool {
    other.size == world.size && hidden == self.hidden
      && max(abs(other.x - world.x), abs(other.y - world.y)) <= LabelDrawing.margin
  }

  func append(to snapshot: OpaquePointer, in other: WorldOnScreen) {
    guard let node else { return }
    var way = graphene_point_t(x: Float(other.x - world.x), y: Float(other.y - world.y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &way)
    gtk_snapshot_append_node(snapshot, node)
    gtk_snapshot_restore(snapshot)
  }
}
