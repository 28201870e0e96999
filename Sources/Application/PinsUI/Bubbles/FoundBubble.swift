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
    let texts = makeBox(GTK_ORIENTATION_VERTICAL, MapBubble.makeText(title, "heading"))
    if !detail.isEmpty {
      gtk_box_append(texts.cast(), MapBubble.makeText(detail, "caption"))
    }
    gtk_widget_set_hexpand(texts, 1)
    let close = makeIconButton("window-close-symbolic", tr("Dismiss"))
    close.addClass("flat")
    close.addClass("circular")
    gtk_widget_set_valign(close, GTK_ALIGN_START)
    close.on("clicked") { [weak bubble] in bubble?.hide() }
    let drop = gtk_button_new_with_label(tr("Drop a Pin Here"))!
    drop.addClass("suggested-action")
    drop.on("clicked") { [weak bubble] in
      bubble?.hide()
      session.dropPin(at: place, titled: name)
    }
    let content = makeBox(
      GTK_ORIENTATION_VERTICAL, spacing: 6,
      makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, texts, close), drop)
    let found = detail.isEmpty ? title : "\(title), \(detail)"
    bubble.show(content, named: tr("Found {title}", ["title": found]), at: place, .at) {}
  }
}
