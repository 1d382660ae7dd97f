// SQLite, with the bindings whose destructor is a cast macro.
#pragma once
#include <sqlite3.h>

static inline int talaria_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int length) {
    return sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}
// An empty value is an empty blob, not NULL.
static inline int talaria_sqlite_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int length) {
    return length == 0 ? sqlite3_bind_zeroblob(statement, place, 0)
                       : sqlite3_bind_blob(statement, place, bytes, length, SQLITE_TRANSIENT);
}
