import CAdwaita
import CGLib
import GLibBridge

/// The widgets of a `.ui` resource.
///
/// A layout retains its widgets, so keep it as long as they are used. Exceptions are dialogs once
/// they are presented: an object attached to one must not retain its layout.
package final class Layout {
  private let builder: Ref<OpaquePointer>

  /// Loads a file of `data/ui`, by its name without extension.
  package convenience init(_ name: String) {
    let path = Layout.path(of: name)
    guard let bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, nil) else {
      preconditionFailure("no layout is called \(name)")
    }
    let text = Bytes(adopting: bytes).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    self.init(text: Dialog.newestNames(in: text))
  }

  init(text: String) { builder = Ref(adopting: gtk_builder_new_from_string(text, -1)!) }

  /// The resource of a file of `data/ui`, by its name without extension.
  package static func path(of name: String) -> String {
    let folder = g_application_get_resource_base_path(g_application_get_default())!
    return "\(String(cString: folder))/ui/\(name).ui"
  }

  package subscript(_ id: String) -> Widget {
    guard let object = gtk_builder_get_object(builder.pointer, id) else {
      preconditionFailure("no widget is called \(id)")
    }
    return object.cast()
  }
}
