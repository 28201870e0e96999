import CAdwaita
import GLibBridge
import TravelModel
import Widgets

/// The buttons and notes over the picture.
final class ViewerControls {
  private let layout: Layout
  private let spinner: Spinner
  private var noteEnd: ScheduledCall?
  /// The ids of the widgets that can do something now.
  private var offered: Set<String> = []
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
      for id in ["note-box", "favorite", "drop-pin", "corner"] {
        gtk_widget_set_margin_top(layout[id], coveredHeight)
      }
    }
  }
  /// Called when they are shown or hidden.
  var onShow: () -> Void = {}

  /// How long a brief note stays, in milliseconds.
  private static let noteDuration: UInt32 = 6000

  init(_ layout: Layout) {
    self.layout = layout
    spinner = Spinner(layout["spinner"])
    setShown("note-box", false)
    setShown("panorama", false)
    layout["panorama"].setAccessibleName(tr("Look Around"))
    update()
  }

  /// Sets which buttons can do something.
  func offer(previous: Bool, next: Bool, picture: Bool, pair: Bool) {
    offer("previous", previous)
    offer("next", next)
    offer("zoom", picture)
    offer("then-and-now", pair)
  }

  /// Shows whether the photo is a favourite; only photos in the library can be.
  func showFavorite(_ photo: Photo, isInLibrary: Bool) {
    let button = layout["favorite"]
    gtk_toggle_button_set_active(button.cast(), photo.isFavorite.gboolean)
    gtk_button_set_icon_name(
      button.cast(), photo.isFavorite ? "heart-filled-symbolic" : "heart-outline-symbolic")
    offer("favorite", isInLibrary && (photo.isFavorite || photo.state == .stored))
  }

  /// Sets whether a pin can be made of the photo.
  func offerPin(_ isOffered: Bool) { offer("drop-pin", isOffered) }

  /// Shows whether a picture can be looked at as a panorama, and is; that has no zoom in percent.
  func offerPanorama(_ isOffered: Bool, isShown: Bool) {
    setShown("panorama", isOffered)
    gtk_toggle_button_set_active(layout["panorama"].cast(), isShown.gboolean)
    setShown("zoom-level", !isShown)
  }

  /// Shows how the picture, or the panorama of it, can be zoomed, and the zoom level.
  func show(_ geometry: ViewerGeometry, _ panorama: Panorama?) {
    let (canZoomIn, canZoomOut) =
      panorama.map { ($0.canZoomIn, $0.canZoomOut) } ?? (geometry.canZoomIn, geometry.canZoomOut)
    gtk_widget_set_sensitive(layout["zoom-in"], canZoomIn.gboolean)
    gtk_widget_set_sensitive(layout["zoom-out"], canZoomOut.gboolean)
    let (text, label) = (Words.zoom(geometry.scale / geometry.fullScale), layout["zoom-text"])
    guard text != String(cString: gtk_label_get_text(label.cast())) else { return }
    gtk_label_set_text(label.cast(), text)
    layout["zoom-level"].setAccessibleName(text)
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
    setShown("note-box", false)
  }

  private func showNote(_ text: String) {
    hideNote()
    gtk_widget_set_visible(spinner.widget, 0)
    gtk_label_set_text(layout["note"].cast(), text)
    setShown("note-box", true)
    layout["note-box"].announce(text)
  }

  private func offer(_ id: String, _ isOffered: Bool) {
    if isOffered { offered.insert(id) } else { offered.remove(id) }
    update()
  }

  private func update() {
    for id in ["previous", "next", "favorite", "drop-pin", "zoom", "then-and-now"] {
      setShown(id, isShown && offered.contains(id))
    }
  }

  private func setShown(_ id: String, _ isShown: Bool) {
    gtk_widget_set_visible(layout[id], isShown.gboolean)
    layout[id].setAccessibleHidden(!isShown)
  }
}
