import CAdwaita
import GLibBridge
import Widgets

/// The line below an album's photos that says that a press on a photo removes it.
///
/// Complete albums show it, until the user has answered it or pressed a photo.
final class PressAdvice {
  let widget: Widget
  /// Called when the line disappears while it has the focus.
  var onLoseFocus: () -> Void = {}
  var isAlbumWhole = false { didSet { update() } }
  /// Whether photos have buttons to remove them, and presses do not.
  var isEditing = false { didSet { update() } }

  private let settings: Settings
  /// Whether the user has answered in this run of the program: the settings, which remember it, may
  /// be read-only.
  private var isAnswered = false
  /// Whether a photo of this album was pressed while the line was shown: the line stays until the
  /// album is left, because the user may read it only then.
  private var isLate = false

  init(_ layout: Layout, settings: Settings) {
    (widget, self.settings) = (layout["advice"], settings)
    layout["open-instead"].on("clicked") { [weak self] in self?.openInstead() }
    layout["dismiss-advice"].on("clicked") { [weak self] in self?.answer() }
    settings.onChange(of: .clickRemoves) { [weak self] in self?.update() }
    update()
  }

  /// Removes the line from other albums, because a press has removed a photo of this one.
  func photoPressed() {
    guard isShown else { return }
    isLate = true
    saveAnswer()
  }

  /// Removes the line for good, because the user knows.
  func answer() {
    isLate = false
    saveAnswer()
    update()
  }

  /// Removes the line when the album is left.
  func leave() {
    isLate = false
    isAlbumWhole = false
  }

  private var isShown: Bool {
    isAlbumWhole && !isEditing && settings[.clickRemoves]
      && (isLate || !(isAnswered || settings[.clickExplained]))
  }

  private func update() {
    Focus.recover(in: widget, by: onLoseFocus) {
      gtk_widget_set_visible(widget, isShown.gboolean)
      widget.setAccessibleHidden(!isShown)
    }
    guard let toasts = gtk_widget_get_ancestor(widget, adw_toast_overlay_get_type()) else { return }
    isShown ? toasts.addClass("over-advice") : gtk_widget_remove_css_class(toasts, "over-advice")
  }

  private func saveAnswer() {
    isAnswered = true
    if !settings[.clickExplained] { settings[.clickExplained] = true }
  }

  private func openInstead() {
    settings[.clickRemoves] = false
    answer()
    if settings[.clickRemoves] {
      widget.ask(.showMessage(Words.sentence(for: SettingsTrouble.unwritable)))
    }
  }
}
