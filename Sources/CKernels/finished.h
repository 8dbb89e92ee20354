// What the plain and the AVX2 form of ckernel_finished share: how rows of pixels and of chroma belong together.
#ifndef FINISHED_H
#define FINISHED_H

#include "CKernels.h"

/// Two rows of pixels with the chroma around them, and where they go. Where there is but one, both are that one.
typedef struct Pair {
  const uint8_t *luma[2];
  /// The chroma row that lies on both, between those above and below.
  const uint8_t *blue[3], *red[3];
  uint8_t *luma_output[2], *blue_output, *red_output;
} Pair;

/// Finishes a pair of rows, from a chroma sample on.
typedef void Finish(const Pair *pair, int32_t width, const CKernelLine lines[3], int32_t first);

Finish finish_plain;

static inline void finish_pairs(
  Finish *finish, CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma,
  uint8_t *blue, uint8_t *red
) {
  const int32_t half = (width + 1) / 2;
  for (int32_t y = 0; y < height; y += 2) {
    const int32_t here = source.first + y / 2, lower = y + 1 < height ? y + 1 : y;
    const int32_t above = here > 0 ? here - 1 : here, below = here + 1 < source.rows ? here + 1 : here;
    const int32_t around[3] = {above, here, lower > y ? below : above};
    Pair pair = {
      .luma = {source.luma + (intptr_t)y * width, source.luma + (intptr_t)lower * width},
      .luma_output = {luma + (intptr_t)y * width, luma + (intptr_t)lower * width},
      .blue_output = blue + (intptr_t)(y / 2) * half,
      .red_output = red + (intptr_t)(y / 2) * half,
    };
    for (int i = 0; i < 3; i++) {
      pair.blue[i] = source.blue + (intptr_t)around[i] * half;
      pair.red[i] = source.red + (intptr_t)around[i] * half;
    }
    finish(&pair, width, lines, 0);
  }
}

#endif
