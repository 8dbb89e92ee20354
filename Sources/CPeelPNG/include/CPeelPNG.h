// libpng, with a call that reads a picture row by row and one that writes it. libpng's simplified interface needs no longjmp,
// but it only gives whole pictures and can't set the compression. zlib is for the chunks that libpng doesn't handle.
#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

#include <png.h>
#include <zlib.h>

typedef void CPNGSink(void *context, const uint8_t *bytes, size_t count);

/// libpng's message for an error; "" if there was none.
typedef struct CPNGReport {
  char message[100];
} CPNGReport;

typedef struct CPNGWanted {
  /// The size that the header says, in pixels.
  int width, height;
  /// Whether rows have one sample per pixel; otherwise they are R, G, B.
  int is_grey;
  /// Bits per sample, 8 or 16. 16 needs a file with 16.
  int bits;
  /// Leaves out the chunks gAMA and cHRM, which a profile outdates.
  int ignores_gamma;
} CPNGWanted;

/// A picture that is read row by row. The file's bytes must outlive it.
typedef struct CPNGReading CPNGReading;

/// Begins to read. Returns NULL without enough memory, if the file can't be read, or if it isn't as wanted. 8-bit rows are
/// sRGB, as libpng's simplified interface gives them; 16-bit rows are as stored, in native byte order. Transparent pixels
/// are composited over white. All rows of an interlaced picture are held in memory.
CPNGReading *cpng_open(const uint8_t *bytes, size_t count, const CPNGWanted *wanted, CPNGReport *report);

/// Writes the next row to `row`. Returns 0 if it can't be read.
int cpng_read_row(CPNGReading *reading, void *row, CPNGReport *report);

void cpng_close(CPNGReading *reading);

/// Encodes rows of R, G, B with 8 or 16 bits per sample, without gaps, top row first. Passes the file to `sink` in pieces.
/// When it returns, it holds no memory. It never prints. Returns 0 without enough memory or for an impossible size.
int cpng_encode(const void *rows, int width, int height, int bits, CPNGSink *sink, void *context);

#endif
