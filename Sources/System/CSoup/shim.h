#pragma once
#include "../plain-flags.h"

#define SOUP_DISABLE_DEPRECATION_WARNINGS

#include <libsoup/soup.h>
