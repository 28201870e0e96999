#pragma once

#define SOUP_DISABLE_DEPRECATION_WARNINGS

#include <libsoup/soup.h>
