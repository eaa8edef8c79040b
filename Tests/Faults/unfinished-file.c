// Preloaded into grove: one call of write or close on an attachment's unfinished file fails. strace cannot choose it,
// because the file's name is made up in the moment and its number may have been a socket's.
//
// The file that GROVE_FAULT names says which: "CALL NUMBER ERRNO", for example "write 2 5": the second write from now on
// fails with EIO. When it has, the file says "made".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_unfinished(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  const char *name = strstr(path, "/attachments/unfinished-");
  return name && !strstr(name, "probe");
}

// The error that this call has to fail with, or 0.
static int fault(const char *call, int descriptor) {
  const char *order = getenv("GROVE_FAULT");
  char wanted[16];
  int number, error, failing = 0;
  if (!order || !is_unfinished(descriptor)) return 0;
  pthread_mutex_lock(&lock);
  FILE *file = fopen(order, "r");
  if (file) {
    int known = fscanf(file, "%15s %d %d", wanted, &number, &error);
    fclose(file);
    if (known == 3 && strcmp(wanted, call) == 0 && (file = fopen(order, "w"))) {
      if (number > 1) fprintf(file, "%s %d %d", call, number - 1, error);
      else { fprintf(file, "made"); failing = error; }
      fclose(file);
    }
  }
  pthread_mutex_unlock(&lock);
  return failing;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  int error = fault("write", descriptor);
  if (error) { errno = error; return -1; }
  return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(descriptor, bytes, count);
}

// Linux closes also where it says that something went wrong.
int close(int descriptor) {
  int error = fault("close", descriptor);
  int status = ((int (*)(int))dlsym(RTLD_NEXT, "close"))(descriptor);
  if (error) { errno = error; return -1; }
  return status;
}
