import CAdwaita
import CGLib
import GLibBridge

/// Widgets as a file among the program's resources describes them.
///
/// It owns what it describes: who goes on using a widget that is no window keeps it, and a window's
/// companion does not keep its layout.
package final class Layout {
  private let builder: Ref<OpaquePointer>

  /// Makes the widgets of a file of `data/ui`, by its name without the ending.
  package init(_ name: String) {
    let folder = g_application_get_resource_base_path(g_application_get_default())!
    builder = Ref(
      adopting: gtk_builder_new_from_resource("\(String(cString: folder))/ui/\(name).ui")!)
  }

  /// The widget of an id.
  package subscript(_ id: String) -> Widget {
    guard let object = gtk_builder_get_object(builder.pointer, id) else {
      preconditionFailure("no widget is called \(id)")
    }
    return object.cast()
  }
}

/// Makes a dialog as a file describes it, over a window.
package func makeDialog(_ name: String, over parent: Widget) -> Widget {
  let dialog = Layout(name)["dialog"]
  gtk_window_set_transient_for(dialog.cast(), parent.cast())
  return dialog
}
