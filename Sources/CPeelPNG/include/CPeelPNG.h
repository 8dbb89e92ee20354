// libpng's simplified interface, which needs no jumps, for reading; one call for reading 16 bits, which that interface
// makes linear light of; one for writing, as it has no say in how hard a picture is packed; and the zlib below both for
// the chunks that libpng passes over.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

#include <png.h>
#include <zlib.h>

typedef void CPNGSink(void *context, const uint8_t *bytes, size_t count);

/// Reads a picture of 16 bits a sample, with what is transparent laid over white, into width * height samples of grey or
/// three times as many of R, G, B, in this machine's byte order. The picture's size must be that. 0 when it cannot be read.
int cpng_decode_deep(const uint8_t *bytes, size_t count, int width, int height, int is_grey, uint16_t *samples);

/// Writes rows of R, G, B, of 8 or 16 bits each, without gaps between them, the first on top, and hands the file to `sink` in pieces. Owns no
/// memory when it returns and never prints. 0 when there is no memory, or no such picture can be written.
int cpng_encode(const void *rows, int width, int height, int bits, CPNGSink *sink, void *context);

#endif
