#include "postgres_client.h"

#include <dlfcn.h>

int pq_load(const char *library, pq_functions *functions) {
  void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (opened == NULL) return 1;
#define PQ_LOOK_UP(name, result, parameters)                                                       \
  functions->name = (result(*) parameters)dlsym(opened, "PQ" #name);                               \
  if (functions->name == NULL) return 2;
  PQ_FUNCTIONS(PQ_LOOK_UP)
#undef PQ_LOOK_UP
  return 0;
}

void pq_drop_notice(void *context, const char *message) {
  (void)context;
  (void)message;
}
