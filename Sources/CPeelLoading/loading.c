#include "CPeelLoading.h"

#include <dlfcn.h>
#include <string.h>

void *cpeel_load(const char *const names[], size_t count) {
  void *file = NULL;
  for (size_t i = 0; file == NULL && i < count; i++) file = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  return file;
}

int cpeel_find(void *file, const char *name, void *pointer) {
  void *symbol = dlsym(file, name);
  // ISO C can't convert an object pointer to a function pointer. POSIX guarantees that their bytes are the same.
  memcpy(pointer, &symbol, sizeof symbol);
  return symbol != NULL;
}
