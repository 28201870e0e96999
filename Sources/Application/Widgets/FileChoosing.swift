package import CAdwaita
import CGLib
package import GLibBridge
import TravelModel

/// A request to a file chooser.
package struct FileRequest {
  package enum Purpose {
    /// A new file, with a proposed name. A name without one of the endings gets that of the
    /// proposed name; if `endings` is empty, any is allowed.
    case newFile(name: String, endings: [String] = [])
    /// An existing file.
    case file
    /// An existing folder.
    case folder
  }

  fileprivate(set) var purpose: Purpose
  let title: String
  /// The label of the accept button, with its mnemonic.
  let acceptLabel: String
  /// The folder to start in; nil for the chooser's own choice.
  fileprivate(set) var folder: Ref<OpaquePointer>?
}

/// Lets the user choose files and folders.
package enum FileChoosing {
  /// Returns the chosen file; nil if the user cancels.
  package static func choose(
    _ purpose: FileRequest.Purpose, title: String, acceptLabel: String,
    in folder: Ref<OpaquePointer>?, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Ref<OpaquePointer>? {
    // The window may be closed meanwhile.
    let held = Ref(retaining: window)
    var request = FileRequest(
      purpose: purpose, title: title, acceptLabel: acceptLabel, folder: folder)
    while let file = await ask(request, over: held.pointer) {
      guard let (name, whole) = request.withEnding(file) else { return file }
      // The user was not asked about replacing this file.
      if g_file_query_exists(whole.pointer, nil) == 0 { return whole }
      request.propose(name, beside: whole)
    }
    return nil
  }

  private static func ask(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Ref<OpaquePointer>? {
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

extension FileRequest {
  /// The chosen file with its missing ending, and its name; nil if no ending is missing.
  fileprivate func withEnding(
    _ file: Ref<OpaquePointer>
  ) -> (name: String, file: Ref<OpaquePointer>)? {
    guard case .newFile(let proposed, let endings) = purpose, !endings.isEmpty,
      let ending = FileName.ending(of: proposed),
      let path = g_file_get_path(file.pointer).map({ String(adopting: $0) }),
      !FileRequest.isLent(path),
      let name = g_file_get_basename(file.pointer).map({ String(adopting: $0) }),
      !endings.contains(FileName.ending(of: name) ?? ""),
      let folder = g_file_get_parent(file.pointer).map({ Ref(adopting: $0) })
    else { return nil }
    let whole = "\(name).\(ending)"
    return (whole, Ref(adopting: g_file_get_child(folder.pointer, whole)!))
  }

  /// Whether a sandbox can access only this file, and none beside it.
  static func isLent(_ path: String) -> Bool {
    let own = "\(String(cString: g_get_user_runtime_dir()))/doc/"
    return path.hasPrefix("/run/flatpak/doc/") || path.hasPrefix(own)
  }

  fileprivate mutating func propose(_ name: String, beside file: Ref<OpaquePointer>) {
    if case .newFile(_, let endings) = purpose { purpose = .newFile(name: name, endings: endings) }
    folder = g_file_get_parent(file.pointer).map { Ref(adopting: $0) }
  }
}
