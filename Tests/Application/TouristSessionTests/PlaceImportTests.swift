import Files
import Foundation
import PhotoSources
import PlaceFiles
import Synchronization
import TestSupport
import Testing
import TravelModel
import TravelStore

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

    _ = try await session.undo.applyLast(.undo)
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

  @Test func `a file is compared no further when nobody waits for it any more`() async throws {
    let session = await session()
    try await session.makePins([NewPin(at: paris, titled: "Paris")])
    let path = "\(folder.path)/track.gpx"
    try """
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">
    \((0..<10).map { "<wpt lat=\"48.0001\" lon=\"\(Double($0) / 100 + 0.005)\"/>" }.joined())
    <trk><trkseg>\((0..<100).map { "<trkpt lat=\"48\" lon=\"\(Double($0) / 100)\"/>" }.joined())
    </trkseg></trk></gpx>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let count = Mutex(0)
    _ = try PlaceList(file: path) {
      count.withLock { $0 += 1 }
      return true
    }
    let reading = count.withLock { $0 }
    let found = try await session.readPlaces(of: path) {
      count.withLock { $0 += 1 }
      return true
    }
    #expect(found.routes.map(\.stops.count) == [12])
    let comparing = count.withLock { $0 } - 2 * reading
    #expect(comparing >= 20, "each place is looked at by itself, and along the track")
    for last in 0..<comparing {
      count.withLock { $0 = reading + last }
      await #expect(throws: PlaceFileError.cancelled) {
        try await session.readPlaces(of: path) {
          count.withLock {
            $0 -= 1
            return $0 >= 0
          }
        }
      }
    }
  }

  @Test func `pins that nobody wants any more are not made, nor any trip`() async throws {
    let session = await session()
    let pins = (0..<5).map { NewPin(at: Coordinate(latitude: 1, longitude: Double($0))!) }
    let routes = [NewRoute(TripDetails(name: "Tour"), stops: [.new(0), .new(4)])]
    let count = Mutex(0)
    let add = { @MainActor in
      try await session.makePins(pins, along: routes) {
        count.withLock {
          $0 -= 1
          return $0 >= 0
        }
      }
    }
    var asked = 0
    while session.map.pins.count == 0, asked < 100 {
      count.withLock { $0 = asked }
      do {
        _ = try await add()
      } catch {
        #expect(error as? StoreError == .cancelled)
        #expect(session.map.pins.count == 0 && session.trips.trips.isEmpty)
        #expect(session.undo.next == NextSteps())
      }
      asked += 1
    }
    #expect(asked > 7, "each name, each trip and the end are asked for")
    #expect(session.map.pins.count == 5 && session.trips.trips.count == 1)
  }

  @Test(arguments: PlaceFormat.allCases)
  func `what is exported is known when it is imported`(_ format: PlaceFormat) async throws {
    let session = await session()
    try await session.makePins([
      NewPin(at: paris, titled: "“Paris”, <b>;\n=1"), NewPin(at: fiji, titled: "タベウニ"),
    ])
    let path = "\(folder.path)/out.\(format.rawValue)"
    try await session.write(await session.placeList(), to: path, as: format)
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.new.isEmpty && found.known == 2 && found.problemCount == 0)
  }

  @Test(arguments: PlaceFormat.allCases)
  func `trips come back from files, once`(_ format: PlaceFormat) async throws {
    let session = await session()
    let pins = try await session.makePins([
      NewPin(at: paris, titled: "Paris"), NewPin(at: fiji, titled: "Taveuni"),
      NewPin(at: Coordinate(latitude: 1, longitude: 2)!, titled: "Sea"),
    ]).map(\.id)
    let trip = try await session.makeTrip(
      TripDetails(
        name: "There; and back", color: .blue, firstDay: CalendarDay("2026-05-01"),
        lastDay: CalendarDay("2026-05-09")), through: [pins[1], pins[0], pins[1]])
    let (all, one) = (
      "\(folder.path)/all.\(format.rawValue)", "\(folder.path)/one.\(format.rawValue)"
    )
    try await session.write(await session.placeList(), to: all, as: format)
    try await session.write(await session.placeList(of: trip), to: one, as: format)
    for file in [all, one] {
      let found = try await session.readPlaces(of: file) { true }
      #expect(found.new.isEmpty && found.routes.isEmpty && found.knownRoutes == 1)
    }
    try await session.removeTrip(trip.id)
    let found = try await session.readPlaces(of: one) { true }
    #expect(found.known == 2 && found.new.isEmpty)
    try await session.makePins(found.new, along: found.routes)
    #expect(session.trips.trips.map(\.details) == [trip.details])
    #expect(session.trips.trips.map(\.stops) == [trip.stops])
    _ = try await session.undo.applyLast(.undo)
    #expect(session.trips.trips.isEmpty && session.map.pins.count == 3)
    // Into an empty map comes all of it, and goes with one undo.
    try await session.remove(pins)
    let again = try await session.readPlaces(of: all) { true }
    try await session.makePins(again.new, along: again.routes)
    let made = try #require(session.trips.trips.first)
    #expect(session.trips.pins(of: made).map(\.title) == ["Taveuni", "Paris", "Taveuni"])
    _ = try await session.undo.applyLast(.undo)
    #expect(session.trips.trips.isEmpty && session.map.pins.count == 0)
    _ = try await session.undo.applyLast(.redo)
    #expect(session.trips.pins(of: try #require(session.trips.trips.first)).count == 3)
    #expect(session.map.pins.count == 3)
  }

  @Test func `a route of another program becomes a trip, and its points pins`() async throws {
    let session = await session()
    let path = "\(folder.path)/route.gpx"
    try """
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">
    <rte><name>Loire</name><rtept lat="47.4" lon="0.7"><name>Tours</name></rtept>
    <rtept lat="47.6" lon="1.3"/><rtept lat="47.9" lon="1.9"><name>Orléans</name></rtept></rte>
    <rte><rtept lat="1" lon="1"/></rte></gpx>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.new.map(\.title) == ["Tours", "Orléans", nil])
    try await session.makePins(found.new, along: found.routes)
    let trip = try #require(session.trips.trips.first)
    #expect(session.trips.trips.count == 1 && trip.details.name == "Loire")
    #expect(session.trips.pins(of: trip).map(\.coordinate.latitude) == [47.4, 47.6, 47.9])
  }

  @Test func `of a track the ends and the places along it are stops`() async throws {
    let session = await session()
    let points = (0...3000).map { "<trkpt lat=\"48\" lon=\"\(Double($0) / 1000 - 180)\"/>" }
    let path = "\(folder.path)/track.gpx"
    try """
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">
    <wpt lat="48.001" lon="-177.5"><name>Second</name></wpt>
    <wpt lat="48.0005" lon="-179.5003"><name>First</name></wpt>
    <wpt lat="48.2" lon="-178"><name>Elsewhere</name></wpt>
    <trk><trkseg>\(points.joined(separator: "\n"))</trkseg></trk></gpx>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.isThinned && found.new.count == 5 && found.routes.count == 1)
    try await session.makePins(found.new, along: found.routes)
    let stops = session.trips.pins(of: try #require(session.trips.trips.first))
    #expect(stops.map(\.coordinate.longitude) == [-180, -179.5003, -177.5, -177])
    #expect(stops[1...2].map(\.title) == ["First", "Second"])
    #expect(session.trips.trips[0].details.name == "\(stops[0].title) – \(stops[3].title)")
  }

  @Test func `many tracks beside many places are soon compared`() async throws {
    let session = await session()
    let path = "\(folder.path)/tracks.gpx"
    var text = "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\" version=\"1.1\">\n"
    for number in 0..<2000 { text += "<wpt lat=\"\(number % 80).5\" lon=\"\(number % 170)\"/>\n" }
    for number in 0..<300 {
      let points = (0..<1000).map {
        "<trkpt lat=\"\(-Double(number) / 10)\" lon=\"\(179.9 + Double($0) / 5000)\"/>"
      }
      text += "<trk><trkseg>\(points.joined())</trkseg></trk>\n"
    }
    text += "<wpt lat=\"-1.5005\" lon=\"-179.95\"><name>Beyond the date line</name></wpt></gpx>"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let found = try await session.readPlaces(of: path) { true }
    #expect(found.isThinned && found.routes.count == 300)
    #expect(found.routes[15].stops.count == 3 && found.routes[16].stops.count == 2)
  }

  @Test func `a folder that cannot be written is said, and holds nothing new`() async throws {
    let session = await session()
    try await session.makePins([NewPin(at: paris)])
    await #expect(throws: DiskFailure.unwritable) {
      try await session.write(
        await session.placeList(), to: "/nonexistent/places.gpx", as: .gpx)
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
    _ = try await session.undo.applyLast(.undo)
    #expect(session.map.pins.all.map(\.coordinate) == [paris])
  }
}
