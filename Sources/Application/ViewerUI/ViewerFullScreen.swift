import CAdwaita
import GLibBridge
import Widgets

/// Full screen: the picture alone, with controls that appear when the user does something.
final class ViewerFullScreen {
  /// Called when the window has left full screen.
  var onLeave: () -> Void = {}
  private let widget: Widget
  private let column: Widget
  private let header: Widget
  private let button: Widget
  private let controls: ViewerControls
  private let menu: ViewerMenu
  private var hiding: ScheduledCall?
  private var headerPointer = gtk_event_controller_motion_new()!
  private var position = (x: 0.0, y: 0.0)
  private var isFollowed = false
  /// Whether full screen was requested and has not begun: the window manager decides.
  private var isAwaited = false

  /// How long the controls stay after the last input, in milliseconds.
  private static let controlsTimeout: UInt32 = 2500
  /// The least pointer movement that counts, in logical pixels; smaller ones come from a shaking
  /// desk.
  private static let leastMovement = 4.0

  /// Makes the layout's column fill the screen; it is an AdwFlap whose flap is the header.
  init(_ layout: Layout, controls: ViewerControls, menu: ViewerMenu) {
    (widget, column) = (layout["page"], layout["column"])
    (header, button) = (layout["head"], layout["full-screen"])
    (self.controls, self.menu) = (controls, menu)
    button.on("clicked") { [weak self] in self?.toggle() }
    gtk_widget_add_controller(header, headerPointer)
    let motion = widget.addController(gtk_event_controller_motion_new())
    motion.on("motion") { [weak self] (x: Double, y: Double) in self?.moved(x, y) }
    let press = widget.addController(gtk_gesture_click_new(), capturing: true)
    press.on("pressed") { [weak self] in self?.showControls() }
    let keys = widget.addController(gtk_event_controller_key_new())
    keys.on("key-pressed") { [weak self] (key: UInt32) -> Bool in
      // The control that gets the focus must be visible.
      if [GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(bitPattern: key)) {
        self?.showControls()
      }
      return false
    }
    widget.on("map") { [weak self] in self?.followWindow() }
  }

  var isOn: Bool { widget.window.map { gtk_window_is_fullscreen($0) != 0 } ?? false }

  func toggle() { isOn ? leave() : enter() }

  func enter() {
    guard let window = widget.window else { return }
    isAwaited = true
    gtk_window_fullscreen(window)
  }

  func leave() {
    guard let window = widget.window, isOn || isAwaited else { return }
    isAwaited = false
    gtk_window_unfullscreen(window)
  }

  /// Shows the controls for a while.
  func showControls() {
    hiding?.cancel()
    show(true)
    guard isOn else { return }
    hiding = MainLoop.after(milliseconds: ViewerFullScreen.controlsTimeout) { [weak self] in
      self?.hideControls()
    }
  }

  private func followWindow() {
    guard !isFollowed, let window = widget.window else { return }
    isFollowed = true
    window.on("notify::fullscreened") { [weak self] in
      guard let self else { return }
      // The notification may be about an earlier request.
      if isOn { isAwaited = false } else if !isAwaited { onLeave() }
      update()
    }
    update()
  }

  private func update() {
    let isOn = isOn
    adw_flap_set_fold_policy(
      column.cast(), isOn ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER)
    gtk_button_set_icon_name(
      button.cast(), isOn ? "view-restore-symbolic" : "view-fullscreen-symbolic")
    let name = isOn ? tr("Leave Full Screen") : tr("Full Screen")
    gtk_widget_set_tooltip_text(button, name)
    button.setAccessibleName(name)
    showControls()
  }

  private func moved(_ x: Double, _ y: Double) {
    // GTK also reports motion when widgets move below the pointer.
    guard abs(x - position.x) + abs(y - position.y) > ViewerFullScreen.leastMovement else { return }
    position = (x, y)
    showControls()
  }

  private func hideControls() {
    guard isOn else { return }
    let isPointedAt = gtk_event_controller_motion_contains_pointer(headerPointer.cast()) != 0
    if isPointedAt || menu.isOpen { return showControls() }
    show(false)
  }

  private func show(_ isShown: Bool) {
    adw_flap_set_reveal_flap(column.cast(), isShown.gboolean)
    header.setAccessibleHidden(!isShown)
    gtk_widget_set_cursor_from_name(widget, isShown ? nil : "none")
    controls.coveredHeight = isOn && isShown ? gtk_widget_get_height(header) : 0
    controls.isShown = isShown
  }
}
