// What the disk allows a log of updates: the same rows as the collaboration server's log, written through SQLite's C
// interface by one thread that does nothing else, so many in each durable transaction.
//
//   commits FILE ROWS SECONDS
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *schema =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8192;"
    "CREATE TABLE logEntry (document BLOB NOT NULL, sequence INTEGER NOT NULL, kind TEXT NOT NULL, account TEXT NOT NULL,"
    "  at INTEGER NOT NULL, updateID BLOB, text TEXT, data BLOB) STRICT;"
    "CREATE UNIQUE INDEX logEntry_position ON logEntry (document, sequence);"
    "CREATE UNIQUE INDEX logEntry_update ON logEntry (document, updateID) WHERE updateID IS NOT NULL;";

static sqlite3 *db;

static void run(int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE) return;
  fprintf(stderr, "commits: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int rows = atoi(arguments[2]);
  double seconds = atof(arguments[3]);
  run(sqlite3_open(arguments[1], &db));
  run(sqlite3_exec(db, schema, NULL, NULL, NULL));
  sqlite3_stmt *insert;
  run(sqlite3_prepare_v2(
      db, "INSERT INTO logEntry (document, sequence, kind, account, at, updateID, data) VALUES (?, ?, 'edit', ?, ?, ?, ?)", -1,
      &insert, NULL));
  unsigned char document[16], update[16], data[100];
  memset(document, 7, sizeof document);
  long written = 0;
  double begin = now();
  while (now() - begin < seconds) {
    run(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL));
    for (int row = 0; row < rows; row++, written++) {
      document[0] = (unsigned char)(written % 64);
      sqlite3_randomness(sizeof update, update);
      sqlite3_randomness(sizeof data, data);
      sqlite3_bind_blob(insert, 1, document, sizeof document, SQLITE_STATIC);
      sqlite3_bind_int64(insert, 2, written / 64 + 1);
      sqlite3_bind_text(insert, 3, "u00@example.org", -1, SQLITE_STATIC);
      sqlite3_bind_int64(insert, 4, 1764238800000);
      sqlite3_bind_blob(insert, 5, update, sizeof update, SQLITE_STATIC);
      sqlite3_bind_blob(insert, 6, data, sizeof data, SQLITE_STATIC);
      run(sqlite3_step(insert));
      run(sqlite3_reset(insert));
    }
    run(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL));
  }
  printf("%.0f\n", (double)written / (now() - begin));
  return 0;
}
