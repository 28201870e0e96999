import Testing

@testable import TravelModel

/// A map that shows all photos of an album, with its pin in the middle.
struct AlbumSpotsTests {
  private let pin = Coordinate(latitude: 48.8584, longitude: 2.2945)!

  @Test func `the pin is in the middle of a view of all photos`() {
    let row = (1...10).map {
      Coordinate(latitude: pin.latitude, longitude: pin.longitude + Double($0) * 0.001)!
    }
    let view = MapView.around(pin, showing: row, width: 700, height: 132)
    #expect(view.center == pin)
    let east = (0.01 / 360) * view.worldSize
    #expect((100...350).contains(east))
  }

  @Test func `a view across the date line is as close as elsewhere`() {
    let pin = Coordinate(latitude: 0, longitude: 179.9999)!
    let photo = Coordinate(latitude: 0, longitude: -179.9999)!
    #expect(MapView.around(pin, showing: [photo], width: 700, height: 132).zoom > 15)
  }
}
