import Foundation
import TestDesk
import TravelModel
import XCTest

/// Looks at the map while it moves: all that is on it moves in the same frames.
final class MotionTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 5)
  /// The part of the map that is looked at, around the pin that stands in its middle.
  private var area = (x: 0, y: 0, width: 0, height: 0)
  private var frames: [Picture] = []

  func testTilesAndPinsMoveTogetherWithoutAGraphicsCard() throws {
    try moveTilesAndPins(renderer: "cairo")
  }

  func testTilesAndPinsMoveTogetherWithOpenGL() throws {
    try moveTilesAndPins(renderer: "gl")
  }

  func testTheOfflineMapItsNamesAndPinsMoveTogetherWithoutAGraphicsCard() throws {
    try moveOfflineMapAndPins(renderer: "cairo")
  }

  func testTheOfflineMapItsNamesAndPinsMoveTogetherWithOpenGL() throws {
    try moveOfflineMapAndPins(renderer: "gl")
  }

  func testNamesOnTheOfflineMapMoveWithItUntilAnEdgeWouldCutThem() throws {
    try start(
      at: MapView(center: Coordinate(latitude: 48, longitude: 9)!, zoom: 5),
      settings: ["tile-source": "'offline'"])
    try dropPinInMiddle()
    // It goes by itself, and nothing of the map is under it then.
    _ = try watch(for: "the bubble") { app.buttons { $0 == "Open" }.first }
    _ = try watch(for: "the end of the bubble") {
      app.buttons { $0 == "Open" }.isEmpty ? true : nil
    }
    for step in [-2.0, 2, 2] {
      let before = try mapAtRest()
      drag(by: step)
      let after = try mapAtRest()
      let (was, isNow) = try (XCTUnwrap(pin(in: before)), XCTUnwrap(pin(in: after)))
      let shift = shift(from: before, to: after, around: isNow.x - was.x)
      XCTAssertGreaterThan(abs(shift), 60, "the map did not move")
      // No name is longer: those that end farther from the edges do not fade.
      let reach = 300
      let columns = max(0, shift) + reach..<min(after.width, after.width + shift) - reach
      let different = columns.reduce(0) { sum, x in
        sum + (0..<after.height).count { after[x, $0] != before[x - shift, $0] }
      }
      XCTAssertEqual(different, 0, "pixels that did not move with the map by \(shift)")
    }
  }

  func testWhereTheOfflineMapIsNotPaintedYetThereIsNoSea() throws {
    // So far around there is nothing but desert.
    try start(
      at: MapView(center: Coordinate(latitude: 22, longitude: 8)!, zoom: 7.5),
      settings: ["tile-source": "'offline'"])
    try dropPinInMiddle()
    for (name, move) in [
      ("zoom out", { self.turnWheel(-2) }), ("drag", { self.drag(by: 60, steps: 12) }),
    ] {
      _ = try mapAtRest()
      let strips = try framesDuring(move).map { frame in
        (0..<frame.width).count { x in
          (0..<frame.height).count { isSea(frame[x, $0]) } > frame.height / 2
        }
      }
      XCTAssertEqual(strips.max(), 0, "\(name): columns of sea in each frame: \(strips)")
    }
  }

  func testInANarrowWindowTheListOfPlacesSlidesInAlsoTheFirstTime() throws {
    try start(
      at: MapView(center: Coordinate(latitude: 48, longitude: 9)!, zoom: 5),
      settings: ["tile-source": "'offline'", "window-width": "400"])
    // It takes a quarter of a second, of which a machine that is busy may show the end alone: then the
    // next first time is looked at.
    var slides = try slidesIn()
    for _ in 0..<3 where !slides {
      try quit()
      try launch()
      slides = try slidesIn()
    }
    XCTAssertTrue(slides, "the map does not show beside a list that comes in")
  }

  /// Whether the map still shows beside the list while that comes in.
  private func slidesIn() throws -> Bool {
    hands.move(x: 200, y: 600)
    let map = try app.waitFor("Map").frame
    // Where the list has no words.
    area = (Int(map.x) + 4, Int(map.y + map.height * 0.8), Int(map.width) - 8, 60)
    func isBlank(_ x: Int, of picture: Picture) -> Bool {
      Set((0..<picture.height).map { picture[x, $0] }).count == 1
    }
    let before = try mapAtRest()
    XCTAssertFalse(isBlank(0, of: before) || isBlank(before.width - 1, of: before))
    frames = []
    hands.type("F9")
    try watch(for: "the list") { () -> Bool? in
      // A watch pauses between its looks for about as long as the list slides.
      for _ in 0..<120 {
        watchFrames(1)
        if isBlank(before.width - 1, of: try XCTUnwrap(frames.last)) { return true }
      }
      return nil
    }
    return frames.contains { isBlank(0, of: $0) && !isBlank($0.width - 1, of: $0) }
  }

  private func moveTilesAndPins(renderer: String) throws {
    try start(
      at: view, settings: ["tile-url": "'\(person.services.address)/ruler/{z}/{x}/{y}.png'"],
      environment: ["GSK_RENDERER": renderer])
    try dropPinInMiddle()
    try waitForFrames(drawnBy: renderer)
    let pin = try XCTUnwrap(savedPins().first)
    // How the pin's picture lies around its place.
    let still = try watch(for: "tiles at rest") { distance(of: pin, in: try look()) }
    // Its red ends within the rim, above the tip.
    XCTAssertLessThan(hypot(still.x, still.y), 8)
    for (name, move) in [
      ("drag", { self.drag(by: 2) }), ("throw", throwMap), ("drag back", { self.drag(by: -2) }),
      ("zoom", { self.turnWheel(1) }), ("zoom out", { self.turnWheel(-2) }),
    ] {
      let seen = try framesDuring(move).compactMap { distance(of: pin, in: $0) }
      let torn = seen.filter { hypot($0.x - still.x, $0.y - still.y) > 2.5 }
      XCTAssertTrue(torn.isEmpty, "\(name): in \(torn.count) of \(seen.count) frames: \(torn)")
      XCTAssertGreaterThan(seen.count, 4, name)
    }
  }

  private func moveOfflineMapAndPins(renderer: String) throws {
    try start(
      at: MapView(center: Coordinate(latitude: 48, longitude: 9)!, zoom: 5),
      settings: ["tile-source": "'offline'"], environment: ["GSK_RENDERER": renderer])
    try dropPinInMiddle()
    try waitForFrames(drawnBy: renderer)
    let before = try mapAtRest()
    let still = try XCTUnwrap(pin(in: before))
    for (name, move) in [("drag", { self.drag(by: 2) }), ("throw", throwMap)] {
      let shifts = try framesDuring(move).compactMap { frame in
        self.pin(in: frame).map { pin in
          let moved = pin.x - still.x
          return (pin: moved, map: shift(from: before, to: frame, around: moved))
        }
      }
      let torn = shifts.filter { abs($0.pin - $0.map) > 1 }
      XCTAssertTrue(torn.isEmpty, "\(name): in \(torn.count) of \(shifts.count) frames: \(torn)")
    }
  }
}

