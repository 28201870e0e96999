import Testing

@testable import TravelModel

/// Where an album's pin and its photos are, for a map that shows them all.
struct AlbumSpotsTests {
  private let pin = Coordinate(latitude: 48.8584, longitude: 2.2945)!

  /// Photos in a row to the east, so many degrees apart from each other.
  private func row(_ count: Int, every step: Double) -> AlbumSpots {
    AlbumSpots(
      pin: pin,
      photos: (1...count).map {
        Coordinate(latitude: pin.latitude, longitude: pin.longitude + Double($0) * step)!
      })
  }

  @Test func `the pin is in the middle of a view of all photos`() {
    let view = row(10, every: 0.001).view(width: 700, height: 132)
    #expect(view.center == pin)
    let east = (0.01 / 360) * view.worldSize
    #expect((100...350).contains(east))
  }

  @Test func `photos at the pin are of one place`() {
    #expect(AlbumSpots(pin: pin, photos: []).areOne)
    #expect(AlbumSpots(pin: pin, photos: [pin, pin]).areOne)
    #expect(!row(1, every: 0.00001).areOne)
  }

  @Test func `a view across the date line is as close as elsewhere`() {
    let pin = Coordinate(latitude: 0, longitude: 179.9999)!
    let spots = AlbumSpots(pin: pin, photos: [Coordinate(latitude: 0, longitude: -179.9999)!])
    #expect(spots.view(width: 700, height: 132).zoom > 15)
  }
}
