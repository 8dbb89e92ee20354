// libpng's simplified interface, which needs no jumps, for reading; one call for writing, as that interface has no say
// in how hard a picture is packed; and the zlib below both for the chunks that libpng passes over.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

#include <png.h>
#include <zlib.h>

typedef void CPNGSink(void *context, const uint8_t *bytes, size_t count);

/// Writes rows of R, G, B without gaps between them, the first on top, and hands the file to `sink` in pieces. Owns no
/// memory when it returns and never prints. 0 when there is no memory, or no such picture can be written.
int cpng_encode(const uint8_t *rows, int width, int height, CPNGSink *sink, void *context);

#endif
