#pragma once
#include "../plain-flags.h"

/* Written against GLib 2.74 of Debian 12: what later versions deprecate is still what we call. */
#define GLIB_DISABLE_DEPRECATION_WARNINGS
/* GSettingsBackend's read function is the one way to see a stored value that the schema rejects. */
#define G_SETTINGS_ENABLE_BACKEND

#include <gio/gio.h>
#include <gio/gsettingsbackend.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <malloc.h>

/* libdispatch exports these two for CFRunLoop; its public headers do not declare them. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

/* glibc declares it for GNU's dialect of C alone. */
int memfd_create(const char *_Nonnull name, unsigned int flags);

/* GObject's type checks are macros, which Swift does not import. */
static inline gboolean vt_is_a(gpointer _Nullable instance, GType type) {
  return G_TYPE_CHECK_INSTANCE_TYPE(instance, type);
}
