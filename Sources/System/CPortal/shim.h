#pragma once
#include "../plain-flags.h"

/* As in CAdwaita: both see GTK's headers, and have to see them alike. */
#define GDK_DISABLE_DEPRECATION_WARNINGS

#include <gtk/gtk.h>

/* How portals name windows is GDK's affair by platform, each behind macros of its own that Swift does
   not see. */
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

/** The number of a surface's window on X11; 0 for a surface of another kind. */
static inline unsigned long portal_x11_window(GdkSurface *surface) {
#ifdef GDK_WINDOWING_X11
  if (GDK_IS_X11_SURFACE(surface)) return gdk_x11_surface_get_xid(surface);
#endif
  return 0;
}

/** Tells the desktop of a surface on Wayland; `called` gets its name. FALSE where nothing comes. */
static inline gboolean portal_export_wayland(
    GdkSurface *surface, void (*called)(GdkToplevel *, const char *, gpointer), gpointer data) {
#ifdef GDK_WINDOWING_WAYLAND
  if (GDK_IS_WAYLAND_TOPLEVEL(surface))
    return gdk_wayland_toplevel_export_handle(GDK_TOPLEVEL(surface), called, data, NULL);
#endif
  return FALSE;
}

/** Takes back what the desktop was told. */
static inline void portal_unexport_wayland(GdkSurface *surface) {
#ifdef GDK_WINDOWING_WAYLAND
  if (GDK_IS_WAYLAND_TOPLEVEL(surface))
    gdk_wayland_toplevel_unexport_handle(GDK_TOPLEVEL(surface));
#endif
}
