import CAdwaita
import CGLib
import Foundation
import GLibBridge
import Glibc
import Imaging
import PinListUI
import PinsUI
import Places
import TestDesk
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// A window with the list of all places, which opens, searches and sorts it by itself and prints
/// how long each step keeps the main thread busy.
@MainActor
enum ListedPlaces {
  /// Shows the places of the library in a folder.
  static func run(folder: String) -> Never {
    runWindow(width: 400) { window in Task { try await show(folder, in: window) } }
  }

  private static func show(
    _ folder: String, in window: UnsafeMutablePointer<GtkWidget>
  ) async throws {
    let store = try await TravelStore(folder: folder)
    let filler = AlbumRegistry(
      sources: [], check: { _, _ throws(PictureFailure) in throw .notAPicture },
      options: { AlbumOptions(choice: .commons, count: 1, radius: 1000) })
    await filler.connect(to: store)
    let map = MapModel { _ in "" }
    await map.connect(to: store)
    let world = World(folder: TouristAtDesk.stagedData.appendingPathComponent("atlas").path)
    _ = await world.mapData()
    let list = PinList(of: map, world: world, languages: ["en"])
    let photos = PinPhotos(
      albums: filler,
      thumbnails: Thumbnails(decoder: PictureDecoder(cacheFolder: "\(folder)/cache")))
    let view = PlaceListView(of: list, photos)
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scroller.cast(), view.widget)
    gtk_widget_set_vexpand(scroller, 1)
    // First drawings of text and icons take long, and in the program they are over by then.
    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(page.cast(), adw_header_bar_new())
    gtk_box_append(page.cast(), gtk_search_entry_new())
    gtk_box_append(page.cast(), scroller)
    gtk_window_set_child(window.cast(), page)
    gtk_window_present(window.cast())
    try await Task.sleep(for: .milliseconds(500))
    MainThread.watch()
    list.follow(WorldArea(x: 0...1, y: 0...1), middle: Coordinate(latitude: 48.85, longitude: 2.3)!)
    let steps: [(name: String, take: () -> Void)] = [
      ("opened", { list.isShown = true }), ("searched for “7”", { list.text = "7" }),
      ("for “77”", { list.text = "77" }), ("for nothing again", { list.text = "" }),
      ("the newest first", { list.order = .date }), ("the nearest", { list.order = .distance }),
      ("by country", { list.order = .country }), ("by name", { list.order = .name }),
    ]
    for step in steps {
      MainThread.longest = 0
      let begin = g_get_monotonic_time()
      step.take()
      await list.settle()
      let done = g_get_monotonic_time()
      // The changes are drawn in some frames; for a list that is filled, in a dozen.
      try await Task.sleep(for: .milliseconds(500))
      print(
        "step\t\(step.name)\t\(Double(MainThread.longest) / 1e6)\t\(Double(done - begin) / 1e6)")
    }
    fflush(nil)
    exit(0)
  }
}

/// Measures the longest time in which the main loop handles no events.
private enum MainThread {
  nonisolated(unsafe) static var longest: gint64 = 0
  nonisolated(unsafe) private static var awake: gint64 = 0

  @MainActor static func watch() {
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      let now = g_get_monotonic_time()
      if MainThread.awake > 0 {
        MainThread.longest = max(MainThread.longest, now - MainThread.awake)
      }
      defer { MainThread.awake = g_get_monotonic_time() }
      return g_poll(descriptors, count, timeout)
    }
  }
}
