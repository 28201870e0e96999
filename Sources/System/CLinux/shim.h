#pragma once

/* The C library declares these only with _GNU_SOURCE, which Swift does not define. */
int syncfs(int descriptor);
int gettid(void);
