import MapDrawing
import Places
import TestSupport
import Testing
import TravelModel

@testable import MapWidget

/// Which names the offline map shows.
@MainActor
struct MapNamesTests {
  private func towns(_ place: Coordinate, zoom: Double) async -> [MapName] {
    let names = MapNames(await World(folder: atlasFolder).mapNames(), languages: ["en"])
    let area = MapArea(of: MapView(center: place, zoom: zoom), width: 800, height: 500)
    return names.names(in: area, level: Int(zoom), textScale: 1).filter { $0.style == .city }
  }

  @Test func `in thinly settled country small towns are named`() async {
    // Along the Sognefjord.
    let names = await towns(place(61.1, 6.8), zoom: 8).map(\.text)
    #expect(names.contains("Førde") && names.contains("Voss"))
    #expect(names.count < 30)
  }

  @Test func `in the midst of cities they are not`() async {
    let names = await towns(place(51.5, 7.2), zoom: 8).map(\.text)
    #expect(names.contains("Dortmund") && !names.contains("Xanten"))
  }

  @Test func `names are as large as the user's text`() async {
    let names = MapNames(await World(folder: atlasFolder).mapNames(), languages: ["en"])
    let sizes = [1.0, 2].map { scale in
      names.names(in: .wholeWorld(zoom: 2), level: 2, textScale: scale).map(\.fontSize)
    }
    #expect(!sizes[0].isEmpty && sizes[0].map { 2 * $0 } == sizes[1])
  }

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }
}
