// libwebp in three calls: open, decode, encode. Files are decoded in a child process, whose end is an outcome. The library is
// loaded when the first WebP file is read or written, and it need not be installed before. Its functions are declared here, so
// that its headers aren't needed either.
#ifndef CWEBP_H
#define CWEBP_H

#include <stddef.h>
#include <stdint.h>

#include "CPeelConfinement.h"

typedef enum CWebPOutcome {
  CWebPDone,
  /// libwebp isn't installed.
  CWebPNoLibrary,
  /// The data is damaged or ends too soon, or the picture can't be encoded.
  CWebPFailed,
  CWebPOutOfMemory,
  /// libwebp crashed, or took too long.
  CWebPCrashed,
} CWebPOutcome;

/// Reads the size in pixels in a new child process. The caller ends the child, whatever the outcome.
CWebPOutcome cwebp_open(const uint8_t *bytes, size_t count, CPeelChild *child, int *width, int *height);

/// Decodes to R, G, B and alpha, which isn't multiplied, with so many bytes of memory more. The pixels are received next.
CWebPOutcome cwebp_decode(CPeelChild *child, size_t memory);

/// Encodes R, G and B at a quality from 0 to 100, and passes the file to `collect`.
CWebPOutcome cwebp_encode(
  const uint8_t *pixels, int width, int height, float quality,
  void (*collect)(void *context, const uint8_t *bytes, size_t count), void *context);

#endif
