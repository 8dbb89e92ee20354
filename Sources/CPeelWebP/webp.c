#include "CPeelLoading.h"
#include "CPeelWebP.h"

#include <stdlib.h>

// The libwebp functions in use. All are in versions 0.5 and later.
#define FUNCTIONS(each) \
  each(WebPGetInfo, int, (const uint8_t *, size_t, int *, int *)) \
  each(WebPDecodeRGBAInto, uint8_t *, (const uint8_t *, size_t, uint8_t *, size_t, int)) \
  each(WebPEncodeRGB, size_t, (const uint8_t *, int, int, int, float, uint8_t **)) \
  each(WebPFree, void, (void *))

CPEEL_LIBRARY(FUNCTIONS, "libwebp.so.7", "libwebp.so.6", "libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib")

// What the child does. The bytes are its parent's.

/// What is sent before the samples.
typedef struct Size {
  int width, height;
} Size;

static void serve(int channel, void *context) {
  CPeelInput input = *(CPeelInput *)context;
  Size size = {0, 0};
  if (!library.WebPGetInfo(input.bytes, input.count, &size.width, &size.height)) size = (Size){0, 0};
  char go;
  if (!cpeel_send(channel, &size, sizeof size) || !cpeel_receive(channel, &go, 1)) return;
  size_t row = 4 * (size_t)size.width, count = row * (size_t)size.height;
  uint8_t *pixels = malloc(count);
  CWebPOutcome outcome = pixels == NULL ? CWebPOutOfMemory : CWebPFailed;
  // Refuses pictures that don't fit.
  if (pixels != NULL && library.WebPDecodeRGBAInto(input.bytes, input.count, pixels, count, (int)row) != NULL)
    outcome = CWebPDone;
  if (cpeel_send(channel, &outcome, sizeof outcome) && outcome == CWebPDone) cpeel_send(channel, pixels, count);
}

// What the parent does.

/// What the child may take to read a picture's size, besides the file's size.
static const size_t most_memory = (size_t)256 << 20;

CWebPOutcome cwebp_open(const uint8_t *bytes, size_t count, CPeelChild *child, int *width, int *height) {
  if (!can_load()) return CWebPNoLibrary;
  CPeelInput input = {bytes, count};
  if (cpeel_start(child, count + most_memory, serve, &input) != 0) return CWebPOutOfMemory;
  Size size;
  if (!cpeel_receive(child->channel, &size, sizeof size)) return CWebPCrashed;
  *width = size.width;
  *height = size.height;
  return size.width > 0 ? CWebPDone : CWebPFailed;
}

CWebPOutcome cwebp_decode(CPeelChild *child, size_t memory) {
  CWebPOutcome outcome;
  cpeel_allow_memory(child, memory);
  if (!cpeel_send(child->channel, "", 1) || !cpeel_receive(child->channel, &outcome, sizeof outcome)) return CWebPCrashed;
  return outcome;
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
