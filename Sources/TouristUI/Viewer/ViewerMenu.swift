import CAdwaita
import CGLib
import GLibBridge

/// What can be done with a photo, as its menu names it.
enum ViewerAction: String, CaseIterable {
  case saveAs = "save-as"
  case copy = "copy"
  case openWith = "open-with"
  case setBackground = "set-background"
  case showOnMap = "show-on-map"
  case remove = "remove"

  fileprivate var label: String {
    switch self {
    case .saveAs: tr("_Save As…")
    case .copy: tr("_Copy")
    case .openWith: tr("_Open With…")
    case .setBackground: tr("Set as _Background…")
    case .showOnMap: tr("Show on _Map")
    case .remove: tr("_Remove From Album")
    }
  }

  fileprivate var keys: String? {
    switch self {
    case .saveAs: "<Control>s"
    case .copy: "<Control>c"
    case .openWith: "<Control>o"
    case .setBackground: "<Control>F8"
    case .showOnMap: "<Control>m"
    case .remove: "Delete"
    }
  }
}

/// The menu of the viewer, and its actions.
final class ViewerMenu {
  let button: Widget
  /// Called when the user has chosen something.
  var onChoice: (ViewerAction) -> Void = { _ in }
  private var actions: [ViewerAction: Ref<OpaquePointer>] = [:]

  /// Makes the menu; its actions belong to `owner`.
  init(for owner: Widget) {
    button = gtk_menu_button_new()!
    gtk_menu_button_set_icon_name(button.cast(), "view-more-symbolic")
    gtk_widget_set_tooltip_text(button, tr("Photo Menu"))
    button.setAccessibleName(tr("Photo Menu"))
    gtk_menu_button_set_menu_model(button.cast(), ViewerMenu.makeModel())

    let group = g_simple_action_group_new()!
    for choice in ViewerAction.allCases {
      let action = Ref(adopting: g_simple_action_new(choice.rawValue, nil)!)
      action.pointer.on("activate") { [weak self] in self?.onChoice(choice) }
      g_action_map_add_action(group.cast(), action.pointer)
      actions[choice] = action
    }
    gtk_widget_insert_action_group(owner, "viewer", group.cast())
    g_object_unref(group.raw)
    owner.addController(ViewerMenu.makeShortcuts())
  }

  /// Tells whether the menu is open.
  var isOpen: Bool {
    gtk_menu_button_get_popover(button.cast()).map { gtk_widget_get_visible($0.cast()) != 0 }
      ?? false
  }

  /// Offers the actions that need a picture, or does not.
  func offer(hasPicture: Bool, hasPlace: Bool) {
    for (choice, action) in actions {
      let isOffered =
        switch choice {
        case .saveAs, .copy, .openWith, .setBackground: hasPicture
        case .showOnMap: hasPlace
        case .remove: true
        }
      g_simple_action_set_enabled(action.pointer, isOffered.gboolean)
    }
  }

  private static func makeModel() -> UnsafeMutablePointer<GMenuModel> {
    let menu = g_menu_new()!
    for section: [ViewerAction] in [
      [.saveAs, .copy, .openWith, .setBackground], [.showOnMap], [.remove],
    ] {
      let part = g_menu_new()!
      for choice in section {
        let item = g_menu_item_new(choice.label, "viewer.\(choice.rawValue)")!
        if let keys = choice.keys {
          g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(keys))
        }
        g_menu_append_item(part, item)
        g_object_unref(item.raw)
      }
      g_menu_append_section(menu, nil, part.cast())
      g_object_unref(part.raw)
    }
    return menu.cast()
  }

  private static func makeShortcuts() -> OpaquePointer {
    let shortcuts = gtk_shortcut_controller_new()!
    for choice in ViewerAction.allCases {
      guard let keys = choice.keys, let trigger = gtk_shortcut_trigger_parse_string(keys) else {
        continue
      }
      gtk_shortcut_controller_add_shortcut(
        shortcuts.cast(),
        gtk_shortcut_new(trigger, gtk_named_action_new("viewer.\(choice.rawValue)")))
    }
    return shortcuts.cast()
  }
}

extension ObjectPointer {
  fileprivate func addController(_ controller: OpaquePointer) {
    gtk_widget_add_controller(widget, controller.cast())
  }
}
