import Dispatch
import Foundation
import GLibBridge
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import Imaging

/// Which thumbnails are kept, and when they are shown.
struct DecoderTests {
  private let scratch = TemporaryFolder()
  private var cache: ThumbnailCache { ThumbnailCache(folder: folder) }
  private var folder: String { scratch.path + "/thumbnails" }

  private static let wide = Samples.jpeg
  private static let high = Samples.made("jpeg", width: 120, height: 160)

  /// Makes the thumbnail of a file, and tells whether it shows the wide picture.
  private func showsWide(_ file: String) throws -> Bool {
    let size = try cache.thumbnail(of: file, named: "1/photo", side: 40).size
    #expect(size.width == 54 && size.height == 40 || size.width == 40 && size.height == 54)
    return size.width > size.height
  }

  private func kept() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
  }

  /// Writes the picture, whose last change is then long past.
  private func oldFile(_ bytes: [UInt8]) -> String {
    let file = scratch.file(bytes)
    setTime(of: file, to: timespec(tv_sec: 1_000_000_000, tv_nsec: 0))
    return file
  }

  private func setTime(of file: String, to time: timespec) {
    #expect(utimensat(AT_FDCWD, file, [time, time], 0) == 0)
  }

  private func time(of file: String) -> timespec {
    var status = stat()
    #expect(stat(file, &status) == 0)
    return status.st_mtim
  }

  @Test func `a thumbnail is made once`() throws {
    let file = oldFile(Self.wide)
    #expect(try showsWide(file))
    #expect(try kept() == ["\(folder)/1-photo-40.jpg"])
    // It is not looked at again while its time stays.
    #expect(oldFile(Self.high) == file)
    #expect(try showsWide(file))
  }

  @Test func `a picture changed right after its thumbnail was made is shown`() throws {
    let file = oldFile(Self.wide)
    #expect(try showsWide(file))
    let made = try time(of: #require(kept().first))
    // The very moment, as far as the clock can tell; and a later one of the same second.
    _ = scratch.file(Self.high)
    setTime(of: file, to: made)
    #expect(try !showsWide(file))
    setTime(of: try #require(kept().first), to: made)
    _ = scratch.file(Self.wide)
    setTime(of: file, to: timespec(tv_sec: made.tv_sec, tv_nsec: 999_999_999))
    #expect(try showsWide(file))
  }

  @Test func `a thumbnail in use is not the oldest`() throws {
    let file = oldFile(Self.wide)
    #expect(try showsWide(file))
    let thumbnail = try #require(kept().first)
    let made = time(of: thumbnail)
    setTime(of: thumbnail, to: timespec(tv_sec: made.tv_sec - 100_000, tv_nsec: 0))
    #expect(try showsWide(file))
    #expect(time(of: thumbnail).tv_sec >= made.tv_sec)
  }

  @Test func `what shows through is not kept`() throws {
    let file = scratch.file(Samples.made("png", width: 9, height: 7, hasAlpha: true))
    for _ in 0..<2 {
      #expect(try cache.thumbnail(of: file, named: "alpha", side: 5).hasAlpha)
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a damaged thumbnail is made anew`() throws {
    let file = oldFile(Self.wide)
    #expect(try showsWide(file))
    let thumbnail = try #require(kept().first)
    for damage in [[], Array("no picture".utf8), Self.high.dropLast(Self.high.count / 2)] {
      try Data(damage).write(to: URL(fileURLWithPath: thumbnail))
      #expect(try showsWide(file))
      #expect(throws: Never.self) { try PictureFile(checking: thumbnail) }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a picture that is no longer waited for is not decoded`() async throws {
    let decoder = PictureDecoder(cacheFolder: scratch.path)
    let file = scratch.file(Self.wide)
    let hasBegun = Atomic(false)
    let mayGoOn = DispatchSemaphore(value: 0)
    let first = Task {
      try await decoder.picture(at: file) { size in
        hasBegun.store(true, ordering: .relaxed)
        mayGoOn.wait()
        return size
      }
    }
    try await wait(for: "the first picture") { hasBegun.load(ordering: .relaxed) }
    let second = Task {
      try await decoder.picture(at: file) { size in
        Issue.record("it is decoded")
        return size
      }
    }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    mayGoOn.signal()
    #expect(try await first.value.size == PixelSize(width: 160, height: 120))
  }
}
