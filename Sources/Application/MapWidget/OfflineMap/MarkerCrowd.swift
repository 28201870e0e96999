package import MapDrawing
package import TravelModel

/// The place of a marker, and the box that it covers there, in pixels.
package struct MarkerSpot: Equatable {
  let point: WorldPoint
  let boxes: [LabelBox]

  package init(point: WorldPoint, boxes: [LabelBox]) {
    (self.point, self.boxes) = (point, boxes)
  }
}

/// The markers that names avoid throughout a level.
struct MarkerCrowd {
  private var looks: [(world: WorldOnScreen, boxes: LabelBoxes)] = []

  /// The sizes of the world at the beginning, middle and end of a level: a name and the marker of
  /// another place may come closer to each other within it.
  private static let growths = [1, 1.4, 2]

  /// Makes the crowd for a level that begins with a world this many pixels wide.
  init(_ spots: [MarkerSpot], worldSize: Double) {
    guard !spots.isEmpty else { return }
    looks = MarkerCrowd.growths.map { growth in
      let world = WorldOnScreen(x: 0, y: 0, size: worldSize * growth)
      var boxes = LabelBoxes()
      for spot in spots {
        for box in spot.boxes { boxes.insert(box.moved(to: world.position(of: spot.point))) }
      }
      return (world, boxes)
    }
  }

  /// Whether a name would be below a marker; its mark may be, as that of a city with a pin.
  func meets(_ label: Label) -> Bool {
    looks.contains { look in
      label.letterBoxes(in: look.world).contains(where: look.boxes.meets)
    }
  }
}
