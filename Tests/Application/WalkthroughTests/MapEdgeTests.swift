import TestDesk
import TravelModel
import XCTest

/// What lies at the edges of the map's window, and of the world.
final class MapEdgeTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 4)

  func testWhereNothingIsSeenOverTheMapThePointerIsTheMaps() throws {
    try start(at: view)
    let map = try app.waitFor("Map").frame
    let credit = try watch(for: "the credit of tiles alone") {
      try app.all {
        try $0.name.contains("© OpenStreetMap contributors") && !$0.name.contains("Natural Earth")
          && $0.frame.width > 1
      }.first?.frame
    }
    // They move up when the credit comes.
    let (zoomIn, zoomOut) = (try stillFrame(of: "Zoom In"), try stillFrame(of: "Zoom Out"))
    let buttonsX = zoomIn.x + zoomIn.width / 2
    let besideButtons = (x: credit.x + 20, y: zoomIn.y + zoomIn.height / 2)
    XCTAssertLessThan(besideButtons.x, zoomIn.x - 60, "the credit is no wider than the buttons")

    hands.move(x: besideButtons.x, y: besideButtons.y)
    hands.turnWheel(2)
    try waitForView("one level closer") { abs($0.zoom - 5) < 0.01 }
    hands.turnWheel(-2)
    let before = try waitForView("the level before") { abs($0.zoom - 4) < 0.01 }
    hands.drag(
      fromX: besideButtons.x, y: besideButtons.y, toX: besideButtons.x - 100,
      y: besideButtons.y - 60)
    try waitForView("the view after the drag") {
      $0.center.longitude > before.center.longitude + 5
    }

    let spots: [(x: Double, y: Double)] = [
      besideButtons, (buttonsX, (zoomIn.y + zoomIn.height + zoomOut.y) / 2),
      (buttonsX, (zoomOut.y + zoomOut.height + credit.y) / 2), (map.x + 20, map.y + 8),
      (map.x + map.width - 8, map.y + 8), (map.x + 8, map.y + map.height - 8),
      (map.x + 40, map.y + map.height - 40),
    ]
    for (index, spot) in spots.enumerated() {
      try dropPin(x: spot.x, y: spot.y)
      try waitForPins(index + 1)
    }
  }

  func testZoomedOutTheFlatMapShowsTheWholeWorldAndNoMore() throws {
    let beyond = MapView(center: .init(latitude: 0, longitude: 0)!, zoom: 0)
    try start(at: beyond, settings: ["tile-source": "'offline'"])
    let map = try app.waitFor("Map").frame
    let whole = MapView.wholeWorld(width: map.width, height: map.height)
    try waitForView("the whole world") { abs($0.zoom - whole.zoom) < 0.01 }
    for part in [0.02, 0.5, 0.98] {
      try watch(for: "the map at \(part) of its width") {
        let color = screen.color(
          x: Int(map.x + part * map.width), y: Int(map.y + map.height * 0.55))
        return color >> 16 & 0xFF < 0xF8 ? true : nil
      }
    }
    hands.type("plus")
    try waitForView("one level closer") { abs($0.zoom - whole.zoom - 1) < 0.01 }
    hands.type("minus")
    try waitForView("the whole world again") { abs($0.zoom - whole.zoom) < 0.01 }
    hands.type("Right")
    let moved = try waitForView("a view further east") { $0.center.longitude > 1 }
    XCTAssertEqual(moved.zoom, whole.zoom, accuracy: 0.01)
  }

  func testInANarrowWindowTheWorldFillsTheHeight() throws {
    try start(
      settings: ["tile-source": "'offline'", "window-width": "400", "window-height": "850"])
    let map = try app.waitFor("Map").frame
    try waitForView("the whole world") { abs($0.worldSize - map.height) < 1 }
    hands.type("Right")
    let moved = try waitForView("a view further east") { $0.center.longitude > 1 }
    XCTAssertEqual(moved.worldSize, map.height, accuracy: 1)
    // From the North Pole's sea to Antarctica's ice, without an edge.
    let x = Int(map.x + map.width / 2)
    for (y, isIce) in [(map.y + 3, false), (map.y + map.height - 3, true)] {
      try watch(for: "the map at its edge") {
        let color = screen.color(x: x, y: Int(y))
        return (color >> 16 & 0xFF > 0xD8) == isIce ? true : nil
      }
    }
  }

  func testNoNameIsCutByTheEdgeOrLiesBelowAButton() throws {
    let map = try startAmongVillages()
    try watch(for: "edges without parts of names") {
      let left = try ink(x: map.x, y: map.y + 60, width: 4, height: map.height - 160)
      let right = try ink(
        x: map.x + map.width - 4, y: map.y + 60, width: 4, height: map.height - 160)
      return left + right == 0 ? true : nil
    }
    let button = try app.waitFor("Zoom In").frame
    try watch(for: "a button without a name below it") {
      try ink(x: button.x, y: button.y, width: button.width, height: button.height) == 0
        ? true : nil
    }
  }

  func testANameMakesRoomForAPin() throws {
    let map = try startAmongVillages()
    // On newer systems the lines of letters are thinner, and so less dark; no button is here.
    let brightest: UInt32 = 0x78
    // The darkest part of the middle, as large as a village's name.
    let (width, height) = (48, 14)
    let (left, top) = (Int(map.x) + 250, Int(map.y) + 200)
    let (across, down) = (500, 250)
    let before = try pictureAtRest(x: left, y: top, width: across, height: down)
    func ink(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
      (0..<width * height).map { (x + $0 % width, y + $0 / width) }
        .filter { isInk(before[$0.x, $0.y], upTo: brightest) }
    }
    // The mark of a place stays where it is; nothing of letters is as thick.
    func hasMark(_ ink: [(x: Int, y: Int)]) -> Bool {
      let all = Set(ink.map { $0.y * across + $0.x })
      return ink.contains { place in
        (0..<9).allSatisfy { all.contains((place.y + $0 / 3) * across + place.x + $0 % 3) }
      }
    }
    let spots = stride(from: 0, through: 450, by: 6).flatMap { x in
      stride(from: 0, through: 230, by: 3).map { y in (x: x, y: y, ink: ink(x, y)) }
    }.filter { !hasMark($0.ink) }
    let name = spots.max { $0.ink.count < $1.ink.count }!
    XCTAssertGreaterThan(name.ink.count, 60, "a name")
    // The pin's head comes over the middle of the name.
    let (headRise, headReach) = (25, 17)
    let middle = name.x + width / 2
    try dropPin(x: Double(left + middle), y: Double(top + name.y + height / 2 + headRise))
    try waitForPins(1)
    let beside = name.ink.filter { abs($0.x - middle) > headReach }
    XCTAssertGreaterThan(beside.count, 10, "letters on both sides of the pin")
    try watch(for: "no name left and right of the pin's head") {
      let now = try screen.look(x: left, y: top, width: across, height: down)
      return beside.count { isInk(now[$0.x, $0.y], upTo: brightest) } < beside.count / 2
        ? true : nil
    }
  }

  /// Shows where there are villages in each direction, also below the buttons; returns the map's
  /// place on the screen.
  private func startAmongVillages() throws -> (
    x: Double, y: Double, width: Double, height: Double
  ) {
    try start(
      at: MapView(center: Coordinate(latitude: 47.37, longitude: 8.54)!, zoom: 11),
      settings: ["tile-source": "'offline'", "window-width": "1000", "window-height": "680"],
      environment: ["ADW_DEBUG_COLOR_SCHEME": "prefer-light"])
    let map = try app.waitFor("Map").frame
    // It takes room of its own, and moves the buttons.
    _ = try app.waitFor("No more detail offline · Natural Earth · © GeoNames")
    try watch(for: "names in the middle") {
      try ink(x: map.x + 100, y: map.y + 200, width: map.width - 200, height: 200) > 500
        ? true : nil
    }
    return map
  }

  /// How many pixels of a part of the screen are as dark as names.
  private func ink(x: Double, y: Double, width: Double, height: Double) throws -> Int {
    let (width, height) = (Int(width), Int(height))
    let picture = try screen.look(x: Int(x), y: Int(y), width: width, height: height)
    return (0..<width * height).count { isInk(picture[$0 % width, $0 / width]) }
  }

  /// Tells whether a colour is that of a name, which is darker than anything else on the map.
  private func isInk(_ color: UInt32, upTo brightest: UInt32 = 0x37) -> Bool {
    [16, 8, 0].allSatisfy { color >> $0 & 0xFF <= brightest }
  }

  func testTilesMeetWithoutHairlines() throws {
    // Between levels, a tile is no whole number of pixels wide. There is nothing but ice there.
    let greenland = MapView(center: Coordinate(latitude: 78.2, longitude: -45)!, zoom: 5.3)
    for scheme in ["prefer-light", "prefer-dark"] {
      try start(
        at: greenland, settings: ["tile-source": "'offline'"],
        environment: ["GSK_RENDERER": "cairo", "ADW_DEBUG_COLOR_SCHEME": scheme])
      let middle = try mapMiddle()
      let (x, y) = (Int(middle.x), Int(middle.y))
      let ice: UInt32 = scheme == "prefer-dark" ? 0x4D555D : 0xE8F5FB
      for (dx, dy) in [(-300, -200), (-300, 200), (250, -200), (250, 200)] {
        try watch(for: "ice") { near(screen.color(x: x + dx, y: y + dy), ice) ? true : nil }
      }
      // Below the hint.
      let picture = try pictureAtRest(x: x - 300, y: y - 200, width: 551, height: 431)
      let across = (0...550).map { picture[$0, 200] }
      let down = (0...430).map { picture[320, $0] }
      XCTAssertEqual(Set(across).count, 1, "there is a line from north to south, \(scheme)")
      XCTAssertEqual(Set(down).count, 1, "there is a line from west to east, \(scheme)")
      try quit()
    }
  }

  /// Tells colours apart as an eye does, not as rounding does.
  private func near(_ a: UInt32, _ b: UInt32) -> Bool {
    [16, 8, 0].allSatisfy { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) <= 2 }
  }

  @discardableResult
  private func waitForView(_ what: String, _ isThere: (MapView) -> Bool) throws -> MapView {
    try watch(for: what) { try savedView().flatMap { isThere($0) ? $0 : nil } }
  }
}
