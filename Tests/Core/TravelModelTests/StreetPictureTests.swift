import Testing
import TravelModel

/// Where the ways from a picture of a street lead.
struct StreetPictureTests {
  private let here = Coordinate(latitude: 48, longitude: 2)!
  private let east = Coordinate(latitude: 48, longitude: 2.0001)!
  private let west = Coordinate(latitude: 48, longitude: 1.9999)!

  private func picture(next: Coordinate?, previous: Coordinate?) -> StreetPicture {
    var picture = StreetPicture(
      PhotoDetails(source: "panoramax", sourceID: "a", title: ""), at: here)
    picture.next = StreetPicture.Neighbor(id: "b", place: next)
    picture.previous = StreetPicture.Neighbor(id: "c", place: previous)
    return picture
  }

  private func ways(_ picture: StreetPicture, looking heading: Double?) -> [Int] {
    let ways = picture.ways(looking: heading)
    return [ways.on, ways.back].map { way in
      let degrees = Int(way.rounded()) % 360
      return degrees < 0 ? degrees + 360 : degrees
    }
  }

  @Test func `ways are seen from where one looks`() {
    let street = picture(next: east, previous: west)
    #expect(ways(street, looking: 90) == [0, 180])
    #expect(ways(street, looking: 0) == [90, 270])
    #expect(ways(street, looking: 180) == [270, 90])
    #expect(street.neighbor(.on)?.id == "b" && street.neighbor(.back)?.id == "c")
  }

  @Test func `a way that is not known goes ahead`() {
    #expect(ways(picture(next: east, previous: west), looking: nil) == [0, 180])
    #expect(ways(picture(next: nil, previous: nil), looking: 30) == [0, 180])
    #expect(ways(picture(next: nil, previous: west), looking: 0) == [90, 270])
    #expect(ways(picture(next: east, previous: nil), looking: 0) == [90, 270])
    // Cameras stand still, too.
    #expect(ways(picture(next: here, previous: here), looking: 0) == [0, 180])
  }

  @Test func `two ways never lie over each other`() {
    #expect(ways(picture(next: east, previous: east), looking: 0) == [90, 270])
  }
}
