import Testing
import TravelModel

struct ThenAndNowTests {
  private let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)!

  /// A photo so many metres north of the tower.
  private func photo(
    _ number: Int64, _ taken: String?, north: Double = 0, state: Photo.State = .stored
  ) -> Photo {
    var details = PhotoDetails(source: "commons", sourceID: "\(number)", title: "")
    details.taken = taken
    details.coordinate = Coordinate(
      latitude: tower.latitude + north / Coordinate.degree, longitude: tower.longitude)
    return Photo(
      id: Photo.ID(number), pin: Pin.ID(1), position: Int(number), details: details, path: nil,
      state: state)
  }

  private func partner(of photo: Photo, _ others: Photo...) -> Int64? {
    let pair = ThenAndNow(of: photo, among: others + [photo])
    return pair.map { ($0.then.id == photo.id ? $0.now : $0.then).id.number }
  }

  @Test func `photos of one spot make a pair where fifty years are between them`() throws {
    let (old, new) = (photo(1, "1960"), photo(2, "2010-05-05"))
    for photo in [old, new] {
      let pair = try #require(ThenAndNow(of: photo, among: [new, old]))
      #expect(pair.then == old && pair.now == new)
    }
    #expect(partner(of: photo(1, "1961"), new) == nil)
    #expect(partner(of: photo(1, "between 1950 and 1961"), new) == nil)
    #expect(partner(of: photo(1, "19th century"), new) == nil, "it may be no photo")
    #expect(partner(of: photo(1, "1850s"), new) == 2)
    #expect(partner(of: photo(1, "1550"), new) == nil)
    #expect(partner(of: photo(1, nil), new) == nil)
  }

  @Test func `the nearest within thirty metres is chosen`() {
    let old = photo(1, "1900")
    #expect(partner(of: old, photo(2, "2010", north: 31)) == nil)
    #expect(partner(of: old, photo(2, "2010", north: 29)) == 2)
    #expect(partner(of: old, photo(2, "2010", north: 20), photo(3, "2015", north: -10)) == 3)
    #expect(partner(of: old, photo(2, "2010", north: 5), photo(3, "2015", north: 5)) == 2)
    #expect(partner(of: old, photo(2, "1700", north: 5), photo(3, "2015", north: 9)) == 3)
  }

  @Test func `a photo without a picture or a place makes no pair`() {
    let old = photo(1, "1900")
    #expect(partner(of: old, photo(2, "2010", state: .awaited)) == nil)
    #expect(partner(of: photo(1, "1900", state: .failed), photo(2, "2010")) == nil)
    var details = PhotoDetails(source: "commons", sourceID: "2", title: "")
    details.taken = "2010"
    let nowhere = Photo(
      id: Photo.ID(2), pin: Pin.ID(1), position: 0, details: details, path: nil, state: .stored)
    #expect(partner(of: old, nowhere) == nil && partner(of: nowhere, old) == nil)
  }
}
