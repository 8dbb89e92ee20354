// libjpeg-turbo in three calls: look at a header, decode to planes, encode. Each call is complete in itself: it owns no
// memory when it returns, never prints and never exits. libjpeg reports errors by a jump out of its depths, which Swift
// must not see; the jump is caught inside each call.
#ifndef CJPEG_H
#define CJPEG_H

#include <stddef.h>
#include <stdint.h>

typedef enum CJPEGOutcome {
  CJPEGDone,
  /// The data ends before the picture does; `rows_read` says where, unless the picture comes in several scans.
  CJPEGTruncated,
  /// The data cannot be read as a JPEG; `message` says why.
  CJPEGCorrupt,
  /// A progressive picture has more scans than allowed.
  CJPEGTooManyScans,
  CJPEGOutOfMemory,
} CJPEGOutcome;

typedef enum CJPEGColour {
  CJPEGColourOther,
  CJPEGColourGrey,
  CJPEGColourYCC,
  CJPEGColourRGB,
  CJPEGColourCMYK,
  CJPEGColourYCCK,
} CJPEGColour;

/// What a call came upon besides its result.
typedef struct CJPEGReport {
  /// Complete rows of the picture before the data ended, or -1 when that cannot be told.
  int rows_read;
  /// Oddities that libjpeg went past.
  int warnings;
  /// The error, or else the last warning, in libjpeg's words; "" when all was well.
  char message[200];
} CJPEGReport;

typedef struct CJPEGComponent {
  /// Sampling factors, 1 to 4.
  int across, down;
  /// Samples that belong to the picture.
  int width, height;
} CJPEGComponent;

typedef struct CJPEGHeader {
  int width, height;
  CJPEGColour colour;
  /// An Adobe marker is present: CMYK is stored inverted.
  int has_adobe;
  int is_progressive;
  int component_count;
  CJPEGComponent components[4];
} CJPEGHeader;

/// Reads up to the first scan and takes no memory for the picture.
CJPEGOutcome cjpeg_read_header(const uint8_t *bytes, size_t count, CJPEGHeader *header, CJPEGReport *report);

typedef enum CJPEGLayout {
  /// Each component as it is stored: planes[i] of components[i].width * components[i].height bytes.
  CJPEGAsStored,
  /// Every component brought to the picture's size: planes[i] of width * height bytes. YCCK comes as CMYK.
  CJPEGFullSize,
} CJPEGLayout;

/// Decodes into memory that the caller owns, one plane a component.
/// `header` is what `cjpeg_read_header` told of the same bytes.
CJPEGOutcome cjpeg_decode(
  const uint8_t *bytes, size_t count, const CJPEGHeader *header, CJPEGLayout layout, int scan_limit,
  uint8_t *const *planes, CJPEGReport *report);

#endif
