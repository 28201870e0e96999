import PhotoSources
import TestDesk
import TouristSession
import TravelModel
import TravelStore
import XCTest

/// Words about the places of albums, from services on loopback.
final class PlaceArticleTests: PipelineTestCase {
  func testWordsComeAfterThePhotos() throws {
    try withPipeline { pipeline in
      pipeline.options = AlbumOptions(choice: .commons, count: 3, radius: 1000)
      let before = pipeline.services.requests.count
      let about = try await pipeline.words("-")
      XCTAssertEqual(about?.texts.map(\.work), [.wikipedia, .wikivoyage])
      XCTAssertEqual(about?.sights.isEmpty, false)
      let asked = Array(pipeline.services.requests.dropFirst(before))
      XCTAssertTrue(
        try XCTUnwrap(asked.last { $0.contains("extracts") }).contains("VirtualTourist/"))
      let lastPhoto = try XCTUnwrap(asked.lastIndex { $0.contains("/image") })
      XCTAssertGreaterThan(try XCTUnwrap(asked.firstIndex { $0.contains("extracts") }), lastPhoto)
    }
  }

  func testOddAnswersAreReadAsFarAsTheyMakeSense() throws {
    try withPipeline { pipeline in
      pipeline.options = AlbumOptions(choice: .commons, count: 3, radius: 1000)
      let odd = try await pipeline.words("quirks=titles+html+object+numbers")
      XCTAssertEqual(odd?.texts.count, 2)
      for text in odd?.texts ?? [] {
        XCTAssertFalse(text.text.contains("<") || text.text.contains("alert"))
        XCTAssertFalse(text.text.unicodeScalars.contains("\u{202E}"))
        XCTAssertLessThanOrEqual(text.text.count, PlaceText.longest)
      }
      let hollow = try await pipeline.words("quirks=hollow")
      XCTAssertEqual(hollow?.texts, [])
      let none = try await pipeline.words("articles=0")
      XCTAssertEqual(none, AboutPlace())
      // Another program's mirror may be slow.
      let slow = try await pipeline.words("apidelay=300")
      XCTAssertEqual(slow?.texts.count, 2)
    }
  }

  func testFailuresLeaveAlbumsAsGoodAndAreForgotten() throws {
    try withPipeline { pipeline in
      pipeline.options = AlbumOptions(choice: .commons, count: 3, radius: 1000)
      for failure in ["offline", "503", "ratelimited", "maxlag", "toobusy"] {
        let about = try await pipeline.words("fail=\(failure)")
        XCTAssertNil(about, failure)
      }
      for failure in ["html", "empty", "garbage", "shape", "error105"] {
        let about = try await pipeline.words("fail=\(failure)")
        XCTAssertEqual(about?.texts.count ?? 0, 0, failure)
      }
      // What passes is over at the second attempt.
      let about = try await pipeline.words("fail=503:1,seed=8")
      XCTAssertEqual(about?.texts.first?.work, .wikipedia)
    }
  }
}

extension Pipeline {
  /// How often Wikipedia and Wikivoyage have been asked for words.
  fileprivate var wordRequests: Int { services.requests.count { $0.contains("extracts") } }

  /// What is kept about the place of a new album, once it is filled and the services have been asked.
  fileprivate func words(_ options: String, line: UInt = #line) async throws -> AboutPlace? {
    wordOptions = options
    let before = wordRequests
    let album = try await filledAlbum()
    XCTAssertEqual(album.tally.stored, 3, line: line)
    XCTAssertNil(album.trouble, line: line)
    try await wait(for: "the services to be asked") {
      wordRequests > before && !session.articles.isBusy
    }
    XCTAssertLessThanOrEqual(wordRequests - before, 4, options, line: line)
    return try await store.aboutPlace(of: album.pin.id)
  }
}
