import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The row of photos below the large one, which comes and goes with the buttons.
extension PhotoViewer {
  func connectFilmstrip() {
    filmstrip.file = { [pictures] in pictures.file(of: $0) }
    filmstrip.onChoose = { [weak self] place in
      guard let self, let now = position?.place, now != place else { return }
      turn(by: place - now)
    }
    gtk_overlay_add_overlay(layout["overlay"].cast(), filmstrip.widget)
    controls.onShow = { [weak self] in self?.placeFilmstrip() }
    breakpoints.observe { [weak self] in self?.placeFilmstrip() }
    let action = g_simple_action_new_stateful(
      "filmstrip", nil, g_variant_new_boolean(settings.showsFilmstrip.gboolean))!
    action.on("activate") { [weak self] in
      guard let self else { return }
      settings.showsFilmstrip.toggle()
      g_simple_action_set_state(
        action, g_variant_new_boolean(settings.showsFilmstrip.gboolean))
      placeFilmstrip()
    }
    g_action_map_add_action(actions.pointer.cast(), action)
    g_object_unref(action.raw)
  }

  /// Shows the row where it is wanted, has a choice and finds room, of which a sheet takes what there
  /// is; outside of full screen, the picture stays above it.
  func placeFilmstrip() {
    let count = position?.photos.count ?? 0
    let isShown =
      settings.showsFilmstrip && controls.isShown && count > 1 && !breakpoints.isLow
      && !(breakpoints.isNarrow && pane.isShown) && !slideshow.isOn
    // The focus must stay in the page, or no key would work.
    if !isShown, Focus.isIn(filmstrip.widget) { gtk_widget_grab_focus(canvas.widget) }
    gtk_widget_set_visible(filmstrip.widget, isShown.gboolean)
    filmstrip.widget.setAccessibleHidden(!isShown)
    let room = isShown ? Filmstrip.height : 0
    gtk_widget_set_margin_bottom(layout["stage"], fullScreen.isOn ? 0 : room)
    gtk_widget_set_margin_bottom(layout["zoom"], room)
  }

  /// Shows in the row where the viewer is.
  func followInFilmstrip() {
    guard let position else { return }
    filmstrip.show(position.photos, at: position.place, of: placeName(of: position.album))
    placeFilmstrip()
  }
}
