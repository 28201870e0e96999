import Desk
import Travels
import XCTest

/// What lies at the edges of the map's window, and of the world.
final class MapEdgeTests: Walkthrough {
  private let view = MapView(center: Coordinate(latitude: 20, longitude: 10)!, zoom: 4)

  func testWhereNothingIsSeenOverTheMapThePointerIsTheMaps() throws {
    try start(at: view)
    let map = try app.waitFor("Map").frame
    let (zoomIn, zoomOut) = (try app.waitFor("Zoom In").frame, try app.waitFor("Zoom Out").frame)
    let credit = try watch(for: "the credit") {
      try app.all { try $0.name.contains("© OpenStreetMap contributors") }.first?.frame
    }
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
      hands.hold(x: spot.x, y: spot.y)
      try waitForPins(index + 1)
    }
  }

  @discardableResult
  private func waitForView(_ what: String, _ isThere: (MapView) -> Bool) throws -> MapView {
    try watch(for: what) { try savedView().flatMap { isThere($0) ? $0 : nil } }
  }
}
