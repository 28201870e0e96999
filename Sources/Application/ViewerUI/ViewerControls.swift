import CAdwaita
import GLibBridge
import TravelModel
import Widgets

/// The buttons and notes over the picture.
final class ViewerControls {
  let previous: Widget
  let next: Widget
  /// The toggle button that marks the photo as a favourite.
  let favorite: Widget
  let zoomIn: Widget
  let zoomOut: Widget
  /// Shows the zoom level, and toggles between 100 % and the whole picture.
  let zoomLevel: Widget
  private let zoomText: Widget
  private let note: Widget
  private let spinner: Spinner
  private let noteBox: Widget
  private let zoomBox: Widget
  private var noteEnd: ScheduledCall?
  /// The widgets that can do something now.
  private var offered: Set<Widget> = []
  /// Whether the buttons may be shown; in full screen they hide while the pointer rests.
  var isShown = true {
    didSet {
      update()
      onShow()
    }
  }
  /// How much of the picture the header covers, in pixels.
  var coveredHeight: Int32 = 0 {
    didSet {
      for widget in [noteBox, favorite] { gtk_widget_set_margin_top(widget, coveredHeight) }
    }
  }
  /// Called when they are shown or hidden.
  var onShow: () -> Void = {}

  /// How long a brief note stays, in milliseconds.
  private static let noteDuration: UInt32 = 6000

  init(_ layout: Layout) {
    (previous, next, favorite) = (layout["previous"], layout["next"], layout["favorite"])
    (zoomBox, zoomIn, zoomOut) = (layout["zoom"], layout["zoom-in"], layout["zoom-out"])
    (zoomLevel, zoomText) = (layout["zoom-level"], layout["zoom-text"])
    (noteBox, note) = (layout["note-box"], layout["note"])
    spinner = Spinner(layout["spinner"])
    setShown(noteBox, false)
    update()
  }

  /// Sets which buttons can do something.
  func offer(previous: Bool, next: Bool, picture: Bool) {
    offer(self.previous, previous)
    offer(self.next, next)
    offer(zoomBox, picture)
  }

  /// Shows whether the photo is a favourite; only photos in the library can be.
  func showFavorite(_ photo: Photo, isInLibrary: Bool) {
    gtk_toggle_button_set_active(favorite.cast(), photo.isFavorite.gboolean)
    gtk_button_set_icon_name(
      favorite.cast(), photo.isFavorite ? "heart-filled-symbolic" : "heart-outline-symbolic")
    offer(favorite, isInLibrary && (photo.isFavorite || photo.state == .stored))
  }

  /// Shows the zoom level.
  func show(_ geometry: ViewerGeometry) {
    gtk_widget_set_sensitive(zoomIn, geometry.canZoomIn.gboolean)
    gtk_widget_set_sensitive(zoomOut, geometry.canZoomOut.gboolean)
    let text = Words.zoom(geometry.scale / geometry.fullScale)
    guard text != String(cString: gtk_label_get_text(zoomText.cast())) else { return }
    gtk_label_set_text(zoomText.cast(), text)
    zoomLevel.setAccessibleName(text)
  }

  /// Shows a note with a spinner.
  func showProgress(_ text: String) {
    showNote(text)
    gtk_widget_set_visible(spinner.widget, 1)
    spinner.isSpinning = true
  }

  /// Shows a note for a short while.
  func showBriefly(_ text: String) {
    showNote(text)
    noteEnd = MainLoop.after(milliseconds: ViewerControls.noteDuration) { [weak self] in
      self?.hideNote()
    }
  }

  /// Hides a note with a spinner.
  func hideProgress() {
    if spinner.isSpinning { hideNote() }
  }

  /// Hides the note.
  func hideNote() {
    noteEnd?.cancel()
    noteEnd = nil
    spinner.isSpinning = false
    setShown(noteBox, false)
  }

  private func showNote(_ text: String) {
    hideNote()
    gtk_widget_set_visible(spinner.widget, 0)
    gtk_label_set_text(note.cast(), text)
    setShown(noteBox, true)
    noteBox.announce(text)
  }

  private func offer(_ widget: Widget, _ isOffered: Bool) {
    if isOffered { offered.insert(widget) } else { offered.remove(widget) }
    update()
  }

  private func update() {
    for widget in [previous, next, favorite, zoomBox] {
      setShown(widget, isShown && offered.contains(widget))
    }
  }

  private func setShown(_ widget: Widget, _ isShown: Bool) {
    gtk_widget_set_visible(widget, isShown.gboolean)
    widget.setAccessibleHidden(!isShown)
  }
}
