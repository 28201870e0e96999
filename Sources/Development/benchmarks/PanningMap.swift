import Atlas
import CAdwaita
import CGLib
import Foundation
import GLibBridge
import Glibc
import MapWidget
import PinsUI
import Places
import TestDesk
import TouristSession
import TravelModel
import TravelStore
import Widgets
import Wiring

/// A window with the program's map that pans by itself and prints what its frames took.
@MainActor
enum PanningMap {
  /// The frames that are measured, after those in which markers and tiles are made.
  private static let frames = 240
  private static let warmUp = 60
  /// How far the map moves from frame to frame, in pixels: a brisk hand's speed.
  private static let step = 8.0

  static func run(pins: Int) -> Never {
    runWindow { window in
      MovingMap.loadStyle()
      let session = Session.onOfflineMap()
      let material = MapMaterial()
      let page = MapPage(session: session, material: material)
      gtk_window_set_child(window.cast(), page.widget)
      gtk_window_present(window.cast())
      page.camera.show(MapView(center: Coordinate(latitude: 45, longitude: 0)!, zoom: 6))
      Task {
        await session.map.connect(to: ManyPins(count: pins))
        await session.world.mapData().map(material.showOfflineMap)
        material.showNames(await session.world.mapNames())
        measure(page)
      }
    }
  }

  /// Pans at every frame, and measures the time from its beginning to its end.
  private static func measure(_ page: MapPage) {
    let clock = gtk_widget_get_frame_clock(page.widget)!
    var times: [Double] = []
    var begin: gint64 = 0
    var longitude = 0.0
    clock.on("before-paint") { begin = g_get_monotonic_time() }
    clock.on("update") {
      longitude += step / (MapView.tileSize * 64) * 360
      page.camera.show(MapView(center: Coordinate(latitude: 45, longitude: longitude)!, zoom: 6))
    }
    clock.on("after-paint") {
      times.append(Double(g_get_monotonic_time() - begin) / 1e6)
      guard times.count == warmUp + frames else { return }
      let counted = times.dropFirst(warmUp).sorted()
      print(counted[frames / 2], counted[frames * 95 / 100], counted[frames - 1])
      fflush(nil)
      exit(0)
    }
    gdk_frame_clock_begin_updating(clock)
  }
}

extension Session {
  /// A session that shows the offline map, and opens a library only if it is told to.
  static func onOfflineMap(library: String = "") -> Session {
    Session(
      library: Library(folder: library),
      world: World(folder: TouristAtDesk.stagedData.appendingPathComponent("atlas").path),
      languages: ["en"],
      albums: AlbumRegistry(
        sources: [], check: Wiring.content(of:looks:),
        options: { AlbumOptions(choice: .commons, count: 1, radius: 1000) }),
      prefetches: { false })
  }
}

final class ManyPins: PinLibrary {
  private let count: Int

  init(count: Int) { self.count = count }

  func pins() async throws(StoreError) -> [Pin] { PinBenchmark.pins(count) }
  func missingPhotos() async throws(StoreError) -> [Pin.ID: Int] { [:] }
  func addPin(
    at coordinate: Coordinate, titled title: String, wantsPhotos: Bool,
    showing photo: PhotoDetails?
  ) async throws(StoreError) -> Pin { throw .gone }
}
