import Atlas
import CCairo
import DrawnPostcards
import MapDrawing
import TravelModel

/// The map of an exported album: its pin, photos and surroundings.
struct PlaceMap: Pen {
  struct Label {
    let text: PageText
    let box: LabelBox
    /// The dot of the city; nil for the album's place, which has the pin.
    let dot: Spot?
  }

  private let sheet: MapSheet
  /// The tip of the pin.
  let pin: Spot
  /// Where photos were taken, each spot once.
  let dots: [Spot]
  private(set) var labels: [Label] = []
  private var placement = LabelPlacement()
  private let labelSize: Double
  let cairo: OpaquePointer

  private static let white = MapColor(0xFFFFFF)
  private static let (dotRadius, cityRadius) = (3.0, 2.5)
  /// How large the pin is beside that of a map on the screen.
  private static let pinScale = 0.8

  /// The closest zoom; at it photos taken in one district are apart.
  ///
  /// A page cannot be zoomed, and closer maps show little.
  private static let closestZoom = 13.0
  /// The closest zoom for a place without photos around it.
  private static let pinZoom = 9.0
  private static let farthestZoom = 1.0
  /// The difference in zoom between two attempts.
  private static let zoomStep = 0.5
  private static let mostCities = 10
  /// The distance of a name from its dot, and from the map's edge.
  private static let (gap, border) = (6.0, 6.0)

  /// Lays out a map of a size in pixels.
  init(
    of album: ExportedAlbum, _ map: ExportMap, width: Double, height: Double, labelSize: Double,
    on cairo: OpaquePointer
  ) {
    let places = album.photos.compactMap(\.details.coordinate)
    let areOne = places.allSatisfy { $0 == album.place }
    let closest = areOne ? PlaceMap.pinZoom : PlaceMap.closestZoom
    var view = MapView.around(album.place, showing: places, width: width, height: height)
    view.zoom = max(PlaceMap.farthestZoom, min(closest, view.zoom))
    var place = PlaceMap(of: album, places, map, view, width, height, labelSize, cairo)
    // The surroundings make the place recognisable.
    while view.zoom > PlaceMap.farthestZoom,
      !(map.gazetteer == nil ? place.sheet.hasLines : place.namesCity)
    {
      view.zoom = max(PlaceMap.farthestZoom, view.zoom - PlaceMap.zoomStep)
      place = PlaceMap(of: album, places, map, view, width, height, labelSize, cairo)
    }
    self = place
  }

  private init(
    of album: ExportedAlbum, _ places: [Coordinate], _ map: ExportMap, _ view: MapView,
    _ width: Double, _ height: Double, _ labelSize: Double, _ cairo: OpaquePointer
  ) {
    (self.labelSize, self.cairo) = (labelSize, cairo)
    sheet = MapSheet(
      view, width: width, height: height, outlines: map.outlines, landscape: map.landscape)
    pin = sheet.position(of: album.place)
    var covered: Set<[Int]> = []
    dots = places.map(sheet.position).filter { covered.insert([Int($0.x), Int($0.y)]).inserted }
    addName(album.title)
    if let gazetteer = map.gazetteer { addCities(of: gazetteer, besides: album.title) }
  }

  /// Paints the map into a corner of the page.
  func paint(isDark: Bool = false, x: Double, y: Double) {
    let palette: MapPalette = isDark ? .dark : .light
    let (ink, halo) = isDark ? (PlaceMap.white, palette.land) : (MapColor(0x241F31), PlaceMap.white)
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    sheet.paint(palette, lineWidth: 0.6, on: cairo)
    cairo_rectangle(cairo, 0, 0, sheet.width, sheet.height)
    cairo_clip(cairo)
    for label in labels {
      if let dot = label.dot { disc(dot, PlaceMap.cityRadius * 0.8, ink) }
      label.text.draw(x: label.box.x, y: label.box.y, ink, halo: halo)
    }
    for dot in dots {
      disc(dot, PlaceMap.dotRadius * 0.8, MapColor(isDark ? 0x78AEED : 0x1A5FB4))
    }
    paintPin()
    cairo_restore(cairo)
  }

  /// Whether anything but the album's place is named.
  private var namesCity: Bool { labels.contains { $0.dot != nil } }
}

extension PlaceMap {
  /// Names the place beside its pin, on the side with the fewest photos.
  private mutating func addName(_ name: String) {
    let (radius, gap) = (PinDrop.radius * PlaceMap.pinScale, PlaceMap.gap)
    let height = PinDrop.height * PlaceMap.pinScale
    let head = (x: pin.x, y: pin.y - height)
    _ = placement.place([
      LabelBox(
        x: pin.x - radius - gap, y: head.y - radius - gap, width: 2 * (radius + gap),
        height: height + radius + 2 * gap)
    ])
    let text = PageText(name, size: labelSize, isBold: true, on: cairo)
    let reach = radius + gap + 1
    let boxes = [
      (head.x + reach, head.y - text.height / 2),
      (head.x - reach - text.width, head.y - text.height / 2),
      (pin.x - text.width / 2, pin.y + gap + 1),
      (pin.x - text.width / 2, head.y - reach - text.height),
    ].map { LabelBox(x: $0, y: $1, width: text.width, height: text.height) }
      .filter { $0.depth(in: room) >= 0 }
    let box = boxes.min { photos(in: $0) < photos(in: $1) }
    guard let box, placement.place([box]) != nil else { return }
    labels.append(Label(text: text, box: box, dot: nil))
  }

  private func photos(in box: LabelBox) -> Int {
    dots.count { box.meets(LabelBox(x: $0.x, y: $0.y, width: 1, height: 1)) }
  }

  private mutating func addCities(of gazetteer: Gazetteer, besides title: String) {
    var left = PlaceMap.mostCities
    for city in sheet.cities(of: gazetteer, limit: 60) where left > 0 && city.name != title {
      let dot = sheet.position(of: city.coordinate)
      let text = PageText(city.name, size: labelSize, on: cairo)
      let box = placement.place(
        width: text.width, height: text.height, beside: dot, radius: PlaceMap.cityRadius,
        gaps: (PlaceMap.gap, PlaceMap.gap), within: room)
      guard let box else { continue }
      labels.append(Label(text: text, box: box, dot: dot))
      left -= 1
    }
  }

  /// The box that names must stay in.
  private var room: LabelBox {
    LabelBox(x: 0, y: 0, width: sheet.width, height: sheet.height).with(margin: -PlaceMap.border)
  }

  private func paintPin() {
    cairo_save(cairo)
    cairo_translate(cairo, pin.x, pin.y)
    cairo_scale(cairo, PlaceMap.pinScale, PlaceMap.pinScale)
    PinDrop.paint(nil, on: cairo)
    cairo_restore(cairo)
  }
}
