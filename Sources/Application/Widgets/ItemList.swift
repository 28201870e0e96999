import CAdwaita
import CGLib
import GLibBridge

/// Lists and grids of items that are one stop of Tab: the arrows go from item to item, and Tab only to
/// what is in the item that has the focus.
///
/// Those of GTK lead Tab through all their items, however many there are.
enum ItemList {
  /// Makes a list or a grid of a model's items, and takes over the references.
  static func make(
    of model: OpaquePointer, by factory: OpaquePointer, isGrid: Bool
  ) -> Widget {
    let list = makeObject(isGrid ? gridType : listType)
    if isGrid {
      gtk_grid_view_set_model(list, model)
      gtk_grid_view_set_factory(list, factory)
    } else {
      gtk_list_view_set_model(list, model)
      gtk_list_view_set_factory(list, factory)
    }
    for reference in [model, factory] { g_object_unref(reference.raw) }
    // Since GTK 4.12, Tab into a list would go to its first item, and so would the focus of an item
    // that is gone: the window looks for another one as Tab does.
    if list.has("tab-behavior") { list.set("tab-behavior", to: oneItem) }
    return list.widget
  }

  /// GTK_LIST_TAB_ITEM, which GTK 4.8 lacks.
  private static let oneItem: Int32 = 1

  private static let listType = register(
    gtk_list_view_get_type(), named: "VirtualTouristItemList")
  private static let gridType = register(
    gtk_grid_view_get_type(), named: "VirtualTouristItemGrid")

  private static func register(_ parent: GType, named name: String) -> GType {
    registerSubclass(of: parent, named: name) { widgetClass, _ in
      widgetClass!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus = moveFocus
    }
  }
}

/// Moves the focus into, within or out of a list.
private let moveFocus:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkDirectionType) -> gboolean = {
    list, direction in
    if direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD,
      let item = gtk_widget_get_focus_child(list)
    {
      return gtk_widget_child_focus(item, direction)
    }
    let ownClass = UnsafeMutableRawPointer(list!).load(as: GTypeInstance.self).g_class
    return g_type_class_peek_parent(ownClass)
      .assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus(list, direction)
  }
