#pragma once
#include "../plain-flags.h"
#include <pango/pangocairo.h>
