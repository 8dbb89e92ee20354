// libheif in few calls: open, decode, close. The library brings coders of several formats with it and would make every
// start of the program half as long again, so it is loaded when the first HEIC photo comes, and need not be there before.
#ifndef CHEIF_H
#define CHEIF_H

#include <stddef.h>
#include <stdint.h>

// A structure that Swift may pass around although it holds a pointer; looking through that is another thing.
#define CHEIF_SAFE __attribute__((swift_attr("safe")))

typedef enum CHEIFOutcome {
  CHEIFDone,
  /// libheif is not installed.
  CHEIFNoLibrary,
  /// libheif has no decoder for HEVC.
  CHEIFNoDecoder,
  /// The data ends before the picture does.
  CHEIFTruncated,
  /// The data cannot be read, or not by this libheif; `message` says why.
  CHEIFRefused,
  /// The picture is beyond this libheif's limits; `message` says which.
  CHEIFTooLarge,
  CHEIFOutOfMemory,
} CHEIFOutcome;

/// libheif's own words about an error; "" when all was well.
typedef struct CHEIFReport {
  char message[200];
} CHEIFReport;

/// How colours are coded (ITU-T H.273); 2 is unspecified.
typedef struct CHEIFCoding {
  /// The file says so; all else is 0 when it does not.
  int is_known;
  int primaries, transfer, matrix;
  int is_full_range;
} CHEIFCoding;

typedef struct CHEIFHeader {
  /// As stored: before any turning and cutting.
  int width, height;
  int has_alpha;
  /// Of the EXIF block with its four bytes of offset, and of the ICC profile; 0 where there is none.
  size_t exif_size, profile_size;
  CHEIFCoding coding;
} CHEIFHeader;

/// A file's main picture. The file's bytes must outlive it.
typedef struct CHEIFPicture CHEIFPicture;

/// Reads what comes before the pixels. `picture` is to be closed when this was done.
CHEIFOutcome cheif_open(
  const uint8_t *bytes, size_t count, CHEIFPicture **picture, CHEIFHeader *header, CHEIFReport *report);

/// Copies the EXIF block, the profile, of the header's sizes; 0 when they cannot be had.
int cheif_copy_exif(const CHEIFPicture *picture, uint8_t *block);
int cheif_copy_profile(const CHEIFPicture *picture, uint8_t *profile);

typedef enum CHEIFChroma { CHEIFGrey, CHEIFHalf, CHEIFHalfAcross, CHEIFFull } CHEIFChroma;

/// One plane of a decoded picture, which owns it. Samples of more than 8 bits take two bytes each, lowest first.
typedef struct CHEIF_SAFE CHEIFPlane {
  const uint8_t *samples;
  /// Bytes from one row to the next.
  size_t stride;
  int width, height, bits;
} CHEIFPlane;

typedef struct CHEIF_SAFE CHEIFPlanes {
  /// Y, Cb, Cr and alpha; those that are not there have no samples.
  CHEIFPlane y, blue, red, alpha;
  /// What the coded picture itself says, where the file says nothing.
  CHEIFCoding coding;
  /// The decoder came upon damage and went past it.
  int is_damaged;
} CHEIFPlanes;

/// Decodes the planes as they are stored: neither turned nor cut. `chroma` is how the picture is coded, so that nothing
/// is converted.
CHEIFOutcome cheif_decode(CHEIFPicture *picture, CHEIFChroma chroma, CHEIFPlanes *planes, CHEIFReport *report);

void cheif_close(CHEIFPicture *picture);

#endif
