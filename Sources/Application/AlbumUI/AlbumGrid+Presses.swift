import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// What the pointer does to photos.
extension AlbumGrid {
  /// A tap removes or opens a photo; with Control or Shift it selects, as in any list.
  func addTaps(to cell: PhotoCell) {
    let click = gtk_gesture_click_new()!
    click.on("released") { [weak self, weak cell] (presses: Int32, _: Double, _: Double) in
      let held = gtk_event_controller_get_current_event_state(click.cast()).rawValue
      let selects = held & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) != 0
      guard let self, let photo = cell?.photo, !selects else { return }
      // Claimed on release only: a press may begin a scroll.
      gtk_gesture_set_state(click.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      // The second press of a double click may hit a photo that has just moved there.
      guard presses == 1, !isEditing else { return }
      gtk_selection_model_unselect_all(selection)
      tap(photo)
    }
    gtk_widget_add_controller(cell.widget, click.cast())
    let menu = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(menu.cast(), guint(GDK_BUTTON_SECONDARY))
    menu.on("pressed") { [weak self, weak cell] in
      guard let self, let cell, let photo = cell.photo else { return }
      gtk_gesture_set_state(menu.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      onMenu(photo, cell.widget)
    }
    gtk_widget_add_controller(cell.widget, menu.cast())
  }

  /// Has presses mean what is seen where photos are on their way, not what will be there.
  func addPressesInMotion() {
    let click = gtk_gesture_click_new()!
    gtk_event_controller_set_propagation_phase(click.cast(), GTK_PHASE_CAPTURE)
    click.on("pressed") { [weak self] (_: Int32, x: Double, y: Double) in
      guard let self, let sight = flow?.sight(x: x, y: y) else { return }
      gtk_gesture_set_state(click.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      guard case .photo(let cell, let x, let y) = sight, let photo = cell.photo else { return }
      if !isEditing { tap(photo) } else if cell.isOnBadge(x: x, y: y) { onRemove([photo]) }
    }
    gtk_widget_add_controller(widget, click.cast())
  }

  private func tap(_ photo: Photo) {
    switch photo.state {
    case .failed where !photo.isGone: retry(photo)
    case .stored, .awaited, .failed: onTap(photo)
    }
  }
}
