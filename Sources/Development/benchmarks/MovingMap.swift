import Atlas
import CAdwaita
import CGLib
import CShumate
import Files
import Foundation
import GLibBridge
import Glibc
import Imaging
import MapDrawing
import MapWidget
import PinsUI
import Places
import SoupHTTP
import TestDesk
import TestFiles
import TouristSession
import TravelModel
import WebServices
import Widgets
import Wiring

/// A window with a map that moves by itself and prints what its frames took.
@MainActor
enum MovingMap {
  enum Kind: String, CaseIterable {
    /// libshumate's simple map.
    case bare
    /// The program's map with tiles and a few pins.
    case tiles
    /// The program's map without a network.
    case offline
    /// The offline map without names, some of which are bent along rivers and ranges.
    case unnamed
    /// The offline map with the line of a trip, from a library.
    case trips
    /// The offline map as a globe.
    case globe
    /// The program's map with tiles, of a town.
    case town
    /// That with as many photos of others as are shown at most.
    case found
  }

  enum Motion: String, CaseIterable {
    case drag, `throw`, zoom

    /// The view at a frame.
    ///
    /// It moves to and fro over the same places, so that the movement is measured, and not the
    /// arrival of tiles.
    func view(at frame: Int) -> MapView {
      let span = MovingMap.oneWay
      let step = abs((frame + span) % (2 * span) - span)
      let east =
        switch self {
        case .drag: 2.0 * Double(step)
        case .throw: 12.0 * Double(step)
        case .zoom: 0.0
        }
      let zoom = self == .zoom ? 4.6 + 0.8 * Double(step) / Double(span) : 5
      let longitude = 5 + east / (MapView.tileSize * 32) * 360
      return MapView(center: Coordinate(latitude: 45, longitude: longitude)!, zoom: zoom)
    }
  }

  /// The frames of one way there.
  ///
  /// Tiles arrive on the first way there and back, and the second is measured.
  private nonisolated static let oneWay = 60
  private static let (warmUp, frames) = (2 * oneWay, 2 * oneWay)

  static func run(_ kind: Kind, _ motion: Motion, tiles: String, library: String) -> Never {
    runWindow { window in
      loadStyle()
      let (widget, show) = kind == .bare ? makeBareMap(tiles) : makeOurMap(kind, tiles, library)
      gtk_window_set_child(window.cast(), widget)
      gtk_window_present(window.cast())
      measure(widget, motion, show)
    }
  }

  /// Loads the program's layouts and style, so that pins and controls look as in the program.
  static func loadStyle() {
    let file = TouristAtDesk.stagedData.appendingPathComponent("virtual-tourist.gresource")
    guard let resources = g_resource_load(file.path, nil) else { return }
    g_resources_register(resources)
    let base = "/io/github/virtualtourist/VirtualTourist"
    // Layouts and menus are those of the application.
    let application = gtk_application_new(nil, G_APPLICATION_NON_UNIQUE)!
    g_application_set_resource_base_path(application.cast(), base)
    g_application_register(application.cast(), nil, nil)
    let provider = gtk_css_provider_new()!
    gtk_css_provider_load_from_resource(provider, "\(base)/style.css")
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), provider.cast(), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  private typealias Map = (UnsafeMutablePointer<GtkWidget>, (MapView) -> Void)

  private static func makeBareMap(_ tiles: String) -> Map {
    let map = shumate_map_new()!
    let source = shumate_raster_renderer_new_full_from_url(
      "bare", "Bare", nil, nil, 0, 19, 256, SHUMATE_MAP_PROJECTION_MERCATOR, tiles)!
    let viewport = shumate_map_get_viewport(map)!
    shumate_viewport_set_reference_map_source(viewport, source.cast())
    shumate_map_add_layer(map, shumate_map_layer_new(source.cast(), viewport)!.cast())
    return (
      map.cast(),
      { view in
        g_object_freeze_notify(viewport.cast())
        shumate_viewport_set_zoom_level(viewport, view.zoom)
        shumate_location_set_location(viewport, view.center.latitude, view.center.longitude)
        g_object_thaw_notify(viewport.cast())
      }
    )
  }

