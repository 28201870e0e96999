import Foundation
import TestFiles
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

/// A folder of its own for each test.
final class Scratch {
  private let base = TemporaryFolder()
  /// Where a library is to be, which is not there yet.
  var folder: String { base.path + "/library" }
  var file: String { "\(folder)/library.sqlite" }

  /// Does something to the file behind the store's back.
  func sql(_ text: String) throws {
    try Database(file).rows("PRAGMA foreign_keys = ON; \(text)")
  }
}

let kyoto = Coordinate(latitude: 35.011_665, longitude: 135.768_326)!
let suva = Coordinate(latitude: -18.124_8, longitude: 178.450_1)!

func photo(_ id: String) -> PhotoDetails {
  PhotoDetails(source: "commons", sourceID: id, title: "Photo \(id)")
}

func commons(_ photos: [PhotoDetails]) -> NewAlbum {
  NewAlbum(source: "commons", slice: PhotoSlice(photos: photos))
}

struct PinStorageTests {
  let scratch = Scratch()

  @Test func `pins are there again to the last bit`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let added = [
      try await store.addPin(at: kyoto, titled: "Kyoto"),
      try await store.addPin(at: suva, titled: "Suva “south” 🌊"),
      try await store.addPin(at: kyoto, titled: "Kyoto"),
    ]
    #expect(Set(added.map(\.id)).count == 3)
    let again = try await TravelStore(folder: scratch.folder)
    #expect(try await again.pins() == added)
  }

  @Test func `a removed pin comes back with its album, also after a start`() async throws {
    let pin: Pin
    let info: AlbumInfo
    do {
      let store = try await TravelStore(folder: scratch.folder)
      pin = try await store.addPin(at: kyoto, titled: "Kyoto")
      var album = commons([photo("1"), photo("2")])
      album.slice.hasUnlisted = true
      _ = try await store.replaceAlbum(of: pin.id, with: album)
      info = try await store.albumInfo(of: pin.id)
      try await store.removePins([pin.id])
      #expect(try await store.pins().isEmpty)
      await #expect(throws: StoreError.gone) { try await store.removePins([pin.id]) }
      try await store.undo()
      #expect(try await store.pins().map(\.photoCount) == [2])
      try await store.removePins([pin.id])
    }
    let again = try await TravelStore(folder: scratch.folder)
    #expect(try await again.pins().isEmpty)
    #expect(try await again.album(of: pin.id).isEmpty)
    #expect(try await again.undo().pinsBack == (try await again.pins()))
    #expect(try await again.pins().map(\.photoCount) == [2])
    #expect(try await again.album(of: pin.id).count == 2)
    #expect(try await again.albumInfo(of: pin.id) == info)
  }

  @Test func `a pins number is never used again`() async throws {
    let first: Pin
    do {
      let store = try await TravelStore(folder: scratch.folder)
      first = try await store.addPin(at: kyoto, titled: "Kyoto")
      try await store.removePins([first.id])
    }
    let again = try await TravelStore(folder: scratch.folder)
    let second = try await again.addPin(at: kyoto, titled: "Kyoto")
    #expect(second.id > first.id)
  }

  @Test func `a row that is no place is kept and not shown`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    try scratch.sql("PRAGMA ignore_check_constraints = 1; UPDATE pin SET longitude = 9e999")
    #expect(try await store.pins().isEmpty)
    try scratch.sql("UPDATE pin SET longitude = 1")
    #expect(try await store.pins().count == 1)
  }

  @Test func `pins written at once are all written`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask { _ = try await store.addPin(at: kyoto, titled: "\(number)") }
      }
      try await group.waitForAll()
    }
    #expect(Set(try await store.pins().map(\.title)).count == 50)
  }
}

struct AlbumStorageTests {
  let scratch = Scratch()

