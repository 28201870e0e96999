#pragma once
#include "../plain-flags.h"

/* Written against GTK 4.8 and libadwaita 1.2 of Debian 12: what later versions deprecate is still
   what we call. */
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define ADW_DISABLE_DEPRECATION_WARNINGS

#include <adwaita.h>
