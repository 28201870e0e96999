import Atlas
import MapDrawing
import TravelModel

/// The map of an exported album: where its pin and its photos are, and what is around them.
struct PlaceMap {
  typealias Spot = (x: Double, y: Double)

  /// A city, and where its name begins: the middle of its left edge.
  struct Label {
    let name: String
    let dot: Spot
    let start: Spot
  }

  let sheet: MapSheet
  /// The tip of the pin.
  let pin: Spot
  /// Where photos were taken, each spot once.
  let dots: [Spot]
  let labels: [Label]

  /// The radii of the dots of photos and of cities.
  static let (dotRadius, cityRadius) = (3.0, 2.5)
  /// The radius of the pin's head, and how high its middle is above the tip.
  static let (headRadius, headHeight) = (9.0, 22.0)

  /// The closest zoom: the offline map shows little at closer ones.
  private static let closestZoom = 7.0
  private static let farthestZoom = 1.0
  private static let mostLabels = 10
  /// How far a name is from its dot, and from the edge of the map.
  private static let (gap, border) = (6.0, 6.0)

  /// Lays out a map of so many pixels; `measure` tells how wide and high a name is.
  init(
    of album: ExportedAlbum, _ map: ExportMap, width: Double, height: Double,
    measure: (String) -> (width: Double, height: Double)
  ) {
    let places = album.photos.compactMap(\.details.coordinate)
    var view = MapView.fitting([album.place] + places, width: width, height: height)
    view.zoom = max(PlaceMap.farthestZoom, min(PlaceMap.closestZoom, view.zoom))
    func makeSheet() -> MapSheet {
      MapSheet(
        view, width: width, height: height, outlines: map.outlines, landscape: map.landscape)
    }
    var sheet = makeSheet()
    // In the middle of a sea or a desert, the map shows more of the world around.
    while view.zoom > PlaceMap.farthestZoom, !sheet.hasLines {
      view.zoom = max(PlaceMap.farthestZoom, view.zoom - 1)
      sheet = makeSheet()
    }
    self.sheet = sheet
    let pin = sheet.position(of: album.place)
    self.pin = pin
    var covered: Set<[Int]> = []
    dots = places.map(sheet.position).filter { covered.insert([Int($0.x), Int($0.y)]).inserted }
    labels = map.gazetteer.map { PlaceMap.labels(of: sheet, pin, $0, measure) } ?? []
  }

  private static func labels(
    of sheet: MapSheet, _ pin: Spot, _ gazetteer: Gazetteer,
    _ measure: (String) -> (width: Double, height: Double)
  ) -> [Label] {
    var placement = LabelPlacement()
    _ = placement.place([
      LabelBox(
        x: pin.x - headRadius - gap, y: pin.y - headHeight - headRadius - gap,
        width: 2 * (headRadius + gap), height: headHeight + headRadius + 2 * gap)
    ])
    var labels: [Label] = []
    for city in sheet.cities(of: gazetteer, limit: 60) where labels.count < mostLabels {
      let dot = sheet.position(of: city.coordinate)
      let size = measure(city.name)
      let boxes = [
        (dot.x + gap, dot.y - size.height / 2), (dot.x - gap - size.width, dot.y - size.height / 2),
        (dot.x - size.width / 2, dot.y - gap - size.height), (dot.x - size.width / 2, dot.y + gap),
      ].filter {
        $0.0 >= border && $0.1 >= border && $0.0 + size.width <= sheet.width - border
          && $0.1 + size.height <= sheet.height - border
      }.map { LabelBox(x: $0.0, y: $0.1, width: size.width, height: size.height) }
      let mark = LabelBox(
        x: dot.x - cityRadius, y: dot.y - cityRadius, width: 2 * cityRadius, height: 2 * cityRadius)
      guard let number = placement.place(boxes, mark: mark) else { continue }
      let box = boxes[number]
      labels.append(
        Label(name: city.name, dot: dot, start: (box.x, box.y + box.height / 2)))
    }
    return labels
  }
}
