import CAdwaita
import CGLib
import GLibBridge

/// GTK's own chooser of files, for desktops without one.
///
/// There is one for each purpose, and it is hidden, never destroyed: GTK 4.8's listens on to the folder
/// that it reads after it has been freed, which ends the program.
final class OwnFileChooser {
  private static let forNewFiles = OwnFileChooser(GTK_FILE_CHOOSER_ACTION_SAVE)
  private static let forFolders = OwnFileChooser(GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER)

  private let dialog: Ref<OpaquePointer>
  private var answer: CheckedContinuation<Ref<OpaquePointer>?, Never>?

  private init(_ action: GtkFileChooserAction) {
    dialog = Ref(adopting: gtk_file_chooser_native_new(nil, nil, action, nil, tr("_Cancel"))!)
    gtk_native_dialog_set_modal(dialog.pointer.cast(), 1)
    dialog.pointer.on("response") { [weak self] (response: Int32) in
      guard let self else { return }
      let isAgreed = response == GTK_RESPONSE_ACCEPT.rawValue
      let file = isAgreed ? gtk_file_chooser_get_file(dialog.pointer.cast()) : nil
      finish(file.map { Ref(adopting: $0) })
    }
  }

  /// Returns the file that the user chose; nil where the user has thought better of it.
  static func ask(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Ref<OpaquePointer>? {
    switch request.purpose {
    case .newFile(let name):
      gtk_file_chooser_set_current_name(forNewFiles.dialog.pointer.cast(), name)
      return await forNewFiles.show(request, over: window)
    case .folder: return await forFolders.show(request, over: window)
    }
  }

  private func show(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Ref<OpaquePointer>? {
    // Whoever asked before gets no other answer.
    finish(nil)
    gtk_native_dialog_set_title(dialog.pointer.cast(), request.title)
    gtk_native_dialog_set_transient_for(dialog.pointer.cast(), window)
    gtk_file_chooser_native_set_accept_label(dialog.pointer.cast(), request.acceptLabel)
    if let folder = request.folder {
      gtk_file_chooser_set_current_folder(dialog.pointer.cast(), folder.pointer, nil)
    }
    return await withCheckedContinuation {
      answer = $0
      gtk_native_dialog_show(dialog.pointer.cast())
    }
  }

  private func finish(_ file: Ref<OpaquePointer>?) {
    answer?.resume(returning: file)
    answer = nil
  }
}
