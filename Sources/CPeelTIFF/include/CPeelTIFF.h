// libtiff in few calls: open, decode, next, write. Files are decoded in a child process, whose end is an outcome. The library
// loads a dozen compression libraries. So it's loaded when the first TIFF file is read or written, and it need not be
// installed before. Its fields are read with variadic functions, which Swift can't call.
#ifndef CTIFF_H
#define CTIFF_H

#include <stddef.h>
#include <stdint.h>

#include "CPeelConfinement.h"

// Lets safe Swift code copy a structure that holds a pointer. Following the pointer remains unsafe.
#define CTIFF_SAFE __attribute__((swift_attr("safe")))

typedef enum CTIFFOutcome {
  CTIFFDone,
  /// libtiff isn't installed.
  CTIFFNoLibrary,
  /// The data ends before the picture does.
  CTIFFTruncated,
  /// The data can't be read; `message` says why.
  CTIFFCorrupt,
  /// A valid file of an unsupported kind; `message` names it.
  CTIFFUnsupported,
  CTIFFOutOfMemory,
  /// libtiff crashed, or took too long.
  CTIFFCrashed,
} CTIFFOutcome;

/// The error message, usually libtiff's; "" if there was none.
typedef struct CTIFFReport {
  char message[200];
} CTIFFReport;

typedef enum CTIFFColour {
  CTIFFGrey,
  /// 0 is white.
  CTIFFInvertedGrey,
  CTIFFRGB,
  CTIFFInks,
  /// CIE L*a*b* (TIFF 6.0, section 23): a* and b* are signed.
  CTIFFLab,
  /// CIE L*a*b* as in ICC profiles: a* and b* have an offset of 128, and L* of 16 bits reaches 0xFF00.
  CTIFFICCLab,
  /// Anything else: libtiff converts it to R, G, B and alpha with 8 bits each, premultiplied.
  CTIFFRendered,
} CTIFFColour;

typedef enum CTIFFAlpha { CTIFFOpaque, CTIFFMultiplied, CTIFFStraight } CTIFFAlpha;

typedef struct CTIFFHeader {
  uint32_t width, height;
  CTIFFColour colour;
  /// Bits per sample in memory, 8 or 16, and samples per pixel: the colours, and alpha if there is one.
  int bits, samples;
  /// The meaning of the sample after the colours.
  CTIFFAlpha alpha;
  /// The most memory that reading rows takes, in bytes, besides the file and the row.
  uint64_t memory;
  /// How often the file is open while rows are read. Each time, libtiff keeps the values of all tags.
  int openings;
  /// The EXIF orientation, 1 to 8.
  int orientation;
  /// Pixels per inch, or 0 if unknown.
  double resolution;
  /// The bytes of the ICC profile; 0 if there is none.
  size_t profile_size;
} CTIFFHeader;

/// Reads everything except the pixels of a file's first page in a new child process, which may take so many bytes of memory.
/// The caller ends the child, whatever the outcome.
CTIFFOutcome ctiff_open(
  const uint8_t *bytes, size_t count, size_t memory, CPeelChild *child, CTIFFHeader *header, CTIFFReport *report);

/// Has the pixels decoded. The profile is received next, if it is wanted. Returns 0 if the child has ended.
int ctiff_decode(const CPeelChild *child, int with_profile);

/// How many rows are received next, from top to bottom: each has width * samples samples with the header's number of bits,
/// pixel by pixel. The outcome is that of the row after them, if there is one. Not to be called again after a failure or
/// after the last row.
CTIFFOutcome ctiff_next(const CPeelChild *child, uint32_t *rows, CTIFFReport *report);

/// A picture of R, G and B to be written.
typedef struct CTIFF_SAFE CTIFFPicture {
  uint32_t width, height;
  /// Bits per sample, 8 or 16. Samples of 16 bits are in the machine's byte order.
  int bits;
  const void *samples;
  /// The file's byte order.
  int is_big_endian;
  /// Pixels per inch, or 0 if unknown.
  double resolution;
  /// The ICC profile and the XMP packet; their sizes are 0 if there is none.
  size_t profile_size, xmp_size;
  const uint8_t *profile, *xmp;
} CTIFFPicture;

typedef struct CTIFF_SAFE CTIFFFile {
  uint8_t *bytes;
  size_t count;
} CTIFFFile;

/// Writes a TIFF file of one page, in strips compressed by LZW. On success, the caller frees the file.
CTIFFOutcome ctiff_write(const CTIFFPicture *picture, CTIFFFile *file, CTIFFReport *report);

void ctiff_free(CTIFFFile *file);

#endif
