// libwebp in three calls: the size of a picture, its pixels, and the bytes of a new one. The library is loaded when the first
// WebP file is read or written, and it need not be installed before. Its functions are declared here, so that its headers
// aren't needed either.
#ifndef CWEBP_H
#define CWEBP_H

#include <stddef.h>
#include <stdint.h>

typedef enum CWebPOutcome {
  CWebPDone,
  /// libwebp isn't installed.
  CWebPNoLibrary,
  /// The data is damaged or ends too soon, or the picture can't be encoded.
  CWebPFailed,
} CWebPOutcome;

/// Reads the size in pixels.
CWebPOutcome cwebp_size(const uint8_t *bytes, size_t count, int *width, int *height);

/// Decodes to R, G, B and alpha, which isn't multiplied. `pixels` has room for 4 * width * height bytes.
CWebPOutcome cwebp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels);

/// Encodes R, G and B at a quality from 0 to 100, and passes the file to `collect`.
CWebPOutcome cwebp_encode(
  const uint8_t *pixels, int width, int height, float quality,
  void (*collect)(void *context, const uint8_t *bytes, size_t count), void *context);

#endif
