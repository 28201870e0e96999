#pragma once

/* jpeglib.h uses FILE and size_t without including them. */
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>