  private static func makeOurMap(_ kind: Kind, _ tiles: String, _ library: String) -> Map {
    let session = Session.onOfflineMap(library: library)
    let material = MapMaterial()
    let page = MapPage(session: session, material: material)
    if [.tiles, .town, .found].contains(kind) {
      let client = SoupClient(userAgent: "VirtualTourist/benchmarks")
      let template = try! TileTemplate(tiles)
      let loader = TileLoader(template: template, cacheFolder: nil) { address, _ in
        let answer = try await client.fetch(address, limit: 1 << 20)
        return .tile(Bytes(copying: answer.body), entityTag: nil, lifetime: nil)
      }
      material.showTiles(by: loader)
    }
    Task {
      if kind == .trips {
        await session.open(isVisit: true)
      } else {
        await session.map.connect(to: ManyPins(count: 1000))
      }
      await session.world.mapData().map(material.showOfflineMap)
      if kind != .unnamed { material.showNames(await session.world.mapNames()) }
      if kind == .found { await showPhotos(on: page, in: library) }
    }
    return (
      page.widget,
      { view in
        let east = (view.center.longitude - 5) / 360 * view.worldSize
        switch kind {
        case .globe: turnGlobe(page.camera, by: east)
        case .town, .found: page.camera.show(MapView(center: inTown(east: east), zoom: town.zoom))
        default: page.camera.show(view)
        }
      }
    )
  }

  private static let town = MapView(center: Coordinate(latitude: 48.86, longitude: 2.34)!, zoom: 14)

  /// The place that is this many pixels east and south of the town's middle.
  private static func inTown(east: Double, south: Double = 0) -> Coordinate {
    Mercator.coordinate(at: town.point(east: east, south: south))
  }

  /// Shows photos over the town, ten in a row.
  private static func showPhotos(on page: MapPage, in folder: String) async {
    let picture = sixSidedPicture(width: 250)
    let photos = (0..<60).compactMap { number in
      var details = PhotoDetails(source: "commons", sourceID: "\(number + 1)", title: "A View")
      details.coordinate = inTown(
        east: Double(number % 10 * 80 - 360), south: Double(number / 10 * 90 - 225))
      return FoundPhoto(details, thumbnailAddress: "https://example.org/\(number)", rank: number)
    }
    let images = LargeImages(
      folder: "\(folder)/found", width: 2, check: Wiring.content(of:looks:),
      fetch: { _, _, file in try file.append(picture) })
    let model = FoundPhotos(images: images, now: { 0 }, find: { _, _ in photos })
    let thumbnails = Thumbnails(decoder: PictureDecoder(cacheFolder: "\(folder)/cache"))
    page.showFound(model, thumbnails) { _ in }
    // The map never comes to rest, upon which its layer would search.
    model.show(town, width: 1000, height: 680)
    await model.waitUntilFound()
    precondition(model.places.count == photos.count)
  }

  /// Turns the globe by some pixels from its first view, as soon as there is a globe.
  private static func turnGlobe(_ camera: MapCamera, by east: Double) {
    guard let globe = camera.globe else { return camera.zoom(by: -1) }
    camera.show(
      globe.turned(
        to: Coordinate(latitude: 30, longitude: 10 + east * 180 / (.pi * globe.radius))!))
  }

  /// Moves the map at every frame, and prints the processor time for one in all threads and in the
  /// main thread.
  private static func measure(
    _ widget: UnsafeMutablePointer<GtkWidget>, _ motion: Motion, _ show: @escaping (MapView) -> Void
  ) {
    let clock = gtk_widget_get_frame_clock(widget)!
    var count = 0
    var begin = (process: 0.0, main: 0.0)
    clock.on("update") { show(motion.view(at: count)) }
    countDrawings()
    clock.on("after-paint") {
      count += 1
      if count == warmUp {
        begin = (time(CLOCK_PROCESS_CPUTIME_ID), time(CLOCK_THREAD_CPUTIME_ID))
        drawings = 0
      }
      guard count == warmUp + frames else { return }
      let process = time(CLOCK_PROCESS_CPUTIME_ID) - begin.process
      let main = time(CLOCK_THREAD_CPUTIME_ID) - begin.main
      print(process / Double(drawings), main / Double(drawings))
      fflush(nil)
      exit(0)
    }
    gdk_frame_clock_begin_updating(clock)
  }

  /// The number of frames that were drawn; a slow map has nothing new to draw in some frames.
  private static var drawings = 0

  private static func countDrawings() {
    let signal = g_signal_lookup("render", gdk_surface_get_type())
    g_signal_add_emission_hook(
      signal, 0,
      { _, _, _, _ in
        MainActor.assumeIsolated { MovingMap.drawings += 1 }
        return 1
      }, nil, nil)
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
