#include <sqlite3.h>

/// What can only be said before anything has used SQLite, and only from C: it is said before `main`.
///
/// SQLite counts the memory that it holds, and takes one lock of the whole process for each piece to do so. Nobody here
/// asks for the sum, and the writer and the readers would wait for each other; without it an envelope takes the relay
/// one or two microseconds of thirty less.
///
/// A savepoint keeps each page as it was before it was changed, to undo what one of the requests that are committed
/// together has done. Above 64 KiB SQLite keeps them in a file, which it makes anew for each transaction: of the 30 KB
/// that were written for a grant 17 were these, of the 12 for an envelope 6. A thousand envelopes change 8 MiB. What
/// changes more than 16 still has the file.
__attribute__((constructor)) static void choose_settings(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 16 << 20);
}
