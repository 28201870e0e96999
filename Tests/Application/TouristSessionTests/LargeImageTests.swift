import Files
import Foundation
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import TouristSession

/// What the large images of photos promise.
@MainActor
struct LargeImageTests {
  let folder = TemporaryFolder()
  let server = FakeServer()

  private func images(limit: Int = 1000) -> LargeImages {
    LargeImages(
      folder: "\(folder.path)/large", limit: limit,
      check: { (path, _) async throws(PictureFailure) in
        guard FileManager.default.contents(atPath: path)?.first != UInt8(ascii: "!") else {
          throw .damaged
        }
        return PictureContent(fileExtension: "jpg", size: PixelSize(width: 3, height: 2))
      },
      fetch: { [server] address, _, file in try await server.fetch(address, file) })
  }

  private func photo(_ number: Int64, large: String? = "https://example.org/large") -> Photo {
    var details = PhotoDetails(source: "test", sourceID: String(number), title: "Test")
    details.largeAddress = large.map { "\($0)/\(number)" }
    return Photo(
      id: Photo.ID(number), pin: Pin.ID(1), position: 0, details: details,
      path: "1/photo\(number).png",
      state: .stored)
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/large")) ?? []).sorted()
  }

  @Test func `the large image is brought once`() async throws {
    let images = images()
    let path = try #require(try await images.image(of: photo(1)))
    #expect(path.hasSuffix("/large/1-photo1.jpg"))
    #expect(FileManager.default.contents(atPath: path)?.count == 100)
    #expect(try await images.image(of: photo(1)) == path)
    #expect(server.asked == ["https://example.org/large/1"])
  }

  @Test func `where the stored file is the largest there is no other`() async throws {
    #expect(try await images().image(of: photo(1, large: nil)) == nil)
    #expect(try await images().image(of: photo(1, large: "file:///etc")) == nil)
    #expect(server.asked.isEmpty)
  }

  @Test func `deleted files are brought again`() async throws {
    let images = images()
    let path = try #require(try await images.image(of: photo(1)))
    try FileManager.default.removeItem(atPath: "\(folder.path)/large")
    #expect(try await images.image(of: photo(1)) == path)
    #expect(server.asked.count == 2)
  }

  @Test func `what is discarded is brought again`() async throws {
    let images = images()
    let path = try #require(try await images.image(of: photo(1)))
    await images.discardImage(of: photo(1))
    #expect(files.isEmpty)
    #expect(try await images.image(of: photo(1)) == path)
    #expect(server.asked.count == 2)
  }

  @Test func `the oldest go when the bound is reached`() async throws {
    let images = images(limit: 350)
    for number in 1...3 {
      let path = try #require(try await images.image(of: photo(Int64(number))))
      // Clocks of file systems are too coarse to tell them from each other.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: path)
    }
    // The first is looked at again, and is now the newest.
    _ = try await images.image(of: photo(1))
    _ = try await images.image(of: photo(4))
    #expect(files == ["1-photo1.jpg", "1-photo3.jpg", "1-photo4.jpg"])
  }

  @Test func `files of any date and length go before new ones`() async throws {
    let images = images(limit: 350)
    // As long as ext4 allows; where more is allowed, two of the longest are no sum any more.
    for (number, seconds) in [(1, -99_999_999_999), (2, 99_999_999_999)] {
      let path = try #require(try await images.image(of: photo(Int64(number))))
      if truncate(path, .max) != 0 { truncate(path, 1 << 40) }
      var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
      try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }
    _ = try await images.image(of: photo(3))
    #expect(files == ["1-photo3.jpg"])
  }

  @Test func `an image larger than the bound is shown all the same`() async throws {
    #expect(try await images(limit: 10).image(of: photo(1)) != nil)
  }

  @Test func `damaged images leave nothing`() async {
    server.content.withLock { $0 = Data("!damaged".utf8) }
    await #expect(throws: PhotoFailure.picture(.damaged)) {
      _ = try await images().image(of: photo(1))
    }
    #expect(files.isEmpty)
  }

  @Test func `what waits for one photo shares one download`() async throws {
    let images = images()
    server.close()
    let waiting = (0..<3).map { _ in Task { try await images.image(of: photo(1)) } }
    try await server.waitUntilAsked(times: 1)
    server.open()
    for task in waiting { #expect(try await task.value != nil) }
    #expect(server.asked.count == 1)
  }

  @Test func `a download ends when nobody waits any more`() async throws {
    let images = images()
    server.close()
    let first = Task { try await images.image(of: photo(1)) }
    let second = Task { try await images.image(of: photo(1)) }
    try await server.waitUntilAsked(times: 1)
    first.cancel()
    second.cancel()
    await #expect(throws: CancellationError.self) { _ = try await first.value }
    await #expect(throws: CancellationError.self) { _ = try await second.value }
    #expect(server.cancelled == 1)
    #expect(files.isEmpty)
    server.open()
    #expect(try await images.image(of: photo(1)) != nil)
  }

  @Test func `who goes on waiting is not left by others`() async throws {
    let images = images()
    server.close()
    let first = Task { try await images.image(of: photo(1)) }
    try await server.waitUntilAsked(times: 1)
    let second = Task { try await images.image(of: photo(1)) }
    first.cancel()
    server.open()
    #expect(try await second.value != nil)
  }
}

/// A server whose gate can be closed.
final class FakeServer: Sendable {
  let content = Mutex(Data(repeating: 7, count: 100))
  private let state = Mutex((asked: [String](), cancelled: 0, isOpen: true))

  var asked: [String] { state.withLock { $0.asked } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  func close() { state.withLock { $0.isOpen = false } }
  func open() { state.withLock { $0.isOpen = true } }

  func fetch(_ address: String, _ file: IncomingFile) async throws {
    state.withLock { $0.asked.append(address) }
    while !state.withLock({ $0.isOpen }) {
      if Task.isCancelled {
        state.withLock { $0.cancelled += 1 }
        throw CancellationError()
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
    try file.append(Array(content.withLock { $0 }))
  }

  func waitUntilAsked(times: Int) async throws {
    try await wait { asked.count >= times }
  }
}
