import CGLib
import GLibBridge

/// The choice of the folder with the user's own pictures.
package enum PicturesFolder {
  /// Lets the user choose the folder over a widget's window; false if no readable one was chosen.
  package static func choose(over widget: Widget, in settings: Settings) async -> Bool {
    guard let window = widget.window else { return false }
    let present = settings.picturesFolder ?? String(cString: g_get_home_dir())
    let files = await FileChoosing.choose(
      .folder, title: tr("Choose Pictures Folder"), acceptLabel: tr("_Choose"),
      in: present, settings: settings, over: window)
    // A remote folder has no path, and cannot be read.
    guard let file = files.first, let path = g_file_get_path(file.pointer) else { return false }
    settings.chosenPicturesFolder = String(adopting: path)
    return true
  }
}
