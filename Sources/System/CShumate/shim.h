#pragma once
#include "../plain-flags.h"

/* As in CAdwaita: both see GTK's headers, and have to see them alike. */
#define GDK_DISABLE_DEPRECATION_WARNINGS

#include <shumate/shumate.h>
