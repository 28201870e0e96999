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

  @Test func `a view from further away must not join the dots of a street`() {
    // 7 metres from one to the next.
    let street = row(20, every: 0.0001)
    let zoom = street.view(width: 700, height: 132).zoom
    #expect(street.areApart(at: zoom, asAt: zoom))
    #expect(!street.areApart(at: 13, asAt: zoom))
  }

  @Test func `photos of one place leave the zoom open`() {
    let nobody = AlbumSpots(pin: pin, photos: [])
    #expect(nobody.areOne && nobody.areApart(at: 3, asAt: 17))
    let postcards = AlbumSpots(pin: pin, photos: [pin, pin])
    #expect(postcards.areOne && postcards.areApart(at: 3, asAt: 17))
    // A metre from the pin, where no map of streets shows two dots.
    #expect(row(1, every: 0.00001).areApart(at: 3, asAt: 17))
  }

  @Test func `dots across the date line are apart as they are elsewhere`() {
    let pin = Coordinate(latitude: 0, longitude: 179.9999)!
    let spots = AlbumSpots(pin: pin, photos: [Coordinate(latitude: 0, longitude: -179.9999)!])
    #expect(spots.view(width: 700, height: 132).zoom > 15)
    #expect(!spots.areApart(at: 10, asAt: 17))
  }
}
