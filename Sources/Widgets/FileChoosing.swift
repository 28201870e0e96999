package import CAdwaita
import CGLib
package import GLibBridge

/// What a file chooser asks for.
package struct FileRequest {
  package enum Purpose {
    /// A new file, with a proposed name.
    case newFile(name: String)
    /// An existing file.
    case file
    /// An existing folder.
    case folder
  }

  let purpose: Purpose
  let title: String
  /// The label of the accept button, with its mnemonic.
  let acceptLabel: String
  /// The folder to begin in; nil for the chooser's own choice.
  let folder: Ref<OpaquePointer>?

  package init(
    purpose: Purpose, title: String, acceptLabel: String, folder: Ref<OpaquePointer>?
  ) {
    self.purpose = purpose
    self.title = title
    self.acceptLabel = acceptLabel
    self.folder = folder
  }
}

/// Lets the user choose files and folders.
package enum FileChoosing {
  /// Returns the chosen file; nil where the user cancels.
  package static func choose(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Ref<OpaquePointer>? {
    // The window may be closed meanwhile.
    let held = Ref(retaining: window)
    switch await FileChooserPortal.ask(request, over: window) {
    case .chosen(let file): return file
    case .cancelled: return nil
    case .missing:
      guard gtk_widget_get_realized(held.pointer.widget) != 0 else { return nil }
      return await OwnFileChooser.ask(request, over: window)
    }
  }
}
