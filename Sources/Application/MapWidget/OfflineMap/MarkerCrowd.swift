package import MapDrawing
package import TravelModel

/// Where a marker stands, and what it covers around that place, in pixels.
package struct MarkerSpot: Equatable {
  let point: WorldPoint
  let boxes: [LabelBox]

  package init(point: WorldPoint, boxes: [LabelBox]) {
    (self.point, self.boxes) = (point, boxes)
  }
}

/// The markers that names keep clear of, from the beginning of a level to its end.
struct MarkerCrowd {
  private var looks: [(world: WorldOnScreen, boxes: LabelBoxes)] = []

  /// How many times the world has grown at the beginning, in the middle and at the end of a level: a
  /// name beside the marker of another place may come nearer to it on the way.
  private static let growths = [1, 1.4, 2]

  /// Around the world of so many pixels that a level begins with.
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

  /// Tells whether a name would lie below one of them; its mark may, as that of a city with a pin.
  func meets(_ label: Label) -> Bool {
    looks.contains { look in
      label.letterBoxes(in: look.world).contains(where: look.boxes.meets)
    }
  }
}
