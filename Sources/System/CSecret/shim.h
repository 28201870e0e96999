#pragma once
#include "../plain-flags.h"
#include <libsecret/secret.h>
