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

/* What the system said when a database's log or file could not be written, or read, last: of the end of
   a transaction, sqlite3_system_errno does not tell it. */
static inline int vt_last_system_error(sqlite3 *_Nonnull db) {
  sqlite3_file *log = 0;
  int error = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods && log->pMethods->xFileControl)
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
  if (!error) sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  return error ? error : sqlite3_system_errno(db);
}
