// Colours of pixels whose chroma may have half size: loops that the compiler turns into vectors, included once for each
// kind of machine. TARGET says which instructions they may use.

#include <string.h>

#include "CPeelKernels.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of two bytes is the lower half of a number");

enum {
  /// The chroma samples processed at a time.
  SAMPLES = 256,
  /// The tint of grey. It keeps tints positive.
  UNTINTED = 1 << 15,
};

/// Stores two bytes as one number, because writing every other byte doesn't vectorise.
TARGET static inline void store_pair(uint16_t left, uint16_t right, uint8_t *output) {
  const uint16_t both = (uint16_t)(left | right << 8);
  memcpy(output, &both, sizeof both);
}

/// See ckernel_doubled.
TARGET static inline void doubled(const uint8_t *near, const uint8_t *far, int32_t width, uint8_t *output) {
  // Four times the values between the rows, for some samples and a neighbour on either side.
  uint16_t mixed[SAMPLES + 2];
  for (int32_t first = 0; first < width; first += SAMPLES) {
    const int32_t count = width - first < SAMPLES ? width - first : SAMPLES;
    for (int32_t x = 0; x < count; x++) mixed[x + 1] = (uint16_t)(3 * near[first + x] + far[first + x]);
    // At the ends the sample itself stands in for the missing neighbour.
    const int32_t before = first > 0 ? first - 1 : 0, after = first + count < width ? first + count : width - 1;
    mixed[0] = (uint16_t)(3 * near[before] + far[before]);
    mixed[count + 1] = (uint16_t)(3 * near[after] + far[after]);
    for (int32_t x = 0; x < count; x++) {
      const uint16_t here = (uint16_t)(3 * mixed[x + 1]);
      const uint16_t left = (uint16_t)((uint16_t)(here + mixed[x] + 8) >> 4);
      const uint16_t right = (uint16_t)((uint16_t)(here + mixed[x + 2] + 7) >> 4);
      store_pair(left, right, output + 2 * (first + x));
    }
  }
}

/// `factor` / 65536 of a difference, rounded down.
TARGET static inline int16_t part(int32_t factor, int16_t difference) { return (int16_t)(factor * difference >> 16); }

/// The tint of chroma that is three quarters `near` and one quarter `far`.
TARGET static inline void tint(
  uint8_t near_blue, uint8_t far_blue, uint8_t near_red, uint8_t far_red, uint16_t *r, uint16_t *g, uint16_t *b
) {
  // In 1/256 of a level, from the neutral one.
  int16_t blue = (int16_t)(64 * (3 * near_blue + far_blue - 512)), red = (int16_t)(64 * (3 * near_red + far_red - 512));
  *r = (uint16_t)(UNTINTED + part(BT601_RED_TINT, red));
  *g = (uint16_t)(UNTINTED - part(BT601_GREEN_TINT_LESS_BLUE, blue) - part(BT601_GREEN_TINT_LESS_RED, red));
  *b = (uint16_t)(UNTINTED + part(BT601_BLUE_TINT, blue));
}

TARGET static inline uint16_t mean(uint16_t a, uint16_t b) { return (uint16_t)((a + b + 1) >> 1); }

/// Three quarters of `near` and one quarter of `far`.
TARGET static inline uint16_t quarter_way(uint16_t near, uint16_t far) { return mean(near, mean(near, far)); }

/// The nearest level to luma plus a tint, both in 1/64 of a level.
TARGET static inline uint16_t tinted(uint16_t luma, uint16_t tint) {
  uint16_t level = (uint16_t)(luma + tint);
  level = level > UNTINTED - 32 ? (uint16_t)(level - (UNTINTED - 32)) : 0;
  level >>= 6;
  return level < 255 ? level : 255;
}

/// See ckernel_colours.
TARGET static inline void colours(
  const uint8_t *restrict luma, const uint8_t *restrict blue, const uint8_t *restrict red, int32_t count,
  uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b
) {
  for (int32_t x = 0; x < count; x++) {
    uint16_t tint_r, tint_g, tint_b, level = (uint16_t)(64 * luma[x]);
    tint(blue[x], blue[x], red[x], red[x], &tint_r, &tint_g, &tint_b);
    r[x] = (uint8_t)tinted(level, tint_r);
    g[x] = (uint8_t)tinted(level, tint_g);
    b[x] = (uint8_t)tinted(level, tint_b);
  }
}

/// The row of chroma that lies on a row of pixels, and the next one.
typedef struct ChromaRow {
  const uint8_t *near_blue, *far_blue, *near_red, *far_red;
} ChromaRow;

