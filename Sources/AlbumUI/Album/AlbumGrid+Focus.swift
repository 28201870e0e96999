import CAdwaita
import CGLib
import GLibBridge
import Tourist
import Travels

/// Which photo has the keyboard's focus.
extension AlbumGrid {
  /// How often a photo that is to have the focus is looked for: once where it is, and after the
  /// layouts that bring it there.
  private static let focusAttempts = 3

  /// Gives a photo the focus and brings it into sight, or the list where there is none such.
  func takeFocus(at photo: Photo?) {
    guard let photo, album?.photos.contains(where: { $0.id == photo.id }) == true else {
      gtk_widget_grab_focus(grid)
      return
    }
    // The keys are to mean this one, and not what was selected before.
    gtk_selection_model_unselect_all(selection)
    wantedFocus = (photo.id, AlbumGrid.focusAttempts, false)
    seekFocus()
    // What has just come has its place after the next layout, and can be scrolled to only then.
    planLooking()
  }

  /// Goes on with what `takeFocus` began, when the list has been laid out.
  func planFocus() {
    guard wantedFocus != nil else { return }
    MainLoop.whenIdle { [weak self] in self?.seekFocus() }
  }

  private func seekFocus() {
    guard let wanted = wantedFocus,
      let place = album?.photos.firstIndex(where: { $0.id == wanted.photo })
    else { return wantedFocus = nil }
    // Who has gone on to another photo meanwhile is not called back.
    if wanted.hasArrived, focusedCell?.photo?.id != wanted.photo { return wantedFocus = nil }
    wantedFocus?.attempts -= 1
    if wantedFocus?.attempts == 0 { wantedFocus = nil }
    scroll(to: place)
    guard let cell = cells.values.first(where: { $0.photo?.id == wanted.photo }) else {
      return planLooking()
    }
    if let item = gtk_widget_get_parent(cell.widget), gtk_widget_grab_focus(item) != 0 {
      wantedFocus?.hasArrived = true
    }
  }

  private func scroll(to place: Int) {
    guard place < count else { return }
    let position = g_variant_ref_sink(g_variant_new_uint32(guint32(place)))
    defer { g_variant_unref(position) }
    gtk_widget_activate_action_variant(grid, "list.scroll-to-item", position)
  }
}
