#include "library.h"
#include "CPeelLoading.h"
#include "CPeelTIFF.h"

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

// The name without a number comes with the headers.
static void load(void) {
  static const char *const names[] = {
    "libtiff.so.6", "libtiff.so.5", "libtiff.so", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib"};
  void *file = cpeel_load(names, sizeof names / sizeof *names);
  if (file == NULL) return;
  is_loaded = 1;
#define FIND(name) is_loaded &= cpeel_find(file, #name, &library.name);
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
