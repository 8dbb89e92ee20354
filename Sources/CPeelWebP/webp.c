#include "CPeelLoading.h"
#include "CPeelWebP.h"

#include <string.h>

// The libwebp functions in use. All are in versions 0.5 and later.
#define FUNCTIONS(each) \
  each(WebPGetInfo, int, (const uint8_t *, size_t, int *, int *)) \
  each(WebPDecodeRGBAInto, uint8_t *, (const uint8_t *, size_t, uint8_t *, size_t, int)) \
  each(WebPEncodeRGB, size_t, (const uint8_t *, int, int, int, float, uint8_t **)) \
  each(WebPFree, void, (void *))

CPEEL_LIBRARY(FUNCTIONS, "libwebp.so.7", "libwebp.so.6", "libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib")

CWebPOutcome cwebp_size(const uint8_t *bytes, size_t count, int *width, int *height) {
  *width = *height = 0;
  if (!can_load()) return CWebPNoLibrary;
  return library.WebPGetInfo(bytes, count, width, height) ? CWebPDone : CWebPFailed;
}

CWebPOutcome cwebp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels) {
  if (!can_load()) return CWebPNoLibrary;
  size_t size = 4 * (size_t)width * (size_t)height;
  // Refuses pictures that don't fit.
  return library.WebPDecodeRGBAInto(bytes, count, pixels, size, 4 * width) != NULL ? CWebPDone : CWebPFailed;
}

CWebPOutcome cwebp_encode(
  const uint8_t *pixels, int width, int height, float quality,
  void (*collect)(void *context, const uint8_t *bytes, size_t count), void *context
) {
  if (!can_load()) return CWebPNoLibrary;
  uint8_t *file = NULL;
  size_t count = library.WebPEncodeRGB(pixels, width, height, 3 * width, quality, &file);
  if (count > 0) collect(context, file, count);
  library.WebPFree(file);
  return count > 0 ? CWebPDone : CWebPFailed;
}
