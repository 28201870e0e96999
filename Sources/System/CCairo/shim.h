#pragma once
#include "../plain-flags.h"
#include <cairo-pdf.h>
#include <pango/pangocairo.h>
