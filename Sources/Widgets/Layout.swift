import CAdwaita
import CGLib
import GLibBridge

/// The widgets of a `.ui` resource.
///
/// A layout keeps its widgets alive, so keep it as long as they are used. Exceptions are windows,
/// which GTK keeps: an object attached to one must not keep its layout.
package final class Layout {
  private let builder: Ref<OpaquePointer>

  /// Loads a file of `data/ui`, by its name without extension.
  package init(_ name: String) {
    let folder = g_application_get_resource_base_path(g_application_get_default())!
    builder = Ref(
      adopting: gtk_builder_new_from_resource("\(String(cString: folder))/ui/\(name).ui")!)
  }

  package subscript(_ id: String) -> Widget {
    guard let object = gtk_builder_get_object(builder.pointer, id) else {
      preconditionFailure("no widget is called \(id)")
    }
    return object.cast()
  }
}

/// Makes the dialog of a layout, over a window.
package func makeDialog(_ name: String, over parent: Widget) -> Widget {
  let dialog = Layout(name)["dialog"]
  gtk_window_set_transient_for(dialog.cast(), parent.cast())
  return dialog
}
