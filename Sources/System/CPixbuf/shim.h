#pragma once
#include "../plain-flags.h"
#include <gdk-pixbuf/gdk-pixbuf.h>
