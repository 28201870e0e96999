#pragma once

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. */
static inline int vt_bind_text(sqlite3_stmt *_Nonnull statement, int index,
                               const char *_Nonnull text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

/* sqlite3_db_config is variadic, which Swift does not import. */
static inline void vt_leave_log_on_close(sqlite3 *_Nonnull db, int leave) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave, (int *)0);
}
