import AlbumExport
import CAdwaita
import CGLib
import GLibBridge
import MapWidget
import TouristSession
package import TravelModel
package import Widgets

/// The menu of a place on the map, or of a pin, opened by the secondary button or a key.
package final class PlaceMenu {
  private(set) var isOpen = false

  private unowned let page: MapPage
  private let actions = Ref(adopting: g_simple_action_group_new()!)
  /// The side of a code's square, in pixels: the whole fits a narrow window.
  private static let codeScale = 6
  /// The place of the open menu, and its pin, if any.
  private var place: Coordinate?
  private var pin: Pin?

  private var map: Widget { page.map }
  private var camera: MapCamera { page.camera }
  private var session: Session { page.session }
  private var pins: PinLayer { page.pinLayer }

  init(_ page: MapPage) {
    self.page = page
    addActions()
    let click = map.addController(
      gtk_gesture_click_new(), button: GDK_BUTTON_SECONDARY, capturing: true)
    click.on("pressed") { [weak self] (_: Int32, x: Double, y: Double) in
      gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
      self?.endPress(x: x, y: y)
      self?.open(x: x, y: y)
    }
    map.addKeys(capturing: true) { [weak self] (_: PlaceKey) in
      guard let self, !Focus.isInPopover(of: map) else { return false }
      openByKey()
      return true
    }
  }

  /// Ends the press that opened the menu: the menu gets its release, and the pressed widget would
  /// look pressed for good.
  private func endPress(x: Double, y: Double) {
    var pressed = gtk_widget_pick(map, x, y, GTK_PICK_DEFAULT)
    while let widget = pressed {
      gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_ACTIVE)
      pressed = gtk_widget_get_parent(widget)
    }
  }

  private func open(x: Double, y: Double) {
    let marker = pins.marker(x: x, y: y)
    if let marker, pins.showGroup(at: marker) { return }
    pin = marker.flatMap { pins.pin(of: $0) }
    guard let place = pin?.coordinate ?? camera.projection.place(x: x, y: y) else { return }
    open(at: place, x: x, y: y)
  }

  /// Opens the menu at the focused pin, or in the middle of the map.
  private func openByKey() {
    if let marker = pins.focusedMarker() {
      if pins.showGroup(at: marker) { return }
      // GTK gives the focus to what the menu is over when it is closed.
      if let pin = pins.pin(of: marker) { return open(for: pin, over: marker.button.pointer) }
    }
    pin = nil
    open(at: camera.view.center, x: camera.size.width / 2, y: camera.size.height / 2)
  }

  /// Opens the menu of a pin over a widget that `addActions` has prepared, or a child of one.
  package func open(for pin: Pin, over widget: Widget) {
    self.pin = pin
    open(
      at: pin.coordinate, over: widget, x: Double(gtk_widget_get_width(widget)) / 2,
      y: Double(gtk_widget_get_height(widget)))
  }

  private func open(at place: Coordinate, over other: Widget? = nil, x: Double, y: Double) {
    let widget = other ?? map
    detachPopovers(of: widget)
    self.place = place
    actions.pointer.enableActions(["stand-here": page.offersStreets()])
    let popover = Menus.makePopover(pin == nil ? "place" : "pin", over: widget, at: (x, y))
    popover.on("map") { [weak self] in
      self?.isOpen = true
      gtk_widget_trigger_tooltip_query(popover)
    }
    popover.on("unmap") { [weak self] in self?.isOpen = false }
    gtk_popover_popup(popover.cast())
  }
}

extension PlaceMenu {
  /// Lets the menu open over a widget, the map or a list.
  package func addActions(to widget: Widget) {
    gtk_widget_insert_action_group(widget, "place", actions.pointer.cast())
  }

  private func addActions() {
    add("drop-pin") { menu, place in menu.session.dropPin(at: place) }
    addForPin("open") { menu, pin in menu.map.ask(.openAlbum(pin.id)) }
    addForPin("details") { menu, pin in
      PinDetailsDialog.show(of: pin, in: menu.session, over: menu.map)
    }
    addForPin("move") { menu, pin in menu.page.pinMove.begin(pin) }
    addForPin("add-to-trip") { menu, pin in
      TripDialog.show(through: [pin.id], in: menu.session, over: menu.map)
    }
    add("stand-here") { menu, place in menu.map.ask(.standAt(place, menu.pin?.id)) }
    add("copy-coordinates") { menu, place in menu.copy(place.decimal) }
    add("copy-link") { menu, place in menu.copy(place.link) }
    add("show-code") { menu, place in menu.showCode(of: place) }
    add("open-elsewhere") { menu, place in menu.map.ask(.openElsewhere(place)) }
    addForPin("remove") { menu, pin in
      menu.map.changeLibrary { [session = menu.session] in try await session.remove([pin.id]) }
    }
  }

  private func add(_ name: String, _ perform: @escaping (PlaceMenu, Coordinate) -> Void) {
    actions.pointer.addAction(name) { [weak self] in
      if let self, let place { perform(self, place) }
    }
  }

  /// Adds an action that gets the menu's pin in its current state.
  private func addForPin(_ name: String, _ perform: @escaping (PlaceMenu, Pin) -> Void) {
    add(name) { menu, _ in
      if let pin = menu.pin { perform(menu, menu.session.map.pins[pin.id] ?? pin) }
    }
  }

  /// Shows the code that opens a place on a phone, and its link.
  private func showCode(of place: Coordinate) {
    let layout = Layout("place-code")
    gtk_label_set_label(layout["link"].cast(), place.webAddress)
    if let texture = PlaceCode(of: place)?.image(scale: PlaceMenu.codeScale)?.texture {
      withExtendedLifetime(texture) {
        gtk_picture_set_paintable(layout["code"].cast(), texture.pointer)
      }
    }
    Task {
      if await Dialog.answer(to: layout, over: map) == "copy" { copy(place.webAddress) }
    }
  }

  private func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(map), text)
  }
}
