import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// The keyboard focus of the grid.
extension AlbumGrid {
  /// The photo that has the keyboard.
  var focusedCell: PhotoCell? {
    guard let focus = Focus.widget(inWindowOf: grid) else { return nil }
    return cells.values.first {
      $0.photo != nil && (gtk_widget_get_parent($0.widget) == focus || $0.widget == focus)
    }
  }

  /// The photo that takes the focus of one of those that are about to go: the next that stays, or the
  /// last.
  ///
  /// GTK looks for one after the next frame, as Tab does: by then a menu of the photo that has gone may
  /// have closed, with the focus.
  func heirOfFocus(whereGo places: [Int]) -> Photo? {
    guard let photos = album?.photos, !photos.isEmpty,
      let item = cells.first(where: {
        gtk_widget_get_parent($0.value.widget).map { Focus.isIn($0) } == true
      })?.key
    else { return nil }
    let place = Int(gtk_list_item_get_position(OpaquePointer(item)))
    guard places.contains(place) else { return nil }
    return photos[min(place - places.count { $0 < place }, photos.count - 1)]
  }

  /// After how many layouts focusing a photo that still has no cell is given up.
  private static let focusAttempts = 10
  /// After how many layouts a photo that has the focus is scrolled to once more: its place changes
  /// with those of its neighbours.
  private static let scrollAttempts = 2

  /// Focuses a photo and scrolls to it, or focuses the list where it is not in the album.
  func takeFocus(at photo: Photo?) {
    guard let photo, album?.photos.contains(where: { $0.id == photo.id }) == true else {
      gtk_widget_grab_focus(grid)
      return
    }
    // Keys must apply to this photo, not to an earlier selection.
    gtk_selection_model_unselect_all(selection)
    pendingFocus = (photo.id, AlbumGrid.focusAttempts, false, Focus.widget(inWindowOf: grid))
    tryFocus()
    // A new photo has its place, and can be scrolled to, only after the next layout.
    scheduleVisibilityCheck()
  }

  /// Continues `takeFocus` after a layout.
  func scheduleFocus() {
    // On a busy machine there are several layouts before one idle moment.
    guard pendingFocus != nil, !isFocusScheduled else { return }
    isFocusScheduled = true
    MainLoop.whenIdle { [weak self] in
      self?.isFocusScheduled = false
      self?.tryFocus()
    }
  }

  private func tryFocus() {
    guard let wanted = pendingFocus,
      let place = album?.photos.firstIndex(where: { $0.id == wanted.photo })
    else { return pendingFocus = nil }
    // The user may have moved the focus on meanwhile.
    if wanted.hasArrived, focusedCell?.photo?.id != wanted.photo { return pendingFocus = nil }
    if !wanted.hasArrived, Focus.widget(inWindowOf: grid) != wanted.before,
      Focus.isInEntry(of: grid) || Focus.isInPopover(of: grid)
    {
      return pendingFocus = nil
    }
    pendingFocus?.attempts -= 1
    if pendingFocus?.attempts == 0 { pendingFocus = nil }
    scroll(to: place)
    guard let cell = cells.values.first(where: { $0.photo?.id == wanted.photo }) else {
      return scheduleVisibilityCheck()
    }
    if let item = gtk_widget_get_parent(cell.widget), gtk_widget_grab_focus(item) != 0,
      !wanted.hasArrived
    {
      pendingFocus = (wanted.photo, AlbumGrid.scrollAttempts, true, nil)
    }
  }

  /// The place of the focused photo if that is in sight, or else of the first that is.
  var placeInSight: Int? {
    guard let seen = visibleRange?.places else { return nil }
    let focused = focusedCell?.photo.flatMap { photo in
      album?.photos.firstIndex { $0.id == photo.id }
    }
    // At the beginning nothing above the first photo may be lost.
    return scroll == 0 && focused == nil
      ? nil : focused.flatMap { seen.contains($0) ? $0 : nil } ?? seen.lowerBound
  }

  func scroll(to place: Int) {
    guard place < count else { return }
    let position = g_variant_ref_sink(g_variant_new_uint32(guint32(place)))
    defer { g_variant_unref(position) }
    gtk_widget_activate_action_variant(grid, "list.scroll-to-item", position)
  }
}
