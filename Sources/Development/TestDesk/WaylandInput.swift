import CGLib
import CWayland
import Foundation

/// A virtual pointer and keyboard, by a compositor's protocols for these.
final class WaylandInput {
  private let display: OpaquePointer
  private let pointer: OpaquePointer
  private let keyboard: OpaquePointer
  private let size: (width: UInt32, height: UInt32)
  private var position: (x: UInt32, y: UInt32) = (0, 0)
  private let keymap: OpaquePointer
  /// The state of the modifiers after the keys pressed so far.
  private let modifiers: OpaquePointer

  /// Makes the devices; nil if there is no compositor.
  init?(display name: String, width: Int, height: Int) throws {
    guard let display = wl_display_connect(name) else { return nil }
    self.display = display
    size = (UInt32(width), UInt32(height))
    let (registry, offers) = WaylandInput.offers(of: display)
    keymap = try WaylandInput.makeKeymap()
    modifiers = xkb_state_new(keymap)
    let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1)!
    defer { free(text) }
    let bytes = strlen(text) + 1
    let file = memfd_create("keymap", 0)
    defer { Glibc.close(file) }
    guard write(file, text, bytes) == bytes,
      let seat = offers["wl_seat"], let pointers = offers["zwlr_virtual_pointer_manager_v1"],
      let keyboards = offers["zwp_virtual_keyboard_manager_v1"],
      let pointer = vt_make_pointer(registry, pointers),
      let keyboard = vt_make_keyboard(registry, keyboards, seat, file, UInt32(bytes))
    else { throw DeskError("the compositor takes no input: it offers \(offers.keys.sorted())") }
    (self.pointer, self.keyboard) = (pointer, keyboard)
    wl_display_roundtrip(display)
  }

  func close() {
    xkb_state_unref(modifiers)
    xkb_keymap_unref(keymap)
    wl_display_disconnect(display)
  }

  func movePointer(x: Double, y: Double) {
    let place = (x: UInt32(max(0, x.rounded())), y: UInt32(max(0, y.rounded())))
    // A compositor, unlike X, does not report a motion to the same position.
    if place == position { move(to: (place.x + 1, place.y)) }
    move(to: place)
    wl_display_roundtrip(display)
  }

  private func move(to place: (x: UInt32, y: UInt32)) {
    position = place
    vt_move_pointer(pointer, time, place.x, place.y, size.width, size.height)
  }

  /// Presses or releases a button by its number in X; 4 and 5 turn the wheel.
  func setButton(_ button: UInt32, isDown: Bool) {
    let codes: [UInt32: Int32] = [1: BTN_LEFT, 2: BTN_MIDDLE, 3: BTN_RIGHT, 8: BTN_SIDE]
    let clickLength = 15.0  // what compositors count for a click of a wheel
    if let code = codes[button] {
      vt_set_button(pointer, time, UInt32(code), isDown ? 1 : 0)
    } else if isDown {
      vt_turn_wheel(pointer, time, button == 4 ? -1 : 1, clickLength)
    }
    wl_display_roundtrip(display)
  }

  func setKey(_ symbol: UInt32, isDown: Bool) {
    guard let code = code(of: symbol) else { return }
    // The kernel's key codes are 8 less than those of X.
    vt_set_key(keyboard, time, code - 8, isDown ? 1 : 0)
    if xkb_state_update_key(modifiers, code, isDown ? XKB_KEY_DOWN : XKB_KEY_UP).rawValue != 0 {
      vt_set_modifiers(
        keyboard, xkb_state_serialize_mods(modifiers, XKB_STATE_MODS_DEPRESSED),
        xkb_state_serialize_mods(modifiers, XKB_STATE_MODS_LATCHED),
        xkb_state_serialize_mods(modifiers, XKB_STATE_MODS_LOCKED))
    }
    wl_display_roundtrip(display)
  }

  /// The key with a symbol, perhaps together with Shift.
  private func code(of symbol: UInt32) -> UInt32? {
    for level: UInt32 in [0, 1] {
      for code in xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap) {
        var symbols: UnsafePointer<UInt32>?
        let count = xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols)
        if count == 1, symbols?.pointee == symbol { return code }
      }
    }
    return nil
  }

  /// The time of events, in milliseconds.
  private var time: UInt32 { UInt32(truncatingIfNeeded: g_get_monotonic_time() / 1000) }

  private static func makeKeymap() throws -> OpaquePointer {
    let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
    defer { xkb_context_unref(context) }
    // Without names, the defaults make an American keyboard.
    guard let keymap = xkb_keymap_new_from_names(context, nil, XKB_KEYMAP_COMPILE_NO_FLAGS) else {
      throw DeskError("there is no keymap")
    }
    return keymap
  }

  /// The registry of the compositor's global objects, and the number of each by its interface.
  private static func offers(of display: OpaquePointer) -> (OpaquePointer?, [String: UInt32]) {
    final class Offers { var numbers: [String: UInt32] = [:] }
    let offers = Offers()
    let registry = wl_display_get_registry(display)
    var listener = wl_registry_listener(
      global: { data, _, number, interface, _ in
        let offers = Unmanaged<Offers>.fromOpaque(data!).takeUnretainedValue()
        offers.numbers[String(cString: interface!)] = number
      }, global_remove: { _, _, _ in })
    withUnsafePointer(to: &listener) {
      _ = wl_registry_add_listener(registry, $0, Unmanaged.passUnretained(offers).toOpaque())
      wl_display_roundtrip(display)
    }
    return (registry, offers.numbers)
  }
}
