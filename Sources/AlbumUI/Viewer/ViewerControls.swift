import CAdwaita
import CGLib
import GLibBridge
import Travels
import Widgets

/// The buttons that lie over the picture, and what is said there.
final class ViewerControls {
  let previous: Widget
  let next: Widget
  let zoomIn: Widget
  let zoomOut: Widget
  /// Tells how large the picture is, and takes it to all pixels or the whole.
  let zoomLevel: Widget
  private let zoomText: Widget
  private let note: Widget
  private let spinner: Widget
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

  init(_ layout: Layout) {
    (previous, next) = (layout["previous"], layout["next"])
    (zoomBox, zoomIn, zoomOut) = (layout["zoom"], layout["zoom-in"], layout["zoom-out"])
    (zoomLevel, zoomText) = (layout["zoom-level"], layout["zoom-text"])
    (noteBox, note, spinner) = (layout["note-box"], layout["note"], layout["spinner"])
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

  private func update() {
    setShown(previous, isShown && hasPrevious)
    setShown(next, isShown && hasNext)
    setShown(zoomBox, isShown && hasPicture)
  }

  private func setShown(_ widget: Widget, _ isShown: Bool) {
    gtk_widget_set_visible(widget, isShown.gboolean)
    widget.setAccessibleHidden(!isShown)
  }
}
