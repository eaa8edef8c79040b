// PostgreSQL's client library, opened when it is first needed: a server that stands on SQLite needs none installed.
//
// The prototypes are those of libpq's stable interface (libpq.so.5), as its documentation has them, with the names that
// follow PQ. Enumerations are ints there, and so they are here.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/// A part of a connection string, as `PQconninfoParse` hands them over: an array that ends with a null keyword.
typedef struct {
  char *keyword;
  char *envvar;
  char *compiled;
  char *val;
  char *label;
  char *dispchar;
  int dispsize;
} pq_option;

/// What another session told all that listen: its member `next` is for the library alone.
typedef struct pq_notification {
  char *relname;
  int be_pid;
  char *extra;
  struct pq_notification *next;
} pq_notification;

typedef void (*pq_notice_processor)(void *context, const char *message);

#define PQ_FUNCTIONS(F)                                                                            \
  F(conninfoParse, pq_option *, (const char *text, char **error))                                  \
  F(conninfo, pq_option *, (PGconn *))                                                             \
  F(conninfoFree, void, (pq_option *))                                                             \
  F(freemem, void, (void *))                                                                       \
  F(connectdbParams, PGconn *,                                                                     \
    (const char *const *keywords, const char *const *values, int expandsName))                     \
  F(finish, void, (PGconn *))                                                                      \
  F(status, int, (const PGconn *))                                                                 \
  F(transactionStatus, int, (const PGconn *))                                                      \
  F(errorMessage, char *, (const PGconn *))                                                        \
  F(serverVersion, int, (const PGconn *))                                                          \
  F(backendPID, int, (const PGconn *))                                                             \
  F(socket, int, (const PGconn *))                                                                 \
  F(host, char *, (const PGconn *))                                                                \
  F(hostaddr, char *, (const PGconn *))                                                            \
  F(sslInUse, int, (PGconn *))                                                                     \
  F(connectionUsedPassword, int, (const PGconn *))                                                 \
  F(setNoticeProcessor, pq_notice_processor, (PGconn *, pq_notice_processor, void *context))       \
  F(setnonblocking, int, (PGconn *, int))                                                          \
  F(enterPipelineMode, int, (PGconn *))                                                            \
  F(pipelineSync, int, (PGconn *))                                                                 \
  F(flush, int, (PGconn *))                                                                        \
  F(consumeInput, int, (PGconn *))                                                                 \
  F(notifies, pq_notification *, (PGconn *))                                                       \
  F(isBusy, int, (PGconn *))                                                                       \
  F(setSingleRowMode, int, (PGconn *))                                                             \
  F(sendPrepare, int,                                                                              \
    (PGconn *, const char *name, const char *text, int count, const unsigned *types))              \
  F(sendQueryPrepared, int,                                                                        \
    (PGconn *, const char *name, int count, const char *const *values, const int *lengths,         \
     const int *formats, int resultFormat))                                                        \
  F(getResult, PGresult *, (PGconn *))                                                             \
  F(clear, void, (PGresult *))                                                                     \
  F(resultStatus, int, (const PGresult *))                                                         \
  F(resultErrorField, char *, (const PGresult *, int field))                                       \
  F(ntuples, int, (const PGresult *))                                                              \
  F(nfields, int, (const PGresult *))                                                              \
  F(ftype, unsigned, (const PGresult *, int column))                                               \
  F(getisnull, int, (const PGresult *, int row, int column))                                       \
  F(getlength, int, (const PGresult *, int row, int column))                                       \
  F(getvalue, char *, (const PGresult *, int row, int column))

/// The library's functions.
typedef struct {
#define PQ_MEMBER(name, result, parameters) result(*name) parameters;
  PQ_FUNCTIONS(PQ_MEMBER)
#undef PQ_MEMBER
} pq_functions;

/// Opens a library and looks its functions up. It stays open.
///
/// - Returns: 0; 1 where there is no such library; 2 where it lacks a function.
int pq_load(const char *library, pq_functions *functions);

/// Drops what a server says beside its answers: it may name tables and values.
void pq_drop_notice(void *context, const char *message);
