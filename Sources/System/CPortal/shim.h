#pragma once

/* As in CAdwaita: both see GTK's headers, and have to see them alike. */
#define GDK_DISABLE_DEPRECATION_WARNINGS

#include <libportal-gtk4/portal-gtk4.h>
#include <libportal/portal.h>
