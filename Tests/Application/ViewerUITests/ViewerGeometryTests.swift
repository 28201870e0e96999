import Testing
import TravelModel

@testable import ViewerUI

/// How a picture lies in the viewer.
struct ViewerGeometryTests {
  private func geometry(_ width: Int, _ height: Int, density: Double = 1) -> ViewerGeometry {
    ViewerGeometry(
      image: PixelSize(width: width, height: height), viewWidth: 800, viewHeight: 600,
      density: density)
  }

  /// Where a point of the view is in the picture, from 0 to 1.
  private func share(_ geometry: ViewerGeometry, _ x: Double, _ y: Double) -> (Double, Double) {
    let frame = geometry.frame
    return ((x - frame.x) / frame.width, (y - frame.y) / frame.height)
  }

  @Test func `the whole picture shows at first`() {
    let frame = geometry(4000, 2000).frame
    #expect(frame == ViewerGeometry.Frame(x: 0, y: 100, width: 800, height: 400))
  }

  @Test func `small pictures are not enlarged`() {
    #expect(geometry(200, 100).frame.width == 200)
    #expect(geometry(200, 100, density: 2).frame.width == 100)
  }

  @Test(arguments: [(400.0, 300.0), (250, 280), (600, 400)])
  func `zooming keeps the point where it is`(x: Double, y: Double) {
    var geometry = geometry(4000, 3000)
    let before = share(geometry, x, y)
    for factor in [1.3, 2, 4, 0.7] {
      geometry.zoom(to: geometry.scale * factor, aroundX: x, y: y)
      let after = share(geometry, x, y)
      #expect(abs(after.0 - before.0) < 1e-9 && abs(after.1 - before.1) < 1e-9)
    }
  }

  @Test func zoomHasBounds() {
    var geometry = geometry(4000, 3000)
    geometry.zoom(to: geometry.scale * 1e9, aroundX: 0, y: 0)
    #expect(geometry.scale == 20)
    #expect(!geometry.canZoomIn)
    geometry.zoom(to: geometry.scale * 1e-9, aroundX: 0, y: 0)
    #expect(geometry.isFit && geometry.scale == 0.2)
    geometry.zoom(to: .nan, aroundX: 0, y: 0)
    #expect(geometry.isFit)
  }

  @Test func `there is no panning beyond the picture`() {
    var geometry = geometry(1600, 600)
    geometry.pan(byX: 50, y: 50)
    #expect(geometry.frame.x == 0)
    geometry.zoom(to: 1, aroundX: 400, y: 300)
    geometry.pan(byX: 1e6, y: 1e6)
    #expect(geometry.frame == ViewerGeometry.Frame(x: 0, y: 0, width: 1600, height: 600))
    geometry.pan(byX: -1e6, y: 0)
    #expect(geometry.frame.x == -800)
  }

  @Test func `a window that grows shows more and no gap`() {
    var geometry = geometry(1600, 1200)
    geometry.zoom(to: 1, aroundX: 800, y: 600)
    #expect(geometry.frame.x == -800)
    geometry.setView(width: 1000, height: 700, density: 1)
    #expect(geometry.frame.x + geometry.frame.width >= 1000)
    geometry.setView(width: 2000, height: 1500, density: 1)
    #expect(geometry.isFit && geometry.frame.width == 1600)
  }

  @Test func `a picture of more pixels is drawn as large as before`() {
    var geometry = geometry(1000, 750)
    geometry.zoom(to: 3, aroundX: 300, y: 200)
    let before = geometry.frame
    geometry.setImage(PixelSize(width: 4000, height: 3000))
    #expect(abs(geometry.frame.x - before.x) < 1e-9)
    #expect(abs(geometry.frame.width - before.width) < 1e-9)
  }

  @Test func `a double click leads to the pixels and back`() {
    var geometry = geometry(4000, 3000)
    #expect(geometry.toggledScale == 1)
    geometry.zoom(to: 1, aroundX: 0, y: 0)
    #expect(geometry.toggledScale == 0.2)
    #expect(self.geometry(100, 100).toggledScale == 2)
  }

  @Test func `no more is decoded than is shown`() {
    var geometry = geometry(12_000, 9000)
    let file = PixelSize(width: 12_000, height: 9000)
    #expect(geometry.decodedSize(of: file) == PixelSize(width: 1500, height: 1125))
    geometry.zoom(to: 0.2, aroundX: 0, y: 0)
    #expect(geometry.decodedSize(of: file) == PixelSize(width: 3000, height: 2250))
    geometry.zoom(to: 5, aroundX: 0, y: 0)
    let most = geometry.decodedSize(of: file)
    #expect(most.width <= ViewerGeometry.decodedSideLimit)
    #expect(most.width * most.height <= ViewerGeometry.decodedLimit + 10_000)
    #expect(geometry.decodedSize(of: PixelSize(width: 800, height: 600)).width == 800)
  }

  @Test func `a panorama is decoded as large as its middle is shown`() {
    let file = PixelSize(width: 8000, height: 4000)
    for (shown, width) in [(8500.0, 8000), (4001, 8000), (4000, 4000), (1500, 2000)] {
      #expect(ViewerGeometry.decodedSize(of: file, shownWidth: shown).width == width)
    }
  }

  @Test func `a promised size is trusted where it has the shape`() {
    let stored = PixelSize(width: 1280, height: 853)
    let large = PixelSize(width: 6000, height: 4000)
    #expect(ViewerGeometry.expectedSize(stored: stored, promised: large) == large)
    let turned = PixelSize(width: 4000, height: 6000)
    #expect(ViewerGeometry.expectedSize(stored: stored, promised: turned) == stored)
    #expect(ViewerGeometry.expectedSize(stored: stored, promised: nil) == stored)
  }
}

/// Which texts are dates.
struct TakenDateTests {
  @Test func datesAreRead() throws {
    let moment = try #require(TakenDate("2015-09-12 13:47:48"))
    #expect((moment.year, moment.month, moment.day) == (2015, 9, 12))
    #expect(moment.time?.hour == 13 && moment.time?.minute == 47)
    let day = try #require(TakenDate("2024-02-29"))
    #expect(day.time == nil)
    #expect(TakenDate("1999-12")?.month == 12)
    #expect(TakenDate("1889")?.month == nil)
  }

  @Test(arguments: [
    "circa 1900", "", "2023-02-29", "2015-13-01", "0000", "2015-09-12 25:00", "2015-9-12",
    "12 September 2015", "2015-09-12T13:47:48", "2015-09-12 13:47:48 UTC", "2015- 9-12",
  ])
  func wordsStayWords(text: String) { #expect(TakenDate(text) == nil) }
}
