import CAdwaita
import CGLib
import GLibBridge

/// A pane beside its content; in a narrow window, a sheet below it, which can be swiped away since
/// libadwaita 1.6.
package final class SidePane {
  /// Called after the pane was shown or hidden; `hadFocus` tells whether the focus was in it.
  package var onToggle: (_ hadFocus: Bool) -> Void = { _ in }

  /// The button that shows and hides the pane.
  private let button: Widget
  /// The bottom sheet, or else the flap.
  private let widget: Widget
  private let flap: Widget
  private let pane: Ref<Widget>
  private let newer = hasNewerSymbol("adw_bottom_sheet_new") ? BottomSheet() : nil
  private let breakpoints: Breakpoints

  /// The height of a sheet before libadwaita 1.6, in pixels.
  private static let sheetHeight: Int32 = 240

  /// Takes over a flap, which is the content of another one, and a toggle button.
  package init(_ flap: Widget, in column: Widget, by button: Widget, breakpoints: Breakpoints) {
    (self.flap, self.button, self.breakpoints) = (flap, button, breakpoints)
    pane = Ref(retaining: adw_flap_get_flap(flap.cast()))
    widget = newer?.make() ?? flap
    pane.pointer.setAccessibleHidden(true)
    button.on("toggled") { [weak self] in self?.toggled() }
    flap.on("notify::reveal-progress") { [flap] in SidePane.layOutAround(flap) }
    guard let newer else {
      breakpoints.observe { [weak self] in self?.turn() }
      return
    }
    // Not modal, because the user looks at the content that the pane describes.
    widget.set("modal", to: false)
    let kept = Ref(retaining: flap)
    adw_flap_set_content(column.cast(), widget)
    newer.setContent(widget, kept.pointer)
    widget.on("notify::open") { [weak self] in
      // The user has closed the sheet.
      if let self, isSheet, newer.isOpen(widget) == 0 { isShown = false }
    }
    for property in ["open", "sheet-height"] {
      widget.on("notify::\(property)") { [weak self] in self?.leaveRoom() }
    }
    breakpoints.observe { [weak self] in self?.place() }
  }

  package var isShown: Bool {
    get { gtk_toggle_button_get_active(button.cast()) != 0 }
    set { gtk_toggle_button_set_active(button.cast(), newValue.gboolean) }
  }

  /// Whether the pane is shown over the content.
  package var coversContent: Bool {
    isShown && (isSheet || adw_flap_get_folded(flap.cast()) != 0)
  }

  private var isSheet: Bool { breakpoints.isNarrow }

  /// Lays out the parents of the flap again with it.
  ///
  /// A scrollbar that appears or disappears with the content's width requests a layout in the
  /// middle of the present one. GTK only notices that from a widget being laid out itself;
  /// otherwise this frame would miss it.
  private static func layOutAround(_ flap: Widget) {
    var outer = gtk_widget_get_parent(flap)
    while let widget = outer {
      gtk_widget_queue_allocate(widget)
      outer = gtk_widget_get_parent(widget)
    }
  }

  private func toggled() {
    let hadFocus = Focus.isIn(pane.pointer)
    reveal()
    pane.pointer.setAccessibleHidden(!isShown)
    onToggle(hadFocus)
  }

  private func reveal() {
    if isSheet, let newer {
      newer.setOpen(widget, isShown.gboolean)
    } else if canMove {
      adw_flap_set_reveal_flap(flap.cast(), isShown.gboolean)
    } else {
      atNextFrame(of: flap) { [weak self] in self?.reveal() }
    }
  }

  /// Whether the flap can be revealed; false on a page that is shown but has never been laid out.
  ///
  /// `AdwFlap` divides by its size at the last layout (`animate_reveal`). There was none, so its
  /// place in the next frame could be no number.
  private var canMove: Bool { gtk_widget_get_mapped(flap) == 0 || gtk_widget_get_width(flap) > 0 }

  /// Lets the flap come from the side or, as a sheet, from below; it covers the content if there is
  /// no room for both.
  private func turn() {
    let orientation = isSheet ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
    guard gtk_orientable_get_orientation(OpaquePointer(flap)) != orientation else { return }
    // Otherwise it would slide from one side to the other.
    if canMove { adw_flap_set_reveal_flap(flap.cast(), 0) }
    // The flap gives a sheet only the height that the content does not want, which is none.
    var width: Int32 = 0
    gtk_widget_get_size_request(pane.pointer, &width, nil)
    gtk_widget_set_size_request(pane.pointer, width, isSheet ? SidePane.sheetHeight : -1)
    gtk_orientable_set_orientation(OpaquePointer(flap), orientation)
    if let line = adw_flap_get_separator(flap.cast()) {
      gtk_orientable_set_orientation(
        OpaquePointer(line),
        isSheet ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
    }
    reveal()
  }

  /// Keeps the content above the sheet if both have room.
  private func leaveRoom() {
    guard let newer else { return }
    let isRoomy = isSheet && !breakpoints.isLow && newer.isOpen(widget) != 0
    gtk_widget_set_margin_bottom(flap, isRoomy ? newer.sheetHeight(widget) : 0)
  }

  /// Moves the pane to its place in the available room.
  private func place() {
    guard let newer else { return }
    if breakpoints.isNarrow {
      adw_flap_set_reveal_flap(flap.cast(), 0)
      adw_flap_set_flap(flap.cast(), nil)
      newer.setSheet(widget, pane.pointer)
    } else {
      newer.setOpen(widget, 0)
      newer.setSheet(widget, nil)
      adw_flap_set_flap(flap.cast(), pane.pointer)
    }
    reveal()
    leaveRoom()
  }
}

/// The functions of `AdwBottomSheet`.
private struct BottomSheet {
  let make: @convention(c) () -> Widget = newerSymbol("adw_bottom_sheet_new")!
  let setContent: @convention(c) (Widget, Widget) -> Void = newerSymbol(
    "adw_bottom_sheet_set_content")!
  let setSheet: @convention(c) (Widget, Widget?) -> Void = newerSymbol(
    "adw_bottom_sheet_set_sheet")!
  let setOpen: @convention(c) (Widget, gboolean) -> Void = newerSymbol("adw_bottom_sheet_set_open")!
  let isOpen: @convention(c) (Widget) -> gboolean = newerSymbol("adw_bottom_sheet_get_open")!
  let sheetHeight: @convention(c) (Widget) -> Int32 = newerSymbol(
    "adw_bottom_sheet_get_sheet_height")!
}
