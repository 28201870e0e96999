import TestSupport
import Testing
import TravelModel

/// Photos on the map without a pin: which are shown, and what is known of a part of the map.
struct FoundPhotoTests {
  private let paris = Coordinate(latitude: 48.8584, longitude: 2.2945)!
  private let width = 1000.0
  private let height = 700.0
  private let day = 24.0 * 3600

  private func view(_ zoom: Double, of place: Coordinate? = nil) -> MapView {
    MapView(center: place ?? paris, zoom: zoom)
  }

  /// A photo at a distance from the middle of a view, in pixels.
  private func photo(
    _ id: Int, east: Double = 0, south: Double = 0, in view: MapView, rank: Int = 0
  ) -> FoundPhoto {
    var details = PhotoDetails(source: "commons", sourceID: "\(id)", title: "")
    details.coordinate = Mercator.coordinate(at: view.point(east: east, south: south))
    return FoundPhoto(details, thumbnailAddress: "https://thumb.example/\(id)", rank: rank)!
  }

  private func ids(_ photos: [FoundPhoto]) -> [String] { photos.map(\.details.sourceID) }

  private func block(of view: MapView) -> SquareBlock {
    SquareBlock(of: view, width: width, height: height, reach: 10_000)
  }

  @Test(arguments: [12.0, 12.49, 12.5, 13.7, 16, 18.6])
  func `none is under another, and only the best are shown`(zoom: Double) {
    var numbers = SeededNumbers(seed: 5)
    let view = view(zoom)
    let photos = (0..<500).map {
      photo(
        $0, east: .random(in: -500...500, using: &numbers),
        south: .random(in: -350...350, using: &numbers), in: view)
    }
    let shown = FoundPhoto.apart(photos, zoom: zoom, count: 60)
    #expect((20...60).contains(shown.count) && shown.first == photos.first)
    // As pins, each has a marker of its own.
    let pins = shown.enumerated().map { place, photo in
      Pin(id: Pin.ID(Int64(place)), coordinate: photo.coordinate, title: "")
    }
    let markers = PinIndex(pins).markers(x: 0...1, y: 0...1, zoom: zoom)
    #expect(markers.count == shown.count && markers.allSatisfy { $0.count == 1 })
    // Each of the others would be under a better one, unless there are enough.
    for (place, photo) in photos.enumerated() where shown.count < 60 && !shown.contains(photo) {
      let better = shown.filter { Int($0.details.sourceID)! < place }
      #expect(FoundPhoto.apart(better + [photo], zoom: zoom, count: 60) == better)
    }
  }

  @Test func `the date line lies between neighbours, too`() {
    let view = view(14, of: Coordinate(latitude: 10, longitude: 179.9999)!)
    let photos = [photo(1, east: -10, in: view), photo(2, east: 10, in: view)]
    #expect(ids(FoundPhoto.apart(photos, zoom: 14, count: 60)) == ["1"])
    let block = block(of: view)
    var cache = SquareCache()
    cache.insert(photos, for: block, at: 0)
    #expect(ids(cache.photos(in: view, width: width, height: height, at: 0)) == ["1", "2"])
  }

  @Test func `without a place or an image there is nothing to show`() {
    var details = PhotoDetails(source: "commons", sourceID: "1", title: "")
    #expect(FoundPhoto(details, thumbnailAddress: "https://thumb.example/1", rank: 0) == nil)
    details.coordinate = paris
    #expect(FoundPhoto(details, thumbnailAddress: nil, rank: 0) == nil)
    details.imageAddress = "https://upload.example/1"
    #expect(
      FoundPhoto(details, thumbnailAddress: nil, rank: 0)?.thumbnailAddress
        == "https://upload.example/1")
  }

  @Test(arguments: [13.0, 13.5, 15, 17.2, 19])
  func `one search reaches all of a window`(zoom: Double) {
    let view = view(zoom)
    let block = block(of: view)
    for (east, south) in [(-500.0, -350.0), (500, -350), (-500, 350), (500, 350), (0, 0)] {
      let corner = Mercator.coordinate(at: view.point(east: east, south: south))
      #expect(corner.distance(to: block.center) <= block.radius)
    }
    // Hardly more than what is seen.
    let corner = Mercator.coordinate(at: view.point(east: -500, south: -350))
    #expect(block.radius < 1.5 * corner.distance(to: paris))
  }

  @Test(arguments: [0.0, 48.8584, 84])
  func `no search is wider than it may be, and none misses the middle`(latitude: Double) {
    let view = view(12, of: Coordinate(latitude: latitude, longitude: 179.9)!)
    let block = block(of: view)
    #expect((1000...10_000).contains(block.radius))
    #expect(block.center.distance(to: view.center) < block.radius)
  }

  @Test func `a square is known for a day`() {
    let view = view(14)
    var cache = SquareCache()
    #expect(!cache.knows(block(of: view), at: 1000))
    cache.insert([photo(1, in: view)], for: block(of: view), at: 1000)
    let times = [(1000, true), (999 + day, true), (1000 + day, false), (999, false)]
    for (time, isKnown) in times {
      #expect(cache.knows(block(of: view), at: time) == isKnown)
      #expect(
        ids(cache.photos(in: view, width: width, height: height, at: time))
          == (isKnown ? ["1"] : []))
    }
    // A search that finds nothing is one as well.
    cache.insert([], for: block(of: view), at: 2000)
    #expect(cache.knows(block(of: view), at: 2000))
    #expect(cache.photos(in: view, width: width, height: height, at: 2000).isEmpty)
  }

  @Test func `what lies beside it is not known, and a part of it is`() {
    let view = view(14)
    var cache = SquareCache()
    cache.insert([], for: block(of: view), at: 0)
    let east = MapView(
      center: Mercator.coordinate(at: view.point(east: 300, south: 0)), zoom: view.zoom)
    #expect(!cache.knows(block(of: east), at: 0))
    let part = SquareBlock(of: view, width: 300, height: 200, reach: 10_000)
    #expect(cache.knows(part, at: 0))
    #expect(!cache.knows(block(of: self.view(15)), at: 0))
  }

  @Test func `those found for the zoom come first, and each of them once`() {
    let (far, near) = (view(13), view(16))
    var cache = SquareCache()
    cache.insert(
      [photo(1, in: far, rank: 0), photo(2, east: 5, in: far, rank: 1)], for: block(of: far), at: 0)
    cache.insert(
      [photo(3, in: near, rank: 1), photo(2, east: 40, in: near, rank: 0)], for: block(of: near),
      at: 0)
    func shown(_ view: MapView) -> [String] {
      ids(cache.photos(in: view, width: width, height: height, at: 0))
    }
    #expect(shown(near) == ["2", "3", "1"])
    #expect(shown(far) == ["1", "2", "3"])
    #expect(shown(view(16, of: .origin)) == [])
  }
}
