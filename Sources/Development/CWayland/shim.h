#pragma once

#include <linux/input-event-codes.h>
#include <wayland-client.h>
#include <xkbcommon/xkbcommon.h>

/* Swift imports neither variadic functions, by which requests are made, nor pointers to constants,
   by which they are described. */

/* zwlr_virtual_pointer_v1, version 1. */
static const struct wl_message vt_pointer_requests[] = {
    {"motion", "uff", NULL},   {"motion_absolute", "uuuuu", NULL},
    {"button", "uuu", NULL},   {"axis", "uuf", NULL},
    {"frame", "", NULL},       {"axis_source", "u", NULL},
    {"axis_stop", "uu", NULL}, {"axis_discrete", "uufi", NULL},
    {"destroy", "", NULL},
};
static const struct wl_interface vt_pointer = {
    "zwlr_virtual_pointer_v1", 1, 9, vt_pointer_requests, 0, NULL};
static const struct wl_message vt_pointer_manager_requests[] = {
    {"create_virtual_pointer", "?on", NULL},
};
static const struct wl_interface vt_pointer_manager = {
    "zwlr_virtual_pointer_manager_v1", 1, 1, vt_pointer_manager_requests, 0, NULL};

/* zwp_virtual_keyboard_v1, version 1. */
static const struct wl_message vt_keyboard_requests[] = {
    {"keymap", "uhu", NULL},
    {"key", "uuu", NULL},
    {"modifiers", "uuuu", NULL},
    {"destroy", "", NULL},
};
static const struct wl_interface vt_keyboard = {
    "zwp_virtual_keyboard_v1", 1, 4, vt_keyboard_requests, 0, NULL};
static const struct wl_message vt_keyboard_manager_requests[] = {
    {"create_virtual_keyboard", "on", NULL},
};
static const struct wl_interface vt_keyboard_manager = {
    "zwp_virtual_keyboard_manager_v1", 1, 1, vt_keyboard_manager_requests, 0, NULL};

/** Makes the virtual pointer; NULL where the manager is missing. */
static inline struct wl_proxy *vt_make_pointer(struct wl_registry *registry, uint32_t manager) {
  struct wl_proxy *proxy = wl_registry_bind(registry, manager, &vt_pointer_manager, 1);
  return proxy ? wl_proxy_marshal_flags(proxy, 0, &vt_pointer, 1, 0, NULL, NULL) : NULL;
}

static inline void vt_move_pointer(
    struct wl_proxy *pointer, uint32_t time, uint32_t x, uint32_t y, uint32_t width,
    uint32_t height) {
  wl_proxy_marshal_flags(pointer, 1, NULL, 1, 0, time, x, y, width, height);
  wl_proxy_marshal_flags(pointer, 4, NULL, 1, 0);
}

static inline void vt_set_button(
    struct wl_proxy *pointer, uint32_t time, uint32_t button, uint32_t is_down) {
  wl_proxy_marshal_flags(pointer, 2, NULL, 1, 0, time, button, is_down);
  wl_proxy_marshal_flags(pointer, 4, NULL, 1, 0);
}

/** Turns the wheel by some clicks, each of a length in pixels. */
static inline void vt_turn_wheel(
    struct wl_proxy *pointer, uint32_t time, int32_t clicks, double length) {
  wl_proxy_marshal_flags(pointer, 5, NULL, 1, 0, WL_POINTER_AXIS_SOURCE_WHEEL);
  wl_proxy_marshal_flags(
      pointer, 7, NULL, 1, 0, time, WL_POINTER_AXIS_VERTICAL_SCROLL,
      wl_fixed_from_double(clicks * length), clicks);
  wl_proxy_marshal_flags(pointer, 4, NULL, 1, 0);
}

/** Makes a virtual keyboard with a keymap of some bytes in a file. */
static inline struct wl_proxy *vt_make_keyboard(
    struct wl_registry *registry, uint32_t manager, uint32_t seat, int32_t keymap,
    uint32_t bytes) {
  struct wl_proxy *proxy = wl_registry_bind(registry, manager, &vt_keyboard_manager, 1);
  if (proxy)
    proxy = wl_proxy_marshal_flags(
        proxy, 0, &vt_keyboard, 1, 0, wl_registry_bind(registry, seat, &wl_seat_interface, 1), NULL);
  if (proxy)
    wl_proxy_marshal_flags(
        proxy, 0, NULL, 1, 0, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, keymap, bytes);
  return proxy;
}

static inline void vt_set_key(
    struct wl_proxy *keyboard, uint32_t time, uint32_t key, uint32_t is_down) {
  wl_proxy_marshal_flags(keyboard, 1, NULL, 1, 0, time, key, is_down);
}

static inline void vt_set_modifiers(
    struct wl_proxy *keyboard, uint32_t down, uint32_t latched, uint32_t locked) {
  wl_proxy_marshal_flags(keyboard, 2, NULL, 1, 0, down, latched, locked, 0);
}
