import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// Shows and hides the panel about the place: beside the album, which is remembered, or over it in a
/// narrow window, for as long as the album is open.
final class AboutPane {
  /// What the page shows below its header.
  let widget: Widget
  /// Holds the album.
  let content: Widget
  /// Shows and hides the panel.
  let button: Widget
  /// Called when the panel goes that had the focus.
  var onLoseFocus: () -> Void = {}
  /// Called when the panel leaves the album another width.
  var onResize: () -> Void = {}

  private let layout = Layout("about-place")
  private let pane: SidePane
  private let panel: PlacePanel
  private let settings: Settings
  private let breakpoints: Breakpoints
  private var wasNarrow: Bool?
  /// Whether the panel is shown or hidden for another reason than the user's wish.
  private var isAdapting = false

  /// The panel's width with its border, in pixels.
  private static let paneWidth = 301

  init(settings: Settings, breakpoints: Breakpoints) {
    self.settings = settings
    self.breakpoints = breakpoints
    (widget, content) = (layout["column"], layout["content"])
    pane = SidePane(layout["pane"], in: widget, breakpoints: breakpoints)
    panel = PlacePanel(layout)
    button = gtk_toggle_button_new()!
    gtk_button_set_icon_name(button.cast(), "sidebar-show-right-symbolic")
    gtk_widget_set_tooltip_text(button, tr("About This Place"))
    button.setAccessibleName(tr("About This Place"))
    button.on("toggled") { [weak self] in self?.showPanel() }
    panel.close.on("clicked") { [weak self] in self?.setShown(false) }
    panel.widget.setAccessibleHidden(true)
    pane.onClose = { [weak self] in self?.setShown(false) }
    breakpoints.observe { [weak self] in self?.adapt() }
  }

  func show(_ pin: Pin, in session: Session) {
    panel.show(pin, in: session)
    showAsRemembered()
  }

  func clear() { panel.clear() }

  func toggle() { setShown(!isShown) }

  /// Whether the panel lies over the album.
  var coversAlbum: Bool { pane.coversContent }

  /// How much of the window's width the panel takes from the album, in pixels.
  var width: Int { isShown && !pane.coversContent ? AboutPane.paneWidth : 0 }

  private var isShown: Bool { gtk_toggle_button_get_active(button.cast()) != 0 }

  private func setShown(_ isShown: Bool) {
    gtk_toggle_button_set_active(button.cast(), isShown.gboolean)
  }

  private func showAsRemembered() {
    isAdapting = true
    setShown(settings.showsPlacePanel && !breakpoints.isNarrow)
    isAdapting = false
  }

  private func adapt() {
    guard wasNarrow != breakpoints.isNarrow else { return }
    wasNarrow = breakpoints.isNarrow
    showAsRemembered()
  }

  private func showPanel() {
    let hadFocus = Focus.isIn(panel.widget)
    pane.isShown = isShown
    panel.widget.setAccessibleHidden(!isShown)
    if !isAdapting, !breakpoints.isNarrow { settings.showsPlacePanel = isShown }
    onResize()
    if hadFocus, !isShown { onLoseFocus() }
  }
}
