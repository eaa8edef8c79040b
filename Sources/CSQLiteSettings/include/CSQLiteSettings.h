// Nothing to call: linking it in is what it does (settings.c).
