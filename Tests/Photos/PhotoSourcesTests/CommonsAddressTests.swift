import Files
import Foundation
import PhotoSources
import TestSupport
import Testing
import TravelModel
import WebTesting

/// Addresses of images that have moved since they were handed out.
struct CommonsAddressTests {
  private let folder = TemporaryFolder()
  private let old = "https://thumb.example/before/7.jpg"
  private let new = "https://thumb.example/7?utm=1"

  /// What was asked for to get an image whose address answers with a status.
  private func fetch(
    status: Int, pages: @escaping @Sendable (URLComponents) throws -> (Int, String)
  ) async throws -> [String] {
    let (old, new) = (old, new)
    let client = FakeClient { address, _ in
      switch address.string {
      case old: (status, "")
      case new: (200, "picture")
      default: try pages(address)
      }
    }
    var photo = PhotoDetails(source: "commons", sourceID: "7", title: "")
    photo.imageAddress = old
    try await commonsSource(client).fetch(photo, into: IncomingFile(path: folder.newPath()))
    return client.addresses
  }

  @Test(arguments: [400, 404, 410])
  func `an address that has moved is asked for anew`(status: Int) async throws {
    let commons = FakeCommons(ids: [7]).client()
    let asked = try await fetch(status: status) { try commons.answered($0) }
    #expect(asked.count == 3 && asked.first == old && asked.last == new)
    let page = try #require(URLComponents(string: asked[1]))
    #expect(page.value("pageids") == "7")
    // The service makes images of these widths alone.
    let steps = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840].map(String.init)
    #expect(page.value("iiurlwidth").map(steps.contains) == true)
  }

  @Test(arguments: [
    (#"{"query":{"pages":[{"pageid":7,"missing":true}]}}"#, SourceFailure.gone),
    (
      #"""
      {"query":{"pages":[{"pageid":7,"title":"File:A.jpg","imageinfo":[
      {"url":"https://thumb.example/before/7.jpg"}]}]}}
      """#, .gone
    ),
    (#"{"error":{"code":"maxlag"}}"#, .busy), ("<html>", .unreadable),
    (#"{"query":{"pages":[{"pageid":7,"imageinfo":"?"}]}}"#, .unreadable),
  ])
  func `only its page tells that a photo is gone`(page: String, failure: SourceFailure) async {
    await #expect(throws: failure) { _ = try await fetch(status: 404) { _ in (200, page) } }
  }

  @Test func `a refusal is no move`() async {
    await #expect(throws: SourceFailure.refused) {
      _ = try await fetch(status: 403) { _ in
        Issue.record("the page is asked for")
        return (200, "")
      }
    }
  }
}
