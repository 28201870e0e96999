import CAdwaita
import GLibBridge
import Widgets

/// Names as they were drawn, drawn again in the next frames as long as the map only moves on.
final class LabelDrawing {
  private let names: KeptDrawing
  private let world: WorldOnScreen
  private let exceptions: Exceptions

  /// The names, by their indices, that are not simply drawn.
  struct Exceptions: Equatable {
    /// Left out.
    var hidden: [Int] = []
    /// At the map's edge, where they are drawn anew in each frame.
    var fading: [Int] = []
  }

  /// So far around the window names are drawn, in pixels: for some frames of a throw.
  static let margin = 96.0

  /// Draws where the world is.
  init(in world: WorldOnScreen, except exceptions: Exceptions, draw: (OpaquePointer) -> Void) {
    self.world = world
    self.exceptions = exceptions
    names = KeptDrawing(draw)
  }

  /// Tells whether it shows all names of a view as they are to be drawn.
  func shows(_ other: WorldOnScreen, except exceptions: Exceptions) -> Bool {
    other.size == world.size && exceptions == self.exceptions
      && max(abs(other.x - world.x), abs(other.y - world.y)) <= LabelDrawing.margin
  }

  func append(to snapshot: OpaquePointer, in other: WorldOnScreen) {
    // By whole pixels, as the tiles: between them letters are blurred.
    var way = graphene_point_t(
      x: Float((other.x - world.x).rounded()), y: Float((other.y - world.y).rounded()))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &way)
    names.append(to: snapshot)
    gtk_snapshot_restore(snapshot)
  }
}
