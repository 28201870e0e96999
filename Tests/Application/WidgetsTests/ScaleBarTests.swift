import Testing
import TravelModel
import Widgets

struct ScaleBarTests {
  private func view(_ latitude: Double, zoom: Double) -> MapView {
    MapView(center: Coordinate(latitude: latitude, longitude: 0)!, zoom: zoom)
  }

  @Test func `the bar is the longest round distance that has room`() {
    let metric = ScaleBar.metric(for: view(0, zoom: 4), longest: 150)
    // A pixel is 9.78 km.
    #expect(metric.distance == 1000 && metric.unit == .kilometres && metric.width == 102)
    let imperial = ScaleBar.imperial(for: view(0, zoom: 4), longest: 150)
    #expect(imperial.distance == 500 && imperial.unit == .miles && imperial.width == 82)
  }

  @Test func `close up the small units are used`() {
    #expect(ScaleBar.metric(for: view(60, zoom: 15), longest: 150).unit == .metres)
    #expect(ScaleBar.imperial(for: view(60, zoom: 15), longest: 150).unit == .feet)
  }

  @Test(arguments: [-90.0, -45, 0, 52, 85, 90], [0.0, 3.3, 12, 19])
  func `every view has a bar`(latitude: Double, zoom: Double) {
    for bar in [
      ScaleBar.metric(for: view(latitude, zoom: zoom), longest: 150),
      ScaleBar.imperial(for: view(latitude, zoom: zoom), longest: 150),
    ] {
      #expect(bar.distance >= 1)
      #expect((0...150).contains(bar.width))
    }
  }
}
