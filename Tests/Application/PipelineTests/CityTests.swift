import SampleCity
import TestDesk
import TouristSession
import TravelModel
import XCTest

/// Albums of a city whose files are known, over HTTP; it is another one for each seed.
final class CityTests: PipelineTestCase {
  func testAlbumsShowTheCityAndNotADoorway() throws {
    try withPipeline { pipeline in
      // Few pictures are made, because what is judged is the choice.
      pipeline.findsCopies = false
      for seed: UInt64 in 1...3 {
        pipeline.commonsOptions = "city,seed=\(seed),looks=4"
        pipeline.wikipediaOptions = pipeline.commonsOptions
        let city = City(seed: seed)
        let before = pipeline.requests
        let first = try await pipeline.filledAlbum()
        // The last one is for the directions in which they look.
        XCTAssertEqual(pipeline.requests - before, 5)
        let slices = [
          first.photos.map(\.details.sourceID), try await pipeline.next(of: first),
        ]
        XCTAssertTrue(Set(slices[0]).isDisjoint(with: slices[1]))
        let judges = slices.map { slice in
          CityJudge(slice.compactMap { id in Int(id).map { city.files[$0 - 50_000] } })
        }
        XCTAssertEqual(slices.map(\.count), [24, 24])
        XCTAssertEqual(judges.map(\.others), [0, 0], "\(seed)")
        XCTAssertGreaterThanOrEqual(judges[0].subjects, 20, "\(seed)")
        XCTAssertGreaterThanOrEqual(judges[0].cells, 6, "\(seed)")
        XCTAssertLessThanOrEqual(judges[0].mostOfAnAuthor, 3, "\(seed)")
        // The second album has what the first one has left.
        XCTAssertGreaterThanOrEqual(judges[1].subjects, 12, "\(seed)")
      }
    }
  }
}

extension Pipeline {
  /// The photos of a new collection.
  fileprivate func next(of album: AlbumModel) async throws -> [String] {
    filler.newCollection(album)
    try await settle(album)
    return album.photos.map(\.details.sourceID)
  }

  /// How often the services' APIs were asked.
  var requests: Int { services.requests.count { !$0.contains("/images/") } }
}
