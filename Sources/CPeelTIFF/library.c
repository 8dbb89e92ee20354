#include "library.h"
#include "CPeelTIFF.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct CTIFFLibrary ctiff_library;
static int is_loaded;

static void note(thandle_t client, const char *module, const char *format, va_list arguments) {
  (void)module;
  CTIFFReport *report = (CTIFFReport *)client;
  if (report != NULL) vsnprintf(report->message, sizeof report->message, format, arguments);
}

// The name's number depends on the system. The name without one comes with the headers.
static void load(void) {
  static const char *const names[] = {
    "libtiff.so.6", "libtiff.so.5", "libtiff.so", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib"};
  void *file = NULL;
  for (size_t i = 0; file == NULL && i < sizeof names / sizeof *names; i++) file = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (file == NULL) return;
  is_loaded = 1;
  void *symbol;
  // ISO C can't convert an object pointer to a function pointer. POSIX guarantees that their bytes are the same.
#define FIND(name) \
  symbol = dlsym(file, #name); \
  memcpy(&library.name, &symbol, sizeof symbol); \
  is_loaded &= symbol != NULL;
  FUNCTIONS(FIND)
  if (!is_loaded) return;
  library.TIFFSetErrorHandler(NULL);
  library.TIFFSetWarningHandler(NULL);
  library.TIFFSetErrorHandlerExt(note);
}

int ctiff_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}
