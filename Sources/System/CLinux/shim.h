#pragma once

/* The C library declares it only with _GNU_SOURCE, which Swift does not define. */
int syncfs(int descriptor);
