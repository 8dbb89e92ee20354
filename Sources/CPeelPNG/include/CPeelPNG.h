// libpng. Swift reads 8-bit pictures with libpng's simplified interface, which needs no longjmp. That interface can't read
// 16-bit samples as stored (it makes them linear) and can't set the compression, so there is a call here for each. zlib is
// for the chunks that libpng doesn't handle.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

#include <png.h>
#include <zlib.h>

typedef void CPNGSink(void *context, const uint8_t *bytes, size_t count);

/// Reads a picture with 16 bits per sample into `samples`: width * height of grey, or three times as many of R, G, B, in
/// native byte order. Transparent pixels are composited over white. Returns 0 if the picture can't be read or has another
/// size.
int cpng_decode_deep(const uint8_t *bytes, size_t count, int width, int height, int is_grey, uint16_t *samples);

/// Encodes rows of R, G, B with 8 or 16 bits per sample, without gaps, top row first. Passes the file to `sink` in pieces.
/// When it returns, it holds no memory. It never prints. Returns 0 without enough memory or for an impossible size.
int cpng_encode(const void *rows, int width, int height, int bits, CPNGSink *sink, void *context);

#endif
