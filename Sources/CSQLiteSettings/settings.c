#include <sqlite3.h>

/// What can only be said before anything has used SQLite, and only from C: it is said before `main`.
///
/// SQLite counts the memory that it holds, and takes one lock of the whole process for each piece to do so. Nobody here
/// asks for the sum, and the writer and the readers would wait for each other; without it an envelope takes the relay
/// one or two microseconds of thirty less.
__attribute__((constructor)) static void choose_settings(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
