import Atlas
import Foundation
import LoopTesting
import MapDrawing
import Places
import TestDesk
import TestSupport
import TouristSession
import TravelModel

/// The time and memory of the offline map: to load it, to paint it, to name places and to find
/// them.
enum AtlasBenchmark {
  static func run() throws {
    let folder = TouristAtDesk.stagedData.appendingPathComponent("atlas").path
    let world = World(folder: folder)
    let before = memory("VmRSS")
    try onMainLoop { _ = await (world.mapData(), world.mapNames()) }
    let forMap = memory("VmRSS") - before
    try onMainLoop { _ = await (world.cities(), world.names()) }
    let forSearch = memory("VmRSS") - before - forMap
    let begin = now()
    let outlines = try Outlines(file: "\(folder)/outlines.atlas")
    let middle = now()
    let gazetteer = try Gazetteer(file: "\(folder)/gazetteer.atlas")
    let next = now()
    let landscape = try Landscape(file: "\(folder)/landscape.atlas")
    let end = now()
    print(
      """
      the offline map:
        loading: outlines \(milliseconds([middle - begin])), gazetteer \(milliseconds([next - middle])), landscape \(milliseconds([end - next])), \
      away from the main thread (aim: 30 ms)
        memory: \(forMap >> 10) MB (aim: 40 MB), and \(forSearch >> 10) MB from the first search on
      """)
    say("painting tiles")
    paintTiles(outlines, landscape, try Relief(file: "\(folder)/relief.atlas"))
    say("naming and searching places")
    namePlaces(outlines, gazetteer)
    search(gazetteer)
  }

  private static func paintTiles(_ outlines: Outlines, _ landscape: Landscape, _ relief: Relief) {
    let painter = TilePainter(
      outlines: outlines, landscape: landscape, relief: relief, palette: .light, scale: 1)
    var times: [String] = []
    for zoom in 0...12 {
      // Tiles around a place with many coasts and borders.
      let center = Mercator.project(Coordinate(latitude: 45.5, longitude: 13.8)!)
      let size = Double(1 << zoom)
      let (x, y) = (Int(center.x * size), Int(center.y * size))
      let samples = (0..<9).map { index in
        let (column, row) = (x + index % 3 - 1, y + index / 3 - 1)
        return duration {
          _ = painter.paint(
            x: (column + 1 << zoom) % (1 << zoom), y: max(0, min((1 << zoom) - 1, row)), zoom: zoom)
        }
      }
      times.append("z\(zoom) \(String(format: "%.1f", samples.sorted()[4] * 1000))")
    }
    print("  milliseconds for a tile: \(times.joined(separator: ", "))")
  }

  private static func namePlaces(_ outlines: Outlines, _ gazetteer: Gazetteer) {
    var samples: [Double] = []
    for number in 0..<500 {
      let place = Coordinate(
        latitude: Double(number * 37 % 150) - 70, longitude: Double(number * 101 % 360) - 180)!
      samples.append(
        duration {
          let finding = outlines.country(at: place)
          let codes =
            switch finding {
            case .country(let index): [outlines.countries[index].code]
            case .disputed(let all): all.map { outlines.countries[$0].code }
            case .none: [String]()
            }
          _ = gazetteer.describe(place, countryCodes: codes, isSea: codes.isEmpty)
        })
    }
    print("  for a name: \(milliseconds(samples, digits: 1)) (aim: 2)")
  }

  private static func search(_ gazetteer: Gazetteer) {
    let begin = now()
    let cities = CitySearch(gazetteer)
    let ready = now() - begin
    let queries = [
      "p", "pa", "par", "paris", "reykj", "san jose", "москва", "東京", "new york us", "qqqq",
    ]
    let samples = queries.map { query in duration { _ = cities.search(query, limit: 8) } }
    print(
      "  for a search: \(milliseconds(samples, digits: 1)) (aim: 20), before the first: "
        + milliseconds([ready]))
  }
}
