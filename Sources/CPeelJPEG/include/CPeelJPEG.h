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
  /// The first component alone, brought to the picture's size, of a picture that is grey or YCC: one plane. The others
  /// are not computed.
  CJPEGLumaOnly,
} CJPEGLayout;

/// Decodes into memory that the caller owns, one plane a component.
/// `header` is what `cjpeg_read_header` told of the same bytes.
CJPEGOutcome cjpeg_decode(
  const uint8_t *bytes, size_t count, const CJPEGHeader *header, CJPEGLayout layout, int scan_limit,
  uint8_t *const *planes, CJPEGReport *report);

/// How a picture is to be written.
typedef struct CJPEGSettings {
  int width, height;
  /// Grey takes rows of grey; YCC and RGB take rows of R, G, B; CMYK and YCCK take rows of C, M, Y, K.
  CJPEGColour colour;
  /// 1 to 100, on libjpeg's scale.
  int quality;
  /// Picture pixels to a chroma sample, 1 to 4: 2 and 2 for 4:2:0.
  int chroma_across, chroma_down;
  /// Pixels to an inch for the JFIF header, or 0.
  int density;
  int is_progressive, is_arithmetic;
  /// Rows of blocks between restart markers, or 0.
  int restart_rows;
} CJPEGSettings;

typedef void CJPEGSink(void *context, const uint8_t *bytes, size_t count);

/// Writes rows without gaps between them, the first on top, and hands the file to `sink` in pieces.
CJPEGOutcome cjpeg_encode(
  const uint8_t *rows, const CJPEGSettings *settings, CJPEGSink *sink, void *context, CJPEGReport *report);

/// The same of the planes of a YCC picture: luma of width * height samples, and chroma of as many as `chroma_across` and
/// `chroma_down` leave, rounded up.
CJPEGOutcome cjpeg_encode_planes(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, const CJPEGSettings *settings, CJPEGSink *sink,
  void *context, CJPEGReport *report);

#endif
