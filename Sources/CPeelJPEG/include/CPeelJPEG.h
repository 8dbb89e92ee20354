// libjpeg-turbo in three calls: read a header, decode to planes, encode planes. When a call returns, it holds no memory.
// It never prints and never exits. libjpeg reports errors with longjmp, which must not cross Swift code, so each call
// catches it.
#ifndef CJPEG_H
#define CJPEG_H

#include <stddef.h>
#include <stdint.h>

typedef enum CJPEGOutcome {
  CJPEGDone,
  /// The data ends before the picture does. `rows_read` says where, unless the picture has several scans.
  CJPEGTruncated,
  /// The data isn't a readable JPEG; `message` says why.
  CJPEGCorrupt,
  /// A progressive picture has more scans than allowed.
  CJPEGTooManyScans,
  /// A side is longer than libjpeg reads. The header has the size, and nothing else.
  CJPEGTooLarge,
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

/// Errors and warnings of a call.
typedef struct CJPEGReport {
  /// Complete rows before the data ended, or -1 if unknown.
  int rows_read;
  /// The number of problems that libjpeg skipped.
  int warnings;
  /// libjpeg's message for the error, or else for the last warning; "" if there was none.
  char message[200];
} CJPEGReport;

typedef struct CJPEGComponent {
  /// Sampling factors, 1 to 4.
  int across, down;
  /// The size in samples, without padding to whole blocks.
  int width, height;
} CJPEGComponent;

typedef struct CJPEGHeader {
  int width, height;
  CJPEGColour colour;
  int is_progressive;
  /// Whether a scan doesn't have all components, so that all coefficients are held in memory.
  int has_many_scans;
  int component_count;
  CJPEGComponent components[4];
} CJPEGHeader;

/// Reads up to the first scan. Allocates nothing for the picture.
CJPEGOutcome cjpeg_read_header(const uint8_t *bytes, size_t count, CJPEGHeader *header, CJPEGReport *report);

typedef enum CJPEGLayout {
  /// Each component as stored: planes[i] has components[i].width * components[i].height bytes.
  CJPEGAsStored,
  /// Every component scaled to the picture's size: planes[i] has width * height bytes. YCCK becomes CMYK.
  CJPEGFullSize,
  /// Only the first component of a grey or YCC picture, scaled to the picture's size: one plane. The others aren't
  /// computed.
  CJPEGLumaOnly,
} CJPEGLayout;

/// Decodes into the caller's memory, one plane per component.
/// `header` must come from `cjpeg_read_header` for the same bytes.
CJPEGOutcome cjpeg_decode(
  const uint8_t *bytes, size_t count, const CJPEGHeader *header, CJPEGLayout layout, int scan_limit,
  uint8_t *const *planes, CJPEGReport *report);

typedef struct CJPEGSettings {
  int width, height;
  /// 1 to 100, on libjpeg's scale.
  int quality;
  /// Picture pixels per chroma sample, 1 to 4: 2 and 2 for 4:2:0.
  int chroma_across, chroma_down;
  /// Pixels per inch for the JFIF header, or 0 for none.
  int density;
  /// Rows of blocks between restart markers, or 0 for none.
  int restart_rows;
} CJPEGSettings;

typedef void CJPEGSink(void *context, const uint8_t *bytes, size_t count);

/// Encodes YCC planes as a baseline JPEG and passes the file to `sink` in pieces. Luma has width * height samples; each
/// chroma side is the luma side divided by `chroma_across` or `chroma_down`, rounded up.
CJPEGOutcome cjpeg_encode(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, const CJPEGSettings *settings, CJPEGSink *sink,
  void *context, CJPEGReport *report);

#endif
