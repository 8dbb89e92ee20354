// Libraries that are loaded when they are needed first.
#ifndef CPEEL_LOADING_H
#define CPEEL_LOADING_H

#include <stddef.h>

#include "CPeelConfinement.h"

/// Loads the first library that is there. Its name's number depends on the system. Returns NULL if there is none.
void *cpeel_load(const char *const names[], size_t count);

/// Stores the address of a library's function in `pointer`, a pointer to such a function. Returns 0 if the library lacks it.
int cpeel_find(void *file, const char *name, void *pointer);

#endif