  @Test(arguments: [
    "-9223372036854775808", "9223372036854775807", "9e99", "-9e99", "1e400", "'x'", "x'00ff'", "0",
  ])
  func `numbers that nothing has are none`(number: String) async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto").id
    _ = try await store.replaceAlbum(of: pin, with: commons([photo("1"), photo("2")]))
    try scratch.sql(
      """
      UPDATE photo SET width = \(number), height = \(number), position = \(number),
        latitude = \(number), longitude = \(number);
      UPDATE album SET total = \(number), radius = \(number), has_begun_again = \(number);
      UPDATE pin SET photo_count = \(number);
      """)
    #expect(try await store.album(of: pin).map(\.details.size) == [nil, nil])
    let info = try await store.albumInfo(of: pin)
    #expect(info.total >= 0 && (0...20_100_000).contains(info.radius ?? 0))
    #expect(try await store.pins().map { $0.photoCount >= 0 } == [true])
    try await store.removePhotos(store.album(of: pin).map(\.id))
    #expect(try await store.pins().map { $0.photoCount >= 0 } == [true])
  }

  @Test func `photos and pins know each other`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    var details = photo("File:Temple.jpg")
    details.author = "A. Photographer"
    details.license = "CC BY-SA 4.0"
    details.licenseAddress = "https://creativecommons.org/licenses/by-sa/4.0/"
    details.pageAddress = "https://commons.wikimedia.org/wiki/File:Temple.jpg"
    details.imageAddress = "https://thumb.wikimedia.org/x.jpg"
    details.largeAddress = "https://upload.wikimedia.org/x.jpg"
    details.size = PixelSize(width: 4000, height: 3000)
    details.coordinate = suva
    details.taken = "Um 1900"
    details.statedYears = 1895...1905
    details.heading = 47.25
    details.merit = .leadPicture(of: "Temple of the Golden Pavilion")
    let album = try await store.replaceAlbum(of: pin.id, with: commons([details, photo("2")]))
      .photos
    #expect(album.map(\.details) == [details, photo("2")])
    #expect(album.allSatisfy { $0.state == .awaited && $0.path == nil && $0.pin == pin.id })
    #expect(try await store.pins().first?.photoCount == 2)
  }

  @Test func `the years of a photo are those that its row says for certain`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    _ = try await store.replaceAlbum(of: pin.id, with: commons([photo("1")]))
    for (row, years) in [
      ("taken = NULL", nil), ("taken = '1912'", 1912...1912), ("first_year = 1890", 1912...1912),
      ("last_year = 1880", 1912...1912), ("last_year = 1899", 1890...1899),
      ("last_year = 9000000000000000000", 1912...1912),
    ] as [(String, ClosedRange<Int>?)] {
      try scratch.sql("UPDATE photo SET \(row)")
      #expect(try await store.album(of: pin.id).first?.details.years == years)
    }
  }

  @Test func `what a row says of a photo is bounded`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    _ = try await store.replaceAlbum(of: pin.id, with: commons([photo("1")]))
    try scratch.sql(
      """
      UPDATE photo SET author = printf('%.*c', 1000000, 'x'),
        page_url = 'https://example.org/' || printf('%.*c', 1000000, 'x')
      """)
    try scratch.sql("UPDATE photo SET license = author, taken = author, heading = 1e300")
    let details = try #require(try await store.album(of: pin.id).first?.details)
    #expect(details.author?.count == 200)
    #expect(details.license?.count == 200)
    #expect(details.taken?.count == 200)
    #expect(details.pageAddress == nil && details.heading == nil)
  }

  @Test func `the same picture near two pins is two photos`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let (a, b) = (
      try await store.addPin(at: kyoto, titled: "a"), try await store.addPin(at: kyoto, titled: "b")
    )
    _ = try await store.replaceAlbum(of: a.id, with: commons([photo("1")]))
    _ = try await store.replaceAlbum(of: b.id, with: commons([photo("1")]))
    #expect(try await store.album(of: a.id).count == 1)
    #expect(try await store.album(of: b.id).count == 1)
  }

  @Test func `an album is replaced whole or not at all`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let old = try await store.replaceAlbum(of: pin.id, with: commons([photo("1"), photo("2")]))
      .photos
    // The same photo twice breaks a rule in the middle of the new album.
    await #expect(throws: StoreError.self) {
      try await store.replaceAlbum(of: pin.id, with: commons([photo("3"), photo("4"), photo("3")]))
        .photos
    }
    #expect(try await store.album(of: pin.id) == old)
    #expect(try await store.pins().first?.photoCount == 2)
    await #expect(throws: StoreError.gone) {
      try await store.replaceAlbum(of: Pin.ID(999), with: commons([photo("1")])).photos
    }
  }

  @Test func `photos go with their pin by any road`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    let album = try await store.replaceAlbum(of: pin.id, with: commons([photo("1"), photo("2")]))
      .photos
    try scratch.sql("DELETE FROM photo WHERE id = \(album[0].id.number)")
    #expect(try await store.pins().first?.photoCount == 1)
    try scratch.sql("DELETE FROM pin")
    #expect(try await store.album(of: pin.id).isEmpty)
  }
}
