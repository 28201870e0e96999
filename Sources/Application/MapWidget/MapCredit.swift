import CAdwaita
import CGLib
import GLibBridge
package import Widgets

/// The sources of the map that is shown.
struct DrawnMap: Equatable {
  /// The map of its tiles; nil while it shows none.
  var tiles: TileMap?
  /// Whether the offline map's outlines show, even if only in a gap between tiles.
  var outlines = false
  /// Whether the gazetteer's names show.
  var places = false
  /// Whether the zoom is closer than the offline map has detail for.
  var isMagnified = false
}

/// The line on a map that credits its sources while they show.
package final class MapCredit {
  package let label: Widget
  /// Retains the label, because the delayed text may come after the window has closed.
  private let layout = Layout("map-credit")
  private var said = DrawnMap()
  private var newest: DrawnMap?
  private lazy var settled = Debounce<DrawnMap>(for: MapCredit.delay) { [weak self] in
    self?.say($0)
  }

  /// How long a change must last before the credit follows: gaps that tiles fill at once, as in
  /// every movement, would make the line flicker.
  private static let delay = Duration.milliseconds(500)

  init() {
    label = layout["label"]
    label.on("activate-link") { [weak self] (address: String) -> Bool in
      self?.label.ask(.openPage(address: address))
      return true
    }
  }

  /// Shows the credit of a map.
  func show(_ drawn: DrawnMap) {
    guard drawn != newest else { return }
    newest = drawn
    if let tiles = drawn.tiles, tiles != said.tiles {
      // A server's makers are named with its first tile.
      say(DrawnMap(tiles: tiles, outlines: said.outlines, places: said.places))
    }
    settled(drawn)
  }

  private func say(_ drawn: DrawnMap) {
    said = drawn
    let text = Words.attribution(of: drawn)
    gtk_label_set_markup(label.cast(), text)
    gtk_widget_set_visible(label, (!text.isEmpty).gboolean)
  }
}
