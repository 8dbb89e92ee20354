// libheif in few calls: open, ask, decode. Files are decoded in a child process, whose end is an outcome. The library
// and the codecs it loads would make every start of the program take half as long again. So it's loaded when the first HEIC
// photo is read, and it need not be installed before.
#ifndef CHEIF_H
#define CHEIF_H

#include <stddef.h>
#include <stdint.h>

#include "CPeelConfinement.h"

typedef enum CHEIFOutcome {
  CHEIFDone,
  /// libheif isn't installed.
  CHEIFNoLibrary,
  /// libheif has no decoder for HEVC, or for AV1.
  CHEIFNoDecoder,
  /// libheif has no encoder for AV1.
  CHEIFNoEncoder,
  /// The data ends before the picture does.
  CHEIFTruncated,
  /// libheif can't read the data; `message` says why.
  CHEIFRefused,
  /// The picture exceeds one of libheif's limits; `message` says which.
  CHEIFTooLarge,
  CHEIFOutOfMemory,
  /// libheif, or a decoder of it, crashed or took too long.
  CHEIFCrashed,
} CHEIFOutcome;

/// libheif's message for an error; "" if there was none.
typedef struct CHEIFReport {
  char message[200];
} CHEIFReport;

/// How colours are coded, by the numbers of ITU-T H.273; 2 is unspecified.
typedef struct CHEIFCoding {
  /// Whether the file has the other values; they are 0 if not.
  int is_known;
  int primaries, transfer, matrix;
  int is_full_range;
} CHEIFCoding;

typedef struct CHEIFHeader {
  /// The size in pixels as stored, before rotation and cropping.
  int width, height;
  int has_alpha;
  /// The size of the ICC profile in bytes; 0 if there is none.
  size_t profile_size;
  CHEIFCoding coding;
} CHEIFHeader;

/// Reads everything except the pixels in a new child process. `item` is the picture's item number, or 0 for the primary
/// picture. The caller ends the child, whatever the outcome.
CHEIFOutcome cheif_open(
  const uint8_t *bytes, size_t count, uint32_t item, CPeelChild *child, CHEIFHeader *header, CHEIFReport *report);

/// Asks for the profile, whose size is in the header. Its bytes are received next, unless 0 is returned.
int cheif_ask_profile(const CPeelChild *child);

/// A picture's depth map and what its samples mean (ISO/IEC 23008-2, depth representation information).
typedef struct CHEIFDepth {
  uint32_t item;
  /// Whether samples are linear in disparity, or in distance; neither if the file doesn't tell.
  int is_disparity, is_distance;
  int has_disparities, has_distances;
  /// The disparities of the lowest and highest sample, and the nearest and farthest distance.
  double d_min, d_max, z_near, z_far;
} CHEIFDepth;

/// Finds the picture's depth map. Returns 0 if it has none.
int cheif_find_depth(const CPeelChild *child, CHEIFDepth *depth);

typedef enum CHEIFChroma { CHEIFGrey, CHEIFHalf, CHEIFHalfAcross, CHEIFFull } CHEIFChroma;

/// The size of a plane, in samples. Samples with more than 8 bits take two bytes, little-endian.
typedef struct CHEIFPlane {
  int width, height, bits;
} CHEIFPlane;

typedef struct CHEIFPlanes {
  /// Y, Cb, Cr and alpha. The width is 0 for planes that the picture doesn't have.
  CHEIFPlane y, blue, red, alpha;
  /// The coding in the HEVC data, for files whose header doesn't have it.
  CHEIFCoding coding;
  /// The decoder found damage and continued.
  int is_damaged;
} CHEIFPlanes;

/// Decodes the planes as stored, neither rotated nor cropped, with so many bytes of memory more. `chroma` must be the
/// picture's own sampling, so that nothing is converted. The samples of the planes are received next, without gaps.
CHEIFOutcome cheif_decode(
  CPeelChild *child, CHEIFChroma chroma, size_t memory, CHEIFPlanes *planes, CHEIFReport *report);

/// Bytes of the caller; a count of 0 stands for none.
typedef struct CHEIFBytes {
  const uint8_t *bytes;
  size_t count;
} CHEIFBytes;

/// How an AVIF file is to be written.
typedef struct CHEIFWish {
  /// 1 to 100.
  int quality;
  /// Whether chroma has the size of luma.
  int has_full_chroma;
  /// The encoder's speed, as text: from 0, slow and small, to 9.
  const char *speed;
  /// The ICC profile, the EXIF block and the XMP packet.
  CHEIFBytes profile, exif, xmp;
} CHEIFWish;

/// Takes the bytes of a file.
typedef void CHEIFCollect(void *context, const uint8_t *bytes, size_t count);

/// Encodes red, green and blue samples without gaps.
CHEIFOutcome cheif_encode_avif(
  const uint8_t *pixels, int width, int height, const CHEIFWish *wish, CHEIFCollect *collect, void *context,
  CHEIFReport *report);

#endif
