import Testing
import TravelModel

@testable import TouristSession

@MainActor
struct ShownPhotosTests {
  private let album = AlbumModel(
    pin: Pin(id: Pin.ID(1), coordinate: Coordinate(latitude: 1, longitude: 2)!, title: "Pin"))
  private let shown: ShownPhotos

  init() {
    shown = ShownPhotos(of: album)
    album.show(
      ["1891", "2005", "1895", "unknown", "circa 1890", "19th century"].enumerated().map {
        photo($0, taken: $1)
      })
    shown.find()
  }

  private func photo(_ number: Int, taken: String) -> Photo {
    var details = PhotoDetails(source: "commons", sourceID: "\(number)", title: taken)
    details.taken = taken
    return Photo(
      id: Photo.ID(Int64(number)), pin: album.pin.id, position: number, details: details, path: nil,
      state: .awaited)
  }

  private var numbers: [Int64] { shown.all.map(\.id.number) }

  @Test func `photos of chosen decades are shown`() {
    #expect(numbers == [0, 1, 2, 3, 4, 5])
    #expect(shown[5]?.id.number == 5 && shown[6] == nil && shown[-1] == nil)
    shown.decades = [1890]
    shown.find()
    #expect(numbers == [0, 2, 4, 5])
    #expect(shown.position(of: Photo.ID(4)) == 2 && shown.position(of: Photo.ID(1)) == nil)
    shown.decades = [1890, 2000]
    shown.find()
    #expect(numbers == [0, 1, 2, 4, 5])
    shown.decades = []
    shown.find()
    #expect(shown.count == 6)
  }

  @Test func `changes of the album become those of what is shown`() {
    var change: AlbumModel.Change?
    album.onChange = { [shown] in change = shown.follow($0) }
    shown.decades = [1890]
    shown.find()
    let gone = album.remove([Photo.ID(1), Photo.ID(2), Photo.ID(5)])
    #expect(change == .removed([1, 3]) && numbers == [0, 4])
    album.insert(gone)
    #expect(change == .inserted([1, 3]) && numbers == [0, 2, 4, 5])
    _ = album.remove([Photo.ID(3)])
    #expect(change == .removed([]))
    album.replace(album.photos[0], by: photo(9, taken: "2012"))
    #expect(change == nil && numbers == [2, 4, 5])
  }

  @Test func `a list that has changed meanwhile does no harm`() {
    shown.decades = [1890]
    shown.find()
    _ = album.remove(Set(album.photos.map(\.id)))
    #expect(shown.count == 4 && shown.all.isEmpty)
  }
}
