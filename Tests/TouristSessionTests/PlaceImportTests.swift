import Files
import Foundation
import PhotoSources
import PlaceFiles
import TestSupport
import Testing
import TravelModel

@testable import TouristSession

/// Finds no photos anywhere.
private final class NothingSource: PhotoSource {
  let name = "commons"

  func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    PhotoSlice(photos: [], total: 0)
  }

  func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {}
}

/// Places brought from files, and taken along in them.
@MainActor
struct PlaceImportTests {
  private let folder = TemporaryFolder()
  private let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)!
  private let fiji = Coordinate(latitude: -17.8, longitude: 179.99999)!

  private func session() async -> Session {
    await .opened(in: folder, source: NothingSource(), prefetches: false)
  }

  private func file(_ text: String) throws -> String {
    let path = "\(folder.path)/places.csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `places of a file become pins, and one undo takes them away`() async throws {
    let session = await session()
    let path = try file("name,lat,lon\nParis,48.8566,2.3522\n,10,20\nParis,48.8566,2.3522\n")
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.new.map(\.title) == ["Paris", nil])
    #expect(found.known == 1, "one stands there twice")
    try await session.makePins(found.new)
    #expect(session.map.pins.count == 2)
    #expect(session.map.pins.all.contains { $0.title == "Paris" && $0.coordinate == paris })
    #expect(session.map.pins.all.allSatisfy { !$0.title.isEmpty })

    let again = try await session.readPlaces(of: path) { true }
    #expect(again.new.isEmpty && again.known == 3)

    _ = try await session.undoLast()
    #expect(session.map.pins.count == 0)
  }

  @Test func `a place is known across the date line, and by its name`() async throws {
    let session = await session()
    try await session.makePins([NewPin(at: fiji, titled: "Taveuni")])
    let path = try file("name,lat,lon\nTaveuni,-17.8,-179.99999\nAnother,-17.8,179.99999\n")
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.new.map(\.title) == ["Another"])
    #expect(found.known == 1)
  }

  @Test func `a place is known among others close by, and by a title that is too long`()
    async throws
  {
    let session = await session()
    let title = String(repeating: "very ", count: 200)
    let near = Coordinate(latitude: paris.latitude, longitude: paris.longitude + 0.0002)!
    try await session.makePins([
      NewPin(at: paris, titled: title), NewPin(at: near, titled: "Next door"),
    ])
    let path = try file(
      "name,lat,lon\n\(title),48.8566,2.3522\nNext door,48.8566,2.3524\nNext door,48.8566,2.3522\n")
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.known == 2)
    #expect(found.new.map(\.coordinate) == [paris])
  }

  @Test func `what is wrong is told by its line, and the rest is read`() async throws {
    let session = await session()
    let path = try file("name,lat,lon\nNowhere,north,2\nParis,48.8566,2.3522\n")
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.new.map(\.title) == ["Paris"])
    #expect(found.problems.map(\.line) == [2])
  }

  @Test func `nothing is read of a file that nobody waits for`() async throws {
    let session = await session()
    let path = try file("name,lat,lon\nParis,48.8566,2.3522\n")
    await #expect(throws: PlaceFileError.cancelled) {
      try await session.readPlaces(of: path) { false }
    }
  }

  @Test(arguments: PlaceFormat.allCases)
  func `what is exported is known when it is imported`(_ format: PlaceFormat) async throws {
    let session = await session()
    try await session.makePins([
      NewPin(at: paris, titled: "“Paris”, <b>;\n=1"), NewPin(at: fiji, titled: "タベウニ"),
    ])
    let path = "\(folder.path)/out.\(format.fileExtension)"
    try await session.writePlaces(to: path, as: format)
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.new.isEmpty && found.known == 2 && found.problemCount == 0)
  }

  @Test func `a folder that cannot be written is said, and holds nothing new`() async throws {
    let session = await session()
    try await session.makePins([NewPin(at: paris)])
    await #expect(throws: DiskFailure.unwritable) {
      try await session.writePlaces(to: "/nonexistent/places.gpx", as: .gpx)
    }
  }

  @Test func `many pins are made and taken away together`() async throws {
    let session = await session()
    session.dropPin(at: paris)
    await session.map.waitUntilSaved()
    let many = (0..<5000).map {
      NewPin(
        at: Coordinate(latitude: Double($0 % 160) - 80, longitude: Double($0 / 160) * 5 - 80)!,
        titled: "\($0)")
    }
    try await session.makePins(many)
    #expect(session.map.pins.count == 5001)
    _ = try await session.undoLast()
    #expect(session.map.pins.all.map(\.coordinate) == [paris])
  }
}
