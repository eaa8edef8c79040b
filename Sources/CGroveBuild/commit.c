#include "CGroveBuild.h"

const char *grove_build_commit(void) { return GROVE_COMMIT; }