extension MotionTests {
  private func dropPinInMiddle() throws {
    // The pointer out of the way.
    hands.move(x: 40, y: 200)
    hands.type("n", holding: "Control_L", "Shift_L")
    try waitForPins(1)
    // It grows as it comes down.
    _ = try stillFrame(of: "the pin") { try $0.name.hasSuffix(" photos") }
    let map = try app.waitFor("Map").frame
    area = (Int(map.x) + 8, Int(map.y + map.height / 2) - 150, Int(map.width) - 16, 300)
  }

  private func mapAtRest() throws -> Picture {
    try pictureAtRest(x: area.x, y: area.y, width: area.width, height: area.height) {
      Set($0.sample).count > 10
    }
  }

  private func look() throws -> Picture {
    try screen.look(x: area.x, y: area.y, width: area.width, height: area.height)
  }

  /// What was seen while something moved; it fails where nothing was seen to move.
  private func framesDuring(_ move: () throws -> Void) throws -> [Picture] {
    frames = []
    try move()
    try watch(for: "the map to move") { () -> Bool? in
      if frames.count > 4, Set(frames.compactMap { pin(in: $0)?.x }).count > 1 { return true }
      watchFrames(5)
      return nil
    }
    defer { frames = [] }
    return frames
  }

  /// Looks again and again, at most as often as the screen changes.
  private func watchFrames(_ count: Int, between: (Int) -> Void = { _ in }) {
    for number in 0..<count {
      between(number)
      hands.rest(seconds: 1.0 / 60)
      if let frame = try? look() { frames.append(frame) }
    }
  }

  /// Drags by so many pixels to the right, 60 times a second, rests and lets go.
  private func drag(by step: Double, steps: Int = 60) {
    let way = Double(steps) * step
    let (x, y) = (
      Double(area.x + area.width / 2) - way * 2 / 3, Double(area.y + area.height + 60)
    )
    let begin = x + (step < 0 ? -Hands.dragBegin : Hands.dragBegin)
    hands.beginDrag(fromX: x, y: y, toX: begin)
    watchFrames(steps) { hands.move(x: begin + Double($0) * step, y: y) }
    hands.rest(seconds: 0.2)
    hands.release()
  }

