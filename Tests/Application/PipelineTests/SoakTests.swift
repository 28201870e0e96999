import Foundation
import PhotoSources
import SoupHTTP
import TestDesk
import TestSupport
import TouristSession
import TravelModel
import TravelStore
import XCTest

/// Two hundred downloads from services that do all that services do wrong.
final class SoakTests: PipelineTestCase {
  func testWhateverIsAnsweredEachRowsFileIsWholeAndItsOwnAndNoOtherIsThere() throws {
    // Forty downloads end by these limits, six at a time.
    var limits = SoupClient.TimeLimits.short
    limits.silence = 1
    limits.window = 0.3
    try withPipeline(limits: limits) { pipeline in
      pipeline.commonsOptions = "count=50,faults=0.4,searchfaults=0.3,seed=7,formats=mixed"
      pipeline.options.count = 50
      let before = memory("VmRSS")
      var albums: [AlbumModel] = []
      for number in 0..<4 {
        let place = Coordinate(latitude: Double(number) * 5 - 20, longitude: 170)!
        albums.append(pipeline.filler.album(of: try await pipeline.dropPin(at: place)))
      }
      for album in albums { try await pipeline.settle(album) }
      // A search whose every attempt met a fault is done again by "Try Again".
      for _ in 0..<5 {
        let troubled = albums.filter { $0.trouble != nil }
        for album in troubled { pipeline.filler.retry(album) }
        for album in troubled { try await pipeline.settle(album) }
      }
      // Only a page tells that a photo is gone, and that may fail to answer, too: "Try Again" helps.
      // What is on a port where nobody listens cannot be had however often it is asked for.
      let server = pipeline.services.address
      func isThere(_ photo: Photo) -> Bool { photo.details.imageAddress!.hasPrefix(server) }
      for _ in 0..<5 {
        for album in albums {
          let failed = album.photos.filter { $0.failure?.isTransient == true && isThere($0) }
          if !failed.isEmpty { pipeline.filler.retry(failed.map(\.id), of: album) }
        }
        for album in albums { try await pipeline.settle(album) }
      }

      var stored: Set<String> = []
      var reasons: [PhotoFailure: Int] = [:]
      for album in albums {
        XCTAssertNil(album.trouble)
        XCTAssertEqual(album.photos.count, 50)
        XCTAssertEqual(album.tally.awaited, 0)
        try pipeline.checkFiles(of: album)
        let rows = try await pipeline.store.album(of: album.pin.id)
        XCTAssertEqual(rows, album.photos)
        stored.formUnion(rows.compactMap(\.path))
        for photo in rows where photo.state == .failed {
          XCTAssertTrue(isThere(photo) || photo.failure == .source(.unreachable))
          if isThere(photo) { reasons[photo.failure!, default: 0] += 1 }
        }
      }
      XCTAssertEqual(pipeline.files, stored)
      // What passes has passed; what does not is told apart.
      for failure in reasons.keys { XCTAssertFalse(failure.isTransient, "\(reasons)") }
      for failure: PhotoFailure in [
        .source(.gone), .source(.refused), .source(.forbidden), .picture(.notAPicture),
        .picture(.damaged), .picture(.tooLarge),
      ] {
        XCTAssertNotNil(reasons[failure], "\(failure): \(reasons)")
      }
      // Neither 200 MB nor 50,000 x 50,000 pixels were held.
      XCTAssertLessThan(memory("VmHWM") - before, 200 << 10)
    }
  }
}
