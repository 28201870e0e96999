import Atlas
import MapDrawing
import TravelModel

/// The map of an exported album: where its pin and its photos are, and what is around them.
struct PlaceMap {
  typealias Spot = (x: Double, y: Double)

  /// A name, and where it begins: the middle of its left edge.
  struct Label {
    let name: String
    /// The city that is called so; nil where it is the album's place, which has the pin.
    let dot: Spot?
    let start: Spot
  }

  /// Tells how wide and high a name is, whether or not it is that of the album's place.
  typealias Measure = (_ name: String, _ isPlace: Bool) -> (width: Double, height: Double)

  let sheet: MapSheet
  /// The tip of the pin.
  let pin: Spot
  /// Where photos were taken, each spot once.
  let dots: [Spot]
  private(set) var labels: [Label] = []
  private var placement = LabelPlacement()

  /// The radii of the dots of photos and of cities.
  static let (dotRadius, cityRadius) = (3.0, 2.5)
  /// The radius of the pin's head, and how high its middle is above the tip.
  static let (headRadius, headHeight) = (9.0, 22.0)

  /// The closest zoom, at which photos of one quarter are apart: who has the page cannot move the
  /// map, and closer there is little on it.
  private static let closestZoom = 13.0
  /// The same of a place without photos around it.
  private static let pinZoom = 9.0
  private static let farthestZoom = 1.0
  /// What the zoom differs by from one attempt to the next.
  private static let zoomStep = 0.5
  private static let mostCities = 10
  /// How far a name is from its dot, and from the edge of the map.
  private static let (gap, border) = (6.0, 6.0)

  /// Lays out a map of so many pixels.
  init(
    of album: ExportedAlbum, _ map: ExportMap, width: Double, height: Double, measure: Measure
  ) {
    let places = album.photos.compactMap(\.details.coordinate)
    let spots = AlbumSpots(pin: album.place, photos: places)
    let closest = spots.areOne ? PlaceMap.pinZoom : PlaceMap.closestZoom
    var view = spots.view(width: width, height: height)
    view.zoom = max(PlaceMap.farthestZoom, min(closest, view.zoom))
    var place = PlaceMap(of: album, places, map, view, width, height, measure)
    // By what is around it, it is recognised.
    while view.zoom > PlaceMap.farthestZoom,
      !(map.gazetteer == nil ? place.sheet.hasLines : place.namesCity)
    {
      view.zoom = max(PlaceMap.farthestZoom, view.zoom - PlaceMap.zoomStep)
      place = PlaceMap(of: album, places, map, view, width, height, measure)
    }
    self = place
  }

  private init(
    of album: ExportedAlbum, _ places: [Coordinate], _ map: ExportMap, _ view: MapView,
    _ width: Double, _ height: Double, _ measure: Measure
  ) {
    sheet = MapSheet(
      view, width: width, height: height, outlines: map.outlines, landscape: map.landscape)
    pin = sheet.position(of: album.place)
    var covered: Set<[Int]> = []
    dots = places.map(sheet.position).filter { covered.insert([Int($0.x), Int($0.y)]).inserted }
    addName(album.title, measure)
    if let gazetteer = map.gazetteer { addCities(of: gazetteer, besides: album.title, measure) }
  }

  /// Whether something has a name besides the album's place.
  private var namesCity: Bool { labels.contains { $0.dot != nil } }
}

extension PlaceMap {
  /// Names the place beside its pin, where fewest photos are.
  private mutating func addName(_ name: String, _ measure: Measure) {
    let (radius, gap) = (PlaceMap.headRadius, PlaceMap.gap)
    let head = (x: pin.x, y: pin.y - PlaceMap.headHeight)
    _ = placement.place([
      LabelBox(
        x: pin.x - radius - gap, y: head.y - radius - gap, width: 2 * (radius + gap),
        height: PlaceMap.headHeight + radius + 2 * gap)
    ])
    let size = measure(name, true)
    let reach = radius + gap + 1
    let boxes = [
      (head.x + reach, head.y - size.height / 2),
      (head.x - reach - size.width, head.y - size.height / 2),
      (pin.x - size.width / 2, pin.y + gap + 1),
      (pin.x - size.width / 2, head.y - reach - size.height),
    ].map { LabelBox(x: $0, y: $1, width: size.width, height: size.height) }
      .filter { $0.depth(in: room) >= 0 }
    let box = boxes.min { photos(in: $0) < photos(in: $1) }
    guard let box, placement.place([box]) != nil else { return }
    labels.append(Label(name: name, dot: nil, start: (box.x, box.y + size.height / 2)))
  }

  private func photos(in box: LabelBox) -> Int {
    dots.count { box.meets(LabelBox(x: $0.x, y: $0.y, width: 1, height: 1)) }
  }

  private mutating func addCities(
    of gazetteer: Gazetteer, besides title: String, _ measure: Measure
  ) {
    var left = PlaceMap.mostCities
    for city in sheet.cities(of: gazetteer, limit: 60) where left > 0 && city.name != title {
      let dot = sheet.position(of: city.coordinate)
      let size = measure(city.name, false)
      let box = placement.place(
        width: size.width, height: size.height, beside: dot, radius: PlaceMap.cityRadius,
        gaps: (PlaceMap.gap, PlaceMap.gap), within: room)
      guard let box else { continue }
      labels.append(Label(name: city.name, dot: dot, start: (box.x, box.y + box.height / 2)))
      left -= 1
    }
  }

  /// Where names may be.
  private var room: LabelBox {
    LabelBox(x: 0, y: 0, width: sheet.width, height: sheet.height).with(margin: -PlaceMap.border)
  }
}
