package import CAdwaita
import CGLib
package import GLibBridge

/// What the user is asked to choose.
package struct FileRequest {
  package enum Purpose {
    /// A place for a new file, for which a name is proposed.
    case newFile(name: String)
    /// A folder that is there.
    case folder
  }

  let purpose: Purpose
  let title: String
  /// What the button says that agrees, with its mnemonic.
  let acceptLabel: String
  /// Where to begin; nil for where the chooser likes.
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
  /// Returns the file that the user chose; nil where the user has thought better of it.
  package static func choose(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Ref<OpaquePointer>? {
    // It may be closed while the desktop looks for its chooser.
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
