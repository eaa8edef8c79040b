#ifndef C_GROVE_BUILD_H
#define C_GROVE_BUILD_H

/// The commit that this program was built from, as `script/build` found it: twelve hex digits, with a `+` where
/// files had been changed since. "unknown" where the program was built without that script.
const char *grove_build_commit(void);

#endif