/// `width` is in chroma samples, `y` in pixels.
static inline ChromaRow chroma_row(CKernelHalved source, int32_t width, int32_t y) {
  const int32_t here = y / 2, next = y % 2 == 0 ? here - 1 : here + 1;
  const intptr_t near = (intptr_t)here * width;
  // At the ends the row itself stands in for the missing one.
  const intptr_t far = next < 0 || next >= source.rows ? near : (intptr_t)next * width;
  return (ChromaRow){source.blue + near, source.blue + far, source.red + near, source.red + far};
}

/// What chroma adds to red, green and blue, in 1/64 of a level, for some samples and a neighbour on either side.
typedef struct Tints {
  uint16_t r[SAMPLES + 2], g[SAMPLES + 2], b[SAMPLES + 2];
} Tints;

/// The tints of `count` samples from `first`, in a row of `width` samples.
TARGET static inline void find_tints(
  ChromaRow chroma, int32_t width, int32_t first, int32_t count, Tints *restrict tints
) {
  const uint8_t *restrict near_blue = chroma.near_blue, *restrict far_blue = chroma.far_blue;
  const uint8_t *restrict near_red = chroma.near_red, *restrict far_red = chroma.far_red;
  for (int32_t x = 0, at = first; x < count; x++, at++)
    tint(near_blue[at], far_blue[at], near_red[at], far_red[at], &tints->r[x + 1], &tints->g[x + 1], &tints->b[x + 1]);
  // At the ends the sample itself stands in for the missing neighbour.
  const int32_t before = first > 0 ? first - 1 : 0, after = first + count < width ? first + count : width - 1;
  const int32_t ends[2][2] = {{before, 0}, {after, count + 1}};
  for (int i = 0; i < 2; i++) {
    const int32_t at = ends[i][0], x = ends[i][1];
    tint(near_blue[at], far_blue[at], near_red[at], far_red[at], &tints->r[x], &tints->g[x], &tints->b[x]);
  }
}

/// The levels of two neighbouring pixels, in 1/64.
typedef struct Two {
  uint16_t left, right;
} Two;

TARGET static inline Two two(const uint8_t *luma) {
  // The first byte is the lower half.
  uint16_t both;
  memcpy(&both, luma, sizeof both);
  return (Two){(uint16_t)((uint16_t)(both << 8) >> 2), (uint16_t)((both & 0xFF00) >> 2)};
}

/// Two pixels of one channel, from the tint of their sample and its neighbours.
TARGET static inline void tint_pair(Two luma, const uint16_t tints[3], uint8_t *output) {
  const uint16_t left = tinted(luma.left, quarter_way(tints[1], tints[0]));
  const uint16_t right = tinted(luma.right, quarter_way(tints[1], tints[2]));
  store_pair(left, right, output);
}

/// A row of `pixels` from its tints.
TARGET static inline void tint_row(
  const uint8_t *restrict luma, int32_t pixels, const Tints *restrict tints, uint8_t *restrict r, uint8_t *restrict g,
  uint8_t *restrict b
) {
  for (int32_t x = 0; x < pixels / 2; x++) {
    const Two levels = two(luma + 2 * x);
    tint_pair(levels, tints->r + x, r + 2 * x);
    tint_pair(levels, tints->g + x, g + 2 * x);
    tint_pair(levels, tints->b + x, b + 2 * x);
  }
  if (pixels % 2 == 1) {
    const int32_t x = pixels / 2;
    const uint16_t level = (uint16_t)(64 * luma[2 * x]);
    r[2 * x] = (uint8_t)tinted(level, quarter_way(tints->r[x + 1], tints->r[x]));
    g[2 * x] = (uint8_t)tinted(level, quarter_way(tints->g[x + 1], tints->g[x]));
    b[2 * x] = (uint8_t)tinted(level, quarter_way(tints->b[x + 1], tints->b[x]));
  }
}

/// See ckernel_coloured.
TARGET static inline void coloured(
  CKernelHalved source, int32_t width, int32_t height, uint8_t *r, uint8_t *g, uint8_t *b
) {
  const int32_t half = (width + 1) / 2;
  for (int32_t y = 0; y < height; y++) {
    const ChromaRow chroma = chroma_row(source, half, source.first + y);
    const intptr_t row = (intptr_t)y * width;
    for (int32_t first = 0; first < half; first += SAMPLES) {
      const int32_t count = half - first < SAMPLES ? half - first : SAMPLES;
      const int32_t pixels = width - 2 * first < 2 * count ? width - 2 * first : 2 * count;
      const intptr_t at = row + 2 * first;
      Tints tints;
      find_tints(chroma, half, first, count, &tints);
      tint_row(source.luma + at, pixels, &tints, r + at, g + at, b + at);
    }
  }
}
