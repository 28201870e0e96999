import CAdwaita
import GLibBridge
import Widgets

/// The line below an album's photos that says, before the first press on one, that it removes the
/// photo.
///
/// Whole albums show it until it is answered.
final class PressAdvice {
  let widget: Widget
  /// Called when it goes with the focus in it.
  var onLoseFocus: () -> Void = {}
  /// Whether all photos of the album are there.
  var isAlbumWhole = false { didSet { update() } }
  /// Whether photos have buttons to remove them, and presses do not.
  var isEditing = false { didSet { update() } }

  private let settings: Settings
  /// Whether the user has answered in this run of the program: the settings, which remember it, may
  /// be read-only.
  private var isAnswered = false
  /// Whether a photo of the album was pressed below the line, which stays then: it may only be read
  /// for that.
  private var isLate = false

  init(_ layout: Layout, settings: Settings) {
    (widget, self.settings) = (layout["advice"], settings)
    layout["open-instead"].on("clicked") { [weak self] in self?.openInstead() }
    layout["dismiss-advice"].on("clicked") { [weak self] in self?.answer() }
    settings.onChange(of: .clickRemoves) { [weak self] in self?.update() }
    update()
  }

  /// Says no more in other albums, once a press has removed a photo of this one.
  func photoPressed() {
    guard isShown else { return }
    isLate = true
    saveAnswer()
  }

  /// Goes for good, because the user knows.
  func answer() {
    isLate = false
    saveAnswer()
    update()
  }

  /// Goes with the album.
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
