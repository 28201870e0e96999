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
    /// An existing file of a kind, or as many as the user likes.
    case files(FileKind, areSeveral: Bool = false)
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

/// A kind of files, known by the endings of their names; a chooser shows these alone, or all files.
package struct FileKind {
  private let name: String
  private let endings: [String]

  package init(_ name: String, endings: [String]) { (self.name, self.endings) = (name, endings) }

  var filters: [Ref<OpaquePointer>] {
    let (own, all) = (gtk_file_filter_new()!, gtk_file_filter_new()!)
    gtk_file_filter_set_name(own, name)
    for ending in endings { gtk_file_filter_add_suffix(own, ending) }
    gtk_file_filter_set_name(all, tr("All Files"))
    gtk_file_filter_add_pattern(all, "*")
    return [own, all].map { Ref(adopting: $0) }
  }
}

/// What files are chosen for; a chooser starts in the folder last used for the same.
package enum FileOccasion: String, CaseIterable {
  case places, backups, photos, albums, postcards, maps
}

/// Lets the user choose files and folders.
package enum FileChoosing {
  /// Returns the chosen files, of which there are several only if that was asked for; none if the user
  /// cancels.
  ///
  /// Starts in the folder last used for the same, which the settings remember, or else in the usual one.
  package static func choose(
    _ purpose: FileRequest.Purpose, title: String, acceptLabel: String,
    for occasion: FileOccasion? = nil, in usual: String?, settings: Settings,
    over window: UnsafeMutablePointer<GtkWindow>
  ) async -> [Ref<OpaquePointer>] {
    // The window may be closed meanwhile.
    let held = Ref(retaining: window)
    let last = occasion.flatMap { settings.lastFolder(for: $0) }.map { g_file_new_for_uri($0)! }
    let folder = last ?? usual.map { g_file_new_for_path($0)! }
    var request = FileRequest(
      purpose: purpose, title: title, acceptLabel: acceptLabel,
      folder: folder.map { Ref(adopting: $0) })
    while true {
      var files = await ask(request, over: held.pointer)
      guard let first = files.first else { return [] }
      if let (name, whole) = request.withEnding(first) {
        // The user was not asked about replacing this file.
        guard g_file_query_exists(whole.pointer, nil) == 0 else {
          request.propose(name, beside: whole)
          continue
        }
        files = [whole]
      }
      if let occasion, let folder = request.folder(of: first) {
        settings.setLastFolder(String(adopting: g_file_get_uri(folder.pointer)), for: occasion)
      }
      return files
    }
  }

  /// Lets the user choose the folder with their own pictures; false if no readable one was chosen.
  package static func choosePicturesFolder(
    over widget: Widget, in settings: Settings
  ) async -> Bool {
    guard let window = widget.window else { return false }
    let present = settings.picturesFolder ?? String(cString: g_get_home_dir())
    let files = await choose(
      .folder, title: tr("Choose Pictures Folder"), acceptLabel: tr("_Choose"), in: present,
      settings: settings, over: window)
    // A remote folder has no path, and cannot be read.
    guard let file = files.first, let path = g_file_get_path(file.pointer) else { return false }
    settings.chosenPicturesFolder = String(adopting: path)
    return true
  }

  private static func ask(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> [Ref<OpaquePointer>] {
    let answer = await Portals.ask(
      "FileChooser", request.method, about: .title(request.title), request.options, over: window)
    switch answer {
    case .agreed(let addresses): return addresses.map { Ref(adopting: g_file_new_for_uri($0)!) }
    case .cancelled: return []
    case .failed, .missing:
      guard gtk_widget_get_realized(window.widget) != 0 else { return [] }
      return await OwnFileChooser.ask(request, over: window)
    }
  }
}

extension FileRequest {
  /// The method of the portal for it.
  fileprivate var method: String {
    switch purpose {
    case .newFile: "SaveFile"
    case .files, .folder: "OpenFile"
    }
  }

  /// The options of that method.
  fileprivate var options: [String: OpaquePointer] {
    var options: [String: OpaquePointer] = [
      "modal": g_variant_new_boolean(1), "accept_label": g_variant_new_string(acceptLabel),
    ]
    if let path = folder.flatMap({ g_file_get_path($0.pointer) }) {
      options["current_folder"] = g_variant_new_bytestring(path)
      g_free(path)
    }
    switch purpose {
    case .newFile(let name, _): options["current_name"] = g_variant_new_string(name)
    case .files(let kind, let areSeveral):
      let filters = kind.filters.map { gtk_file_filter_to_gvariant($0.pointer) }
      options["filters"] = g_variant_new_array(nil, filters, gsize(filters.count))
      options["multiple"] = g_variant_new_boolean(areSeveral.gboolean)
    case .folder: options["directory"] = g_variant_new_boolean(1)
    }
    return options
  }

  /// The chosen file with its missing ending, and its name; nil if no ending is missing.
  fileprivate func withEnding(
    _ file: Ref<OpaquePointer>
  ) -> (name: String, file: Ref<OpaquePointer>)? {
    guard case .newFile(let proposed, let endings) = purpose, !endings.isEmpty,
      let ending = FileName.ending(of: proposed), let folder = self.folder(of: file),
      let name = g_file_get_basename(file.pointer).map({ String(adopting: $0) }),
      !endings.contains(FileName.ending(of: name) ?? "")
    else { return nil }
    let whole = "\(name).\(ending)"
    return (whole, Ref(adopting: g_file_get_child(folder.pointer, whole)!))
  }

  /// Whether a sandbox can access only this file, and none beside it.
  static func isLent(_ path: String) -> Bool {
    let own = "\(String(cString: g_get_user_runtime_dir()))/doc/"
    return path.hasPrefix("/run/flatpak/doc/") || path.hasPrefix(own)
  }

  /// The folder that the user has gone to; nil in a sandbox, which sees no folder of a lent file.
  fileprivate func folder(of chosen: Ref<OpaquePointer>) -> Ref<OpaquePointer>? {
    guard let path = g_file_get_path(chosen.pointer).map({ String(adopting: $0) }),
      !FileRequest.isLent(path)
    else { return nil }
    if case .folder = purpose { return chosen }
    return g_file_get_parent(chosen.pointer).map { Ref(adopting: $0) }
  }

  fileprivate mutating func propose(_ name: String, beside file: Ref<OpaquePointer>) {
    if case .newFile(_, let endings) = purpose { purpose = .newFile(name: name, endings: endings) }
    folder = g_file_get_parent(file.pointer).map { Ref(adopting: $0) }
  }
}
