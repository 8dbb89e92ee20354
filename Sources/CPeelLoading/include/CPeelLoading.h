// Libraries that are loaded when they are needed first.
#ifndef CPEEL_LOADING_H
#define CPEEL_LOADING_H

#include <pthread.h>
#include <stddef.h>

#include "CPeelConfinement.h"

/// Loads the first library that is there. Its name's number depends on the system. Returns NULL if there is none.
void *cpeel_load(const char *const names[], size_t count);

/// Stores the address of a library's function in `pointer`, a pointer to such a function. Returns 0 if the library lacks it.
int cpeel_find(void *file, const char *name, void *pointer);

/// Defines `library`, a struct with a pointer to each function that `FUNCTIONS(each)` lists as `each(name, result,
/// arguments)`, and `can_load()`, which loads the first library with one of the names given when it is called first. It
/// returns 0 if none has all functions.
#define CPEEL_LIBRARY(FUNCTIONS, ...) \
  static struct { FUNCTIONS(CPEEL_POINTER) } library; \
  static int is_loaded; \
  static void load(void) { \
    static const char *const names[] = {__VA_ARGS__}; \
    void *file = cpeel_load(names, sizeof names / sizeof *names); \
    if (file == NULL) return; \
    is_loaded = 1; \
    FUNCTIONS(CPEEL_FIND) \
  } \
  static int can_load(void) { \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    pthread_once(&once, load); \
    return is_loaded; \
  }
#define CPEEL_POINTER(name, result, arguments) result (*name) arguments;
#define CPEEL_FIND(name, result, arguments) is_loaded &= cpeel_find(file, #name, &library.name);

#endif
