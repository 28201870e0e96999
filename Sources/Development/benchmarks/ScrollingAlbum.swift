import AlbumUI
import CAdwaita
import CGLib
import Foundation
import GLibBridge
import Glibc
import Imaging
import TestSupport
import TouristSession
import TravelModel
import TravelStore
import Widgets

/// A window with an album that scrolls by itself from end to end and prints what its frames took.
@MainActor
enum ScrollingAlbum {
  /// How far it scrolls from frame to frame, in pixels: as fast as a wheel is turned.
  private static let step = 160.0
  private static let width = 1000
  /// The frames in which the first screen is made, which are not measured.
  private static let warmUp = 90

  /// Shows the first album of the library in a folder, or `cells` empty cells if that is not 0.
  static func run(folder: String, cells: Int) -> Never {
    runWindow(width: width) { window in
      let provider = gtk_css_provider_new()!
      gtk_css_provider_load_from_data(
        provider, ".empty-cell { background-color: alpha(currentColor, 0.08); }", -1)
      gtk_style_context_add_provider_for_display(
        gtk_widget_get_display(window), OpaquePointer(provider),
        guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
      Task {
        if cells > 0 {
          show(bareGrid(of: cells), in: window)
        } else {
          try await showAlbum(in: folder, window)
        }
      }
    }
  }

  private static func showAlbum(in folder: String, _ window: UnsafeMutablePointer<GtkWidget>)
    async throws
  {
    let store = try await TravelStore(folder: folder)
    let filler = AlbumRegistry(
      sources: [], check: { _, _ throws(PictureFailure) in throw .notAPicture },
      options: { AlbumOptions(choice: .commons, count: 1, radius: 1000) })
    await filler.connect(to: store)
    guard let pin = try await store.pins().first else { exit(1) }
    let album = filler.album(of: pin)
    while album.isBusy { try await Task.sleep(for: .milliseconds(5)) }
    let decoder = PictureDecoder(cacheFolder: "\(folder)/cache")
    let grid = AlbumGrid(thumbnails: Thumbnails(decoder: decoder), albums: filler)
    grid.fit(width: width)
    grid.show(album)
    show(grid.widget, in: window) {
      grid.clear()
      gtk_window_set_child(window.cast(), nil)
      filler.release(album)
    }
  }

  /// The toolkit's own grid with nothing in its cells.
  private static func bareGrid(of count: Int) -> UnsafeMutablePointer<GtkWidget> {
    let list = gtk_string_list_new(nil)!
    for number in 0..<count { gtk_string_list_append(list, String(number)) }
    let factory = gtk_signal_list_item_factory_new()!
    factory.on("setup") { (item: OpaquePointer) in
      let cell = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      gtk_widget_set_size_request(cell, 150, 157)
      gtk_widget_add_css_class(cell, "empty-cell")
      gtk_list_item_set_child(item.cast(), cell)
    }
    let grid = gtk_grid_view_new(gtk_multi_selection_new(list.cast()).cast(), factory)!
    gtk_grid_view_set_min_columns(grid.cast(), 2)
    gtk_grid_view_set_max_columns(grid.cast(), 8)
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.cast(), grid)
    return scroller
  }

  private static func show(
    _ scroller: UnsafeMutablePointer<GtkWidget>, in window: UnsafeMutablePointer<GtkWidget>,
    leave: @escaping () -> Void = {}
  ) {
    gtk_window_set_child(window.cast(), scroller)
    gtk_window_present(window.cast())
    let adjustment = gtk_scrolled_window_get_vadjustment(scroller.cast())!
    let clock = gtk_widget_get_frame_clock(window)!
    var times: [Double] = []
    var begin: gint64 = 0
    var firstMemory = 0
    var hasLeft = false
    clock.on("before-paint") { begin = g_get_monotonic_time() }
    clock.on("update") {
      if times.count > warmUp, !hasLeft {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + step)
      }
    }
    clock.on("after-paint") {
      guard !hasLeft else { return }
      times.append(Double(g_get_monotonic_time() - begin) / 1e6)
      let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - 1
      let place = gtk_adjustment_get_value(adjustment)
      if times.count == warmUp { firstMemory = memory("VmRSS") }
      guard times.count > warmUp * 2, place >= end else { return }
      hasLeft = true
      let counted = times.dropFirst(warmUp).sorted()
      print(
        counted[counted.count / 2], counted[counted.count * 99 / 100], counted[counted.count - 1],
        firstMemory, memory("VmRSS"), terminator: " ")
      leave()
      MainLoop.after(milliseconds: Thumbnails.idleTime + 1000) {
        print(memory("VmRSS"))
        fflush(nil)
        exit(0)
      }
    }
    gdk_frame_clock_begin_updating(clock)
  }
}
