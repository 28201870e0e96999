import Testing
import TravelModel

@testable import OwnPictures

@Suite(.serialized) struct PlacesTests {
  let camera = Camera()

  @Test func `every picture with a place is on the map the oldest first`() async throws {
    let time = "Exif.Photo.DateTimeOriginal"
    camera.take("late.jpg", 10, 20, [time: "2021:05:05 12:00:00"])
    camera.take("early.jpg", -33, 151, [time: "2001:05:05 12:00:00"])
    let source = camera.source()
    let places = try await source.places()
    #expect(places.map { $0.file.split(separator: "/").last } == ["early.jpg", "late.jpg"])
    #expect(places.map { $0.coordinate.latitude.rounded() } == [-33, 10])

    let details = try await source.details(of: places)
    #expect(details.map(\.?.title) == ["early", "late"])
    #expect(details.map(\.?.taken).allSatisfy { $0 != nil })
  }

  @Test func `what is no picture of the folder has no details`() async throws {
    camera.take("one.jpg", 10, 20)
    let source = camera.source()
    let place = try #require(try await source.places().first)
    let others = ["/etc/passwd", "\(place.file).other", ""].map {
      PicturePlace(file: $0, coordinate: place.coordinate)
    }
    #expect(
      try await source.details(of: others + [place]).map { $0 != nil } == [
        false, false, false, true,
      ])
  }
}