  private func throwMap() {
    let (x, y) = (Double(area.x + area.width / 2), Double(area.y + area.height + 60))
    let begin = x - Hands.dragBegin
    hands.beginDrag(fromX: x, y: y, toX: begin)
    watchFrames(8) { hands.move(x: begin - Double($0) * 8, y: y) }
    hands.release()
    watchFrames(40)
    // A press catches what still moves.
    hands.click(x: begin - 7 * 8, y: y)
  }

  private func turnWheel(_ clicks: Int) {
    hands.move(x: Double(area.x + area.width / 2 - 200), y: Double(area.y + area.height / 2 + 40))
    hands.turnWheel(clicks)
    watchFrames(25)
  }
}

extension MotionTests {
  /// Where the pin's picture is: its middle, and its lower end.
  private func pin(in frame: Picture) -> (x: Int, y: Int)? {
    func isRed(_ x: Int, _ y: Int) -> Bool {
      guard (0..<frame.width).contains(x), (0..<frame.height).contains(y) else { return false }
      let color = frame[x, y]
      return color >> 16 > 0xC0 && color >> 8 & 0xFF < 0x40 && color & 0xFF < 0x40
    }
    for y in stride(from: 0, to: frame.height, by: 4) {
      for x in stride(from: 0, to: frame.width, by: 4) where isRed(x, y) {
        var red: [(x: Int, y: Int)] = []
        for y in y - 40...y + 40 {
          for x in x - 40...x + 40 where isRed(x, y) { red.append((x, y)) }
        }
        let columns = red.map(\.x).sorted()
        return ((columns.first! + columns.last!) / 2, red.map(\.y).max()!)
      }
    }
    return nil
  }

  /// Tells the blues of the offline map from its other colours.
  private func isSea(_ color: UInt32) -> Bool { color & 0xFF > color >> 16 + 0x20 }

  /// How far the pin's picture is, in pixels, from where the tiles say that its place is.
  ///
  /// The ruler's tiles tell of each of their pixels where it is; nil where the pin is not in sight.
  private func distance(of place: Coordinate, in frame: Picture) -> (x: Double, y: Double)? {
    let reach = 40
    guard let pin = pin(in: frame), (reach..<frame.width - reach).contains(pin.x) else {
      return nil
    }
    let (west, east) = (frame[pin.x - reach, pin.y], frame[pin.x + reach, pin.y])
    let level = Int(west & 0xFF) - 160
    guard west & 0xFF == east & 0xFF, level >= 0, level % 4 == 0 else { return nil }
    func ruler(_ color: UInt32, _ shift: UInt32) -> Double { Double(color >> shift & 0xFF) + 0.5 }
    func wrapped(_ pixels: Double) -> Double { pixels - (pixels / 256).rounded() * 256 }
    var width = ruler(east, 16) - ruler(west, 16)
    if width < 0 { width += 256 }
    let world = 256 * exp2(Double(level / 4))
    let point = Mercator.project(place)
    let zoomed = Double(2 * reach) / width
    return (
      wrapped(ruler(west, 16) + width / 2 - point.x * world) * zoomed,
      wrapped(ruler(west, 8) - point.y * world) * zoomed
    )
  }

  /// How far the map in a frame has moved to the right, as far as can be seen around a number of
  /// pixels.
  private func shift(from before: Picture, to frame: Picture, around guess: Int) -> Int {
    func difference(_ shift: Int) -> Int {
      var sum = 0
      for y in stride(from: 3, to: frame.height, by: 29) {
        for x in stride(from: 4, to: frame.width, by: 13) {
          // The pin itself would say what it says.
          guard (0..<frame.width).contains(x + shift), abs(x - frame.width / 2) > 60 else {
            continue
          }
          let (a, b) = (before[x, y], frame[x + shift, y])
          sum += abs(Int(a >> 8 & 0xFF) - Int(b >> 8 & 0xFF)) > 24 ? 1 : 0
        }
      }
      return sum
    }
    return (guess - 24...guess + 24).min { difference($0) < difference($1) }!
  }
}

extension Picture {
  /// Some of its colours.
  fileprivate var sample: [UInt32] {
    stride(from: 0, to: width, by: 5).map { self[$0, height / 2] }
  }
}
