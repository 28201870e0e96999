package import CAdwaita
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

/// The menus of `menus.ui`.
package enum Menus {
  /// Returns a menu by its id; the application owns it.
  package static func model(_ name: String) -> UnsafeMutablePointer<GMenuModel> {
    let application = g_application_get_default()!
    return gtk_application_get_menu_by_id(application.cast(), name)!.cast()
  }

  /// Sets the menu of a menu button.
  package static func give(_ name: String, to button: Widget) {
    gtk_menu_button_set_menu_model(button.cast(), model(name))
    hideTooltip(during: gtk_menu_button_get_popover(button.cast())!.widget)
  }

  package static func open(_ name: String, over row: Widget) {
    detachPopovers(of: row)
    gtk_popover_popup(makePopover(name, over: row).cast())
  }

  /// Makes a menu over a widget, at a point of it or else below it; `gtk_popover_popup` opens it.
  package static func makePopover(
    _ name: String, over widget: Widget, at point: (x: Double, y: Double)? = nil
  ) -> Widget {
    let popover = gtk_popover_menu_new_from_model(model(name))!
    if let point {
      var spot = GdkRectangle(x: Int32(point.x), y: Int32(point.y), width: 1, height: 1)
      gtk_popover_set_pointing_to(popover.cast(), &spot)
    }
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    attachPopover(popover, to: widget)
    return popover
  }
}
