import Files
import Foundation
import PhotoSources
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import TouristSession

/// A street of three pictures, of which one is gone.
private final class FakeStreet: StreetSource {
  private let asked = Mutex<[String]>([])
  var requests: [String] { asked.withLock { $0 } }

  func nearest(to place: Coordinate) async throws -> StreetPicture? {
    place.latitude > 80 ? nil : try await picture("a")
  }

  func picture(_ id: String) async throws -> StreetPicture? {
    asked.withLock { $0.append(id) }
    guard id != "c" else { return nil }
    var details = PhotoDetails(source: "panoramax", sourceID: id, title: "")
    details.imageAddress = "https://example.org/\(id)/sd.jpg"
    details.largeAddress = "https://example.org/\(id)/hd.jpg"
    var picture = StreetPicture(details, at: Coordinate(latitude: 1, longitude: 2)!)
    let street = ["a", "b", "c"]
    let place = street.firstIndex(of: id)!
    picture.next = street.dropFirst(place + 1).first.map { .init(id: $0, place: nil) }
    picture.previous = place > 0 ? .init(id: street[place - 1], place: nil) : nil
    return picture
  }
}

/// Walking from picture to picture.
@MainActor
struct StreetWalkTests {
  private let folder = TemporaryFolder()
  private let street = FakeStreet()
  private let server = Downloads()
  private let place = Coordinate(latitude: 1, longitude: 2)!

  /// What was downloaded, and whether downloads fail.
  private final class Downloads: Sendable {
    let state = Mutex<(asked: [String], fails: Bool)>(([], false))

    func fetch(_ address: String, _ file: IncomingFile) throws {
      let fails = state.withLock {
        $0.asked.append(address)
        return $0.fails
      }
      if fails { throw SourceFailure.unreachable }
      try file.append(Array("picture".utf8))
    }
  }

  private func walk() -> StreetWalk {
    let images = LargeImages(
      folder: "\(folder.path)/large",
      check: { (_, _) async throws(PictureFailure) in
        PictureContent(fileExtension: "jpg", size: PixelSize(width: 4, height: 2))
      },
      fetch: { [server] address, _, file in try server.fetch(address, file) })
    return StreetWalk(street, images: images)
  }

  private var downloads: [String] {
    server.state.withLock { $0.asked.map { String($0.dropFirst("https://example.org/".count)) } }
  }

  @Test func `one walks on and back, and each picture comes once`() async throws {
    let walk = walk()
    let file = try #require(try await walk.stand(at: place))
    #expect(walk.picture?.details.sourceID == "a")
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(try await walk.walk(.back) == nil)
    #expect(try await walk.walk(.on) != nil)
    #expect(walk.picture?.details.sourceID == "b")
    #expect(try await walk.walk(.back) == file)
    #expect(downloads == ["a/sd.jpg", "b/sd.jpg"] && street.requests == ["a", "b", "a"])
    let large = try #require(try await walk.largeFile())
    #expect(large != file && downloads.last == "a/hd.jpg")
  }

  @Test func `one stays where one is if there is no further picture`() async throws {
    let walk = walk()
    _ = try await walk.stand(at: place)
    _ = try await walk.walk(.on)
    await #expect(throws: SourceFailure.gone) { try await walk.walk(.on) }
    #expect(walk.picture?.details.sourceID == "b")
    server.state.withLock { $0.fails = true }
    await #expect(throws: PhotoFailure.source(.unreachable)) { try await walk.largeFile() }
    #expect(walk.picture?.details.sourceID == "b")
    #expect(try await walk.stand(at: Coordinate(latitude: 85, longitude: 0)!) == nil)
    #expect(walk.picture == nil)
  }
}
