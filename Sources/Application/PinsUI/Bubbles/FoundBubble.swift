import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// The bubble of a place that was found, with a button to drop a pin there.
///
/// It stays until a pin is dropped, it is closed, or its place goes out of sight.
enum FoundBubble {
  static func show(
    _ title: String, _ detail: String, at place: Coordinate, named name: String?,
    on bubble: MapBubble, session: Session
  ) {
    let layout = Layout("found-bubble")
    gtk_label_set_label(layout["title"].cast(), title)
    gtk_label_set_label(layout["detail"].cast(), detail)
    gtk_widget_set_visible(layout["detail"], (!detail.isEmpty).gboolean)
    layout["close"].on("clicked") { [weak bubble] in bubble?.hide() }
    layout["drop"].on("clicked") { [weak bubble] in
      bubble?.hide()
      session.dropPin(at: place, titled: name)
    }
    let found = asPlace([title, detail].filter { !$0.isEmpty })
    bubble.show(layout["bubble"], named: tr("Found {title}", ["title": found]), at: place, .at)
  }
}
