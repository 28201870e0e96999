import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// What a press on a photo does, and the mode in which it does nothing.
extension AlbumPage {
  func showEditing() {
    let isEditing = gtk_toggle_button_get_active(edit.cast()) != 0
    gtk_button_set_label(edit.cast(), isEditing ? tr("Done") : tr("Edit"))
    gtk_widget_set_tooltip_text(
      edit, isEditing ? nil : tr("Show a button on each photo to remove it"))
    grid.setEditing(isEditing)
  }

  /// Removes a photo that was pressed, or opens it; the first time, says that there is the choice.
  func press(_ photo: Photo) {
    guard settings.clickRemoves else { return grid.view(photo) }
    remove([photo])
    guard !hasExplainedPress, !settings.isClickExplained else { return }
    let remedy = (tr("Open Photos Instead"), { [weak self] () -> Void in self?.openInstead() })
    notices.add(
      Notice(
        id: .clickRemoves, text: tr("A click or tap on a photo removes it."), remedy: remedy,
        isAdvice: true))
    guard notices.shows(.clickRemoves) else { return }
    hasExplainedPress = true
    settings.isClickExplained = true
  }

  private func openInstead() {
    settings.clickRemoves = false
    notices.remove(.clickRemoves)
    if settings.clickRemoves {
      widget.activate(.showMessage, Words.sentence(for: SettingsTrouble.unwritable))
    }
  }
}
