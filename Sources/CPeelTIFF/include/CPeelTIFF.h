// libtiff in few calls: open, decode, close. It brings a dozen compressors with it, so it is loaded when the first TIFF
// photo comes, and need not be there before. Its fields are read by functions with variable arguments, which Swift cannot
// call.
#ifndef CTIFF_H
#define CTIFF_H

#include <stddef.h>
#include <stdint.h>

// A structure that Swift may pass around although it holds a pointer; looking through that is another thing.
#define CTIFF_SAFE __attribute__((swift_attr("safe")))

typedef enum CTIFFOutcome {
  CTIFFDone,
  /// libtiff is not installed.
  CTIFFNoLibrary,
  /// The data ends before the picture does.
  CTIFFTruncated,
  /// The data cannot be read; `message` says why.
  CTIFFCorrupt,
  /// Fine in itself, but of a kind that is not read; `message` names it.
  CTIFFUnsupported,
  CTIFFOutOfMemory,
} CTIFFOutcome;

/// What was wrong, in libtiff's words as a rule; "" when all was well.
typedef struct CTIFFReport {
  char message[200];
} CTIFFReport;

typedef enum CTIFFColour {
  CTIFFGrey,
  /// 0 is white.
  CTIFFInvertedGrey,
  CTIFFRGB,
  CTIFFInks,
  /// All else: libtiff makes R, G, B and alpha of it, 8 bits each, alpha laid over black.
  CTIFFRendered,
} CTIFFColour;

typedef enum CTIFFAlpha { CTIFFOpaque, CTIFFMultiplied, CTIFFStraight } CTIFFAlpha;

typedef struct CTIFF_SAFE CTIFFHeader {
  uint32_t width, height;
  CTIFFColour colour;
  /// Bits of a sample in memory, 8 or 16, and samples of a pixel.
  int bits, samples;
  /// What the sample after the colours is.
  CTIFFAlpha alpha;
  /// As EXIF numbers it.
  int orientation;
  /// To an inch, or 0.
  double resolution;
  int has_more_pages;
  size_t profile_size;
  const uint8_t *profile;
} CTIFFHeader;

/// A file's first page. The file's bytes must outlive it, as it the header's profile.
typedef struct CTIFFPage CTIFFPage;

/// Reads what comes before the pixels. `page` is to be closed when this was done.
CTIFFOutcome ctiff_open(
  const uint8_t *bytes, size_t count, CTIFFPage **page, CTIFFHeader *header, CTIFFReport *report);

/// Fills width * height * samples samples of the header's bits, pixel by pixel, the first row on top.
CTIFFOutcome ctiff_decode(CTIFFPage *page, void *samples, CTIFFReport *report);

void ctiff_close(CTIFFPage *page);

#endif
