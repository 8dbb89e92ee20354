// libheif in few calls: open, decode, close. The library and the codecs it loads would make every start of the program
// take half as long again. So it's loaded when the first HEIC photo is read, and it need not be installed before.
#ifndef CHEIF_H
#define CHEIF_H

#include <stddef.h>
#include <stdint.h>

// Lets safe Swift code copy a structure that holds a pointer. Following the pointer remains unsafe.
#define CHEIF_SAFE __attribute__((swift_attr("safe")))

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
  /// Sizes in bytes of the EXIF block, including its 4-byte offset, and of the ICC profile; 0 if there is none.
  size_t exif_size, profile_size;
  CHEIFCoding coding;
} CHEIFHeader;

/// A file's primary picture. The file's bytes must outlive it.
typedef struct CHEIFPicture CHEIFPicture;

/// Reads everything except the pixels. `item` is the picture's item number, or 0 for the primary picture. On success, the
/// caller closes `picture`.
CHEIFOutcome cheif_open(
  const uint8_t *bytes, size_t count, uint32_t item, CHEIFPicture **picture, CHEIFHeader *header,
  CHEIFReport *report);

/// Copy the EXIF block and the profile, whose sizes are in the header. They return 0 on failure.
int cheif_copy_exif(const CHEIFPicture *picture, uint8_t *block);
int cheif_copy_profile(const CHEIFPicture *picture, uint8_t *profile);

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
int cheif_find_depth(const CHEIFPicture *picture, CHEIFDepth *depth);

typedef enum CHEIFChroma { CHEIFGrey, CHEIFHalf, CHEIFHalfAcross, CHEIFFull } CHEIFChroma;

/// One plane of a decoded picture, which owns it. Samples with more than 8 bits take two bytes, little-endian.
typedef struct CHEIF_SAFE CHEIFPlane {
  const uint8_t *samples;
  /// Bytes from the start of one row to the next.
  size_t stride;
  int width, height, bits;
} CHEIFPlane;

typedef struct CHEIF_SAFE CHEIFPlanes {
  /// Y, Cb, Cr and alpha. `samples` is NULL for planes that the picture doesn't have.
  CHEIFPlane y, blue, red, alpha;
  /// The coding in the HEVC data, for files whose header doesn't have it.
  CHEIFCoding coding;
  /// The decoder found damage and continued.
  int is_damaged;
} CHEIFPlanes;

/// Decodes the planes as stored, neither rotated nor cropped. `chroma` must be the picture's own sampling, so that nothing
/// is converted.
CHEIFOutcome cheif_decode(CHEIFPicture *picture, CHEIFChroma chroma, CHEIFPlanes *planes, CHEIFReport *report);

void cheif_close(CHEIFPicture *picture);

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
