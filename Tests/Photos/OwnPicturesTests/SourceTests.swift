import Files
import Foundation
import PhotoSources
import Testing
import TravelModel

@testable import OwnPictures

@Suite(.serialized) struct SourceTests {
  let camera = Camera()

  @Test func `the nearest come first`() async throws {
    camera.take("far.jpg", 10.004, 20)
    camera.take("near.jpg", 10.0001, 20)
    camera.take("middle.jpg", 10, 20.001)
    #expect(try await camera.source().near(10, 20) == ["near.jpg", "middle.jpg", "far.jpg"])
  }

  @Test func `one of a burst comes before the others of it`() async throws {
    for (name, latitude, time) in [
      ("a", 10.0001, "12:00:00"), ("b", 10.0002, "12:00:02"), ("c", 10.0003, "12:00:04"),
      ("d", 10.002, "14:00:00"),
    ] {
      camera.take(
        "\(name).jpg", latitude, 20, ["Exif.Photo.DateTimeOriginal": "2020:05:05 \(time)"])
    }
    #expect(try await camera.source().near(10, 20) == ["a.jpg", "d.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `the date line is an ordinary place`() async throws {
    camera.take("east.jpg", -16.8, 179.999)
    camera.take("west.jpg", -16.8, -179.999)
    camera.take("elsewhere.jpg", -16.8, 0)
    #expect(Set(try await camera.source().near(-16.8, 179.9999)) == ["east.jpg", "west.jpg"])
    #expect(Set(try await camera.source().near(-16.8, -180)) == ["east.jpg", "west.jpg"])
  }

  @Test func `around a pole all longitudes are near`() async throws {
    camera.take("one.jpg", 89.9999, 10)
    camera.take("two.jpg", 89.9999, -170)
    #expect(try await camera.source().near(90, 0).count == 2)
  }

  @Test func `the radius grows until enough are near`() async throws {
    camera.take("a.jpg", 10, 20)
    camera.take("b.jpg", 10.03, 20)  // 3.3 km
    camera.take("c.jpg", 10.2, 20)  // 22 km
    camera.take("d.jpg", 10.6, 20)  // 67 km
    let source = camera.source()
    let one = try await source.photos(request(10, 20, count: 1))
    #expect(one.radius == 1000 && one.total == 1 && one.photos.count == 1)
    let two = try await source.photos(request(10, 20, count: 2))
    #expect(two.radius == 5000 && two.total == 2 && two.photos.count == 2)
    let three = try await source.photos(request(10, 20, count: 3))
    #expect(three.radius == 50_000 && three.total == 3 && three.photos.count == 3)
    let more = try await source.photos(request(10, 20, count: 9))
    #expect(more.radius == 50_000 && more.total == 3 && more.photos.count == 3)
    let none = try await source.photos(request(-10, 20))
    #expect(none.radius == 50_000 && none.total == 0 && none.photos.isEmpty && !none.hasBegunAgain)
  }

  @Test func `seen ones come again once all were seen and unwanted ones never`() async throws {
    for number in 1...5 { camera.take("\(number).jpg", 10 + Double(number) / 1000, 20) }
    let source = camera.source()
    var request = request(10, 20, count: 2)
    request.unwanted = ["2.jpg"]
    var slices: [[String]] = []
    for _ in 0..<4 {
      let slice = try await source.photos(request)
      slices.append(slice.photos.map(\.sourceID))
      #expect(slice.hasBegunAgain == (slices.count == 3))
      if slice.hasBegunAgain { request.seen = [] }
      request.seen.formUnion(slices.last!)
    }
    #expect(
      slices == [
        ["1.jpg", "3.jpg"], ["4.jpg", "5.jpg"], ["1.jpg", "3.jpg"], ["4.jpg", "5.jpg"],
      ])
  }

  @Test func `an album gets a copy and the original stays`() async throws {
    let original = camera.take("Straße 100%.jpg", 10, 20)
    let before = try Data(contentsOf: URL(fileURLWithPath: original))
    var status = stat()
    stat(original, &status)
    let source = camera.source()
    let photo = try #require(try await source.photos(request(10, 20)).photos.first)
    let copy = camera.base + "/copy.jpg"
    try await source.fetch(photo, into: IncomingFile(path: copy))
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: original)) == before)
    var after = stat()
    stat(original, &after)
    #expect(FoundFile.Stamp(status) == FoundFile.Stamp(after))
    // What is written into the copy is not written into the original.
    try Data("other".utf8).write(to: URL(fileURLWithPath: copy))
    #expect(try Data(contentsOf: URL(fileURLWithPath: original)) == before)
  }

  @Test func `a copy that fails leaves nothing`() async throws {
    let path = camera.take("a.jpg", 10, 20)
    let source = camera.source()
    var photo = try #require(try await source.photos(request(10, 20)).photos.first)
    let missing = IncomingFile(path: camera.base + "/missing/copy.jpg")
    await #expect(throws: DiskFailure.unwritable) { try await source.fetch(photo, into: missing) }
    let copy = IncomingFile(path: camera.base + "/copy.jpg")
    let stopped = Task { [photo] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await source.fetch(photo, into: copy)
    }
    await #expect(throws: CancellationError.self) { try await stopped.value }
    truncate(path, off_t(Photo.fileLimit + 1))
    await #expect(throws: PictureFailure.tooLarge) { try await source.fetch(photo, into: copy) }
    unlink(path)
    await #expect(throws: SourceFailure.gone) { try await source.fetch(photo, into: copy) }
    // A file that is there, but that nobody can open.
    symlink(path, path)
    await #expect(throws: PictureFailure.fileUnreadable) {
      try await source.fetch(photo, into: copy)
    }
    unlink(path)
    let address = photo.imageAddress
    photo.imageAddress = "https://example.org/a.jpg"
    await #expect(throws: SourceFailure.gone) { try await source.fetch(photo, into: copy) }
    // Where the folder is missing as well, it may be on a disk that is put away.
    photo.imageAddress = address
    try FileManager.default.removeItem(atPath: camera.base + "/Pictures")
    await #expect(throws: SourceFailure.folderUnreadable) {
      try await source.fetch(photo, into: copy)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: camera.base).sorted() == [
        "cache"
      ])
  }
}
