import CAdwaita
import GLibBridge
import Widgets

/// The menu of the viewer: behind its button, and over the picture.
final class ViewerMenu {
  private let button: Widget
  private let picture: Widget
  /// The context menu over the picture, while it is open.
  private var contextMenu: Ref<Widget>?

  init(_ button: Widget, over picture: Widget) {
    (self.button, self.picture) = (button, picture)
    Menus.give("viewer", to: button)
    addContextMenu()
  }

  var isOpen: Bool {
    if contextMenu != nil { return true }
    return gtk_menu_button_get_popover(button.cast()).map { gtk_widget_get_visible($0.cast()) != 0 }
      ?? false
  }

  /// Opens the menu over the picture by the secondary button and a long press.
  private func addContextMenu() {
    let click = picture.addController(gtk_gesture_click_new(), button: GDK_BUTTON_SECONDARY)
    click.on("pressed") { [weak self] (_: Int32, x: Double, y: Double) in
      gtk_gesture_set_state(click.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      self?.popUp(at: (x, y))
    }
    let press = picture.addController(gtk_gesture_long_press_new())
    gtk_gesture_single_set_touch_only(press.cast(), 1)
    press.on("pressed") { [weak self] (x: Double, y: Double) in
      gtk_gesture_set_state(press.cast(), GTK_EVENT_SEQUENCE_CLAIMED)
      self?.popUp(at: (x, y))
    }
  }

  /// Opens the menu at a point of the picture, or in its centre.
  func popUp(at point: (x: Double, y: Double)? = nil) {
    guard contextMenu == nil else { return }
    // After the menu, keys apply to its picture.
    gtk_widget_grab_focus(picture)
    let x = point?.x ?? Double(gtk_widget_get_width(picture)) / 2
    let y = point?.y ?? Double(gtk_widget_get_height(picture)) / 2
    let popover = Menus.makePopover("viewer", over: picture, at: (x, y))
    popover.on("closed") { [weak self] in self?.contextMenu = nil }
    contextMenu = Ref(retaining: popover)
    // GTK adds the separators when idle (`gtk_menu_section_box_schedule_separator_sync` in
    // `gtkmenusectionbox.c`); shown before that, the menu would be placed too low.
    MainLoop.whenIdle { [weak self] in
      if let menu = self?.contextMenu { gtk_popover_popup(menu.pointer.cast()) }
    }
  }
}
