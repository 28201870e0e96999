import CAdwaita
import CGLib
import GLibBridge
import Travels

/// The buttons that lie over the picture, and what is said there.
final class ViewerControls {
  let previous = ViewerControls.makeButton("go-previous-symbolic", tr("Previous Photo"))
  let next = ViewerControls.makeButton("go-next-symbolic", tr("Next Photo"))
  let zoomIn = ViewerControls.makeButton("zoom-in-symbolic", tr("Zoom In"))
  let zoomOut = ViewerControls.makeButton("zoom-out-symbolic", tr("Zoom Out"))
  /// Tells how large the picture is, and takes it to all pixels or the whole.
  let zoomLevel = gtk_button_new()!
  private let zoomText = gtk_label_new(nil)!
  private let note = gtk_label_new(nil)!
  private let spinner = gtk_spinner_new()!
  private let noteBox: Widget
  private let zoomBox: Widget
  private var noteEnd: ScheduledCall?
  private var hasPrevious = false
  private var hasNext = false
  private var hasPicture = false
  /// Whether the buttons show at all: in full screen they go when nobody moves.
  var isShown = true { didSet { update() } }

  /// How long a note that nobody has to act on stays, in milliseconds.
  private static let noteDuration: UInt32 = 6000

  init(over overlay: Widget) {
    zoomBox = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, zoomOut, zoomLevel, zoomIn)
    noteBox = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, spinner, note)
    noteBox.addClass("viewer-note")
    noteBox.addClass("osd")
    gtk_widget_set_can_target(noteBox, 0)
    gtk_label_set_wrap(note.cast(), 1)
    gtk_label_set_justify(note.cast(), GTK_JUSTIFY_CENTER)
    for (part, horizontal, vertical) in [
      (previous, GTK_ALIGN_START, GTK_ALIGN_CENTER), (next, GTK_ALIGN_END, GTK_ALIGN_CENTER),
      (zoomBox, GTK_ALIGN_END, GTK_ALIGN_END), (noteBox, GTK_ALIGN_CENTER, GTK_ALIGN_START),
    ] {
      gtk_widget_set_halign(part, horizontal)
      gtk_widget_set_valign(part, vertical)
      part.addClass("viewer-control")
      gtk_overlay_add_overlay(overlay.cast(), part)
    }
    layOutZoomLevel()
    setShown(noteBox, false)
    update()
  }

  isolated deinit { noteEnd?.cancel() }

  /// Offers what there is.
  func offer(previous: Bool, next: Bool, picture: Bool) {
    (hasPrevious, hasNext, hasPicture) = (previous, next, picture)
    update()
  }

  /// Tells how large the picture is.
  func show(_ geometry: ViewerGeometry) {
    gtk_widget_set_sensitive(zoomIn, geometry.canZoomIn.gboolean)
    gtk_widget_set_sensitive(zoomOut, geometry.canZoomOut.gboolean)
    let text = Words.zoom(geometry.scale / geometry.fullScale)
    guard text != String(cString: gtk_label_get_text(zoomText.cast())) else { return }
    gtk_label_set_text(zoomText.cast(), text)
    zoomLevel.setAccessibleName(text)
  }

  /// Says that something is under way.
  func tellProgress(_ text: String) {
    tell(text)
    gtk_widget_set_visible(spinner, 1)
    gtk_spinner_start(spinner.cast())
  }

  /// Says something for a short while.
  func tellBriefly(_ text: String) {
    tell(text)
    noteEnd = MainLoop.after(milliseconds: ViewerControls.noteDuration) { [weak self] in
      self?.tellNothing()
    }
  }

  /// Takes back what was said.
  func tellNothing() {
    noteEnd?.cancel()
    noteEnd = nil
    gtk_spinner_stop(spinner.cast())
    setShown(noteBox, false)
  }

  private func tell(_ text: String) {
    tellNothing()
    gtk_widget_set_visible(spinner, 0)
    gtk_label_set_text(note.cast(), text)
    setShown(noteBox, true)
  }

  private func layOutZoomLevel() {
    gtk_button_set_child(zoomLevel.cast(), zoomText)
    zoomText.addClass("numeric")
    // The buttons beside it stay where they are.
    gtk_label_set_width_chars(zoomText.cast(), ViewerControls.zoomLength)
    zoomLevel.addClass("osd")
    zoomLevel.addClass("viewer-zoom")
    gtk_widget_set_tooltip_text(zoomLevel, tr("Show All Pixels or the Whole Picture"))
  }

  /// How many characters the longest text for how large the picture is has: “2000 %”.
  private static let zoomLength: Int32 = 6

  private func update() {
    setShown(previous, isShown && hasPrevious)
    setShown(next, isShown && hasNext)
    setShown(zoomBox, isShown && hasPicture)
  }

  private func setShown(_ widget: Widget, _ isShown: Bool) {
    gtk_widget_set_visible(widget, isShown.gboolean)
    widget.setAccessibleHidden(!isShown)
  }

  private static func makeButton(_ icon: String, _ name: String) -> Widget {
    let button = makeIconButton(icon, name)
    button.addClass("circular")
    button.addClass("osd")
    return button
  }
}
