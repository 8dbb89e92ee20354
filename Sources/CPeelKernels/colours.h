// Colours of pixels whose chroma may be of half the size, and luma and chroma of mapped colours: loops that the compiler
// makes vectors of by itself, included once for each kind of machine. TARGET says what they may use.

#include <string.h>

#include "CPeelKernels.h"
#include "bt601.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of two bytes is the lower half of a number");

enum {
  /// Chroma samples that are gone through at a time.
  SAMPLES = 256,
  /// The tint of grey, so that none is below nothing.
  UNTINTED = 1 << 15,
};

/// Two bytes as one number, since bytes at every other place make no vectors.
TARGET static inline void store_pair(uint16_t left, uint16_t right, uint8_t *output) {
  const uint16_t both = (uint16_t)(left | right << 8);
  memcpy(output, &both, sizeof both);
}

/// See ckernel_doubled.
TARGET static inline void doubled(const uint8_t *near, const uint8_t *far, int32_t width, uint8_t *output) {
  // Four times what lies between the rows, of some samples and of a neighbour on either side.
  uint16_t mixed[SAMPLES + 2];
  for (int32_t first = 0; first < width; first += SAMPLES) {
    const int32_t count = width - first < SAMPLES ? width - first : SAMPLES;
    for (int32_t x = 0; x < count; x++) mixed[x + 1] = (uint16_t)(3 * near[first + x] + far[first + x]);
    // At the ends the neighbour beyond is the sample itself.
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

/// `factor` 1/65536ths of a difference, rounded down.
TARGET static inline int16_t part(int32_t factor, int16_t difference) { return (int16_t)(factor * difference >> 16); }

/// The tint of chroma that lies three quarters at `near` and one at `far`.
TARGET static inline void tint(
  uint8_t near_blue, uint8_t far_blue, uint8_t near_red, uint8_t far_red, uint16_t *r, uint16_t *g, uint16_t *b
) {
  // In 1/256 of a level, from the middle.
  int16_t blue = (int16_t)(64 * (3 * near_blue + far_blue - 512)), red = (int16_t)(64 * (3 * near_red + far_red - 512));
  *r = (uint16_t)(UNTINTED + part(RED_TINT, red));
  *g = (uint16_t)(UNTINTED - part(GREEN_TINT_LESS_BLUE, blue) - part(GREEN_TINT_LESS_RED, red));
  *b = (uint16_t)(UNTINTED + part(BLUE_TINT, blue));
}

TARGET static inline uint16_t mean(uint16_t a, uint16_t b) { return (uint16_t)((a + b + 1) >> 1); }

/// Three quarters of `near` and one of `far`.
TARGET static inline uint16_t quarter_way(uint16_t near, uint16_t far) { return mean(near, mean(near, far)); }

/// The nearest level to luma and a tint in 1/64 of one.
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

/// The rows of chroma that lie on a row of pixels and next to it.
typedef struct ChromaRow {
  const uint8_t *near_blue, *far_blue, *near_red, *far_red;
} ChromaRow;

/// `width` is that of chroma, `y` that of the pixels.
static inline ChromaRow chroma_row(CKernelHalved source, int32_t width, int32_t y) {
  const int32_t here = y / 2, next = y % 2 == 0 ? here - 1 : here + 1;
  const intptr_t near = (intptr_t)here * width;
  // At the ends the row beyond is the row itself.
  const intptr_t far = next < 0 || next >= source.rows ? near : (intptr_t)next * width;
  return (ChromaRow){source.blue + near, source.blue + far, source.red + near, source.red + far};
}

/// What chroma adds to red, green and blue beside luma, in 1/64 of a level: of some samples and a neighbour on either side.
typedef struct Tints {
  uint16_t r[SAMPLES + 2], g[SAMPLES + 2], b[SAMPLES + 2];
} Tints;

/// Tints of `count` samples of a row of `width` from `first` on.
TARGET static inline void find_tints(
  ChromaRow chroma, int32_t width, int32_t first, int32_t count, Tints *restrict tints
) {
  const uint8_t *restrict near_blue = chroma.near_blue, *restrict far_blue = chroma.far_blue;
  const uint8_t *restrict near_red = chroma.near_red, *restrict far_red = chroma.far_red;
  for (int32_t x = 0, at = first; x < count; x++, at++)
    tint(near_blue[at], far_blue[at], near_red[at], far_red[at], &tints->r[x + 1], &tints->g[x + 1], &tints->b[x + 1]);
  // At the ends the neighbour beyond is the sample itself.
  const int32_t before = first > 0 ? first - 1 : 0, after = first + count < width ? first + count : width - 1;
  const int32_t ends[2][2] = {{before, 0}, {after, count + 1}};
  for (int i = 0; i < 2; i++) {
    const int32_t at = ends[i][0], x = ends[i][1];
    tint(near_blue[at], far_blue[at], near_red[at], far_red[at], &tints->r[x], &tints->g[x], &tints->b[x]);
  }
}

/// Levels of two pixels side by side, in 1/64.
typedef struct Two {
  uint16_t left, right;
} Two;

TARGET static inline Two two(const uint8_t *luma) {
  // The first byte is the lower half.
  uint16_t both;
  memcpy(&both, luma, sizeof both);
  return (Two){(uint16_t)((uint16_t)(both << 8) >> 2), (uint16_t)((both & 0xFF00) >> 2)};
}

/// Two pixels of one channel, around the tint of their sample.
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

/// A number of red, green and blue each for every sample.
typedef struct Channels {
  uint16_t r[SAMPLES], g[SAMPLES], b[SAMPLES];
} Channels;

/// What is the same for all pixels: for every sample, since only what is loaded as 16 bits is reckoned with as 16 bits.
typedef struct Finish {
  /// Where a channel's line begins, from UNTINTED on, and how long it is, in 1/64 of a level.
  Channels low, length;
  /// How many 1/32 of a level of luma, and 1/64 of chroma, are 65536 times what a channel has above its low: in one pixel
  /// and in four.
  Channels luma, blue, red;
} Finish;

/// Two rows of pixels with the chroma on each, and where they go. Where there is but one, both are that one.
typedef struct Pair {
  const uint8_t *luma[2];
  ChromaRow chroma[2];
  uint8_t *luma_output[2], *blue_output, *red_output;
} Pair;

static inline void fill(uint16_t row[SAMPLES], int32_t number) {
  for (int32_t x = 0; x < SAMPLES; x++) row[x] = (uint16_t)number;
}

/// 255 of `length`, and of these so many parts.
static inline int32_t stretched(int32_t parts, int32_t length) { return (2 * 255 * parts + length) / (2 * length); }

static inline void prepare(Finish *finish, const CKernelLine lines[3]) {
  const int32_t r = lines[0].high - lines[0].low, g = lines[1].high - lines[1].low, b = lines[2].high - lines[2].low;
  fill(finish->low.r, UNTINTED + 64 * lines[0].low);
  fill(finish->low.g, UNTINTED + 64 * lines[1].low);
  fill(finish->low.b, UNTINTED + 64 * lines[2].low);
  fill(finish->length.r, 64 * r);
  fill(finish->length.g, 64 * g);
  fill(finish->length.b, 64 * b);
  fill(finish->luma.r, stretched(LUMA_OF_RED, r));
  fill(finish->luma.g, stretched(LUMA_OF_GREEN, g));
  fill(finish->luma.b, stretched(LUMA_OF_BLUE, b));
  fill(finish->blue.r, stretched(BLUE_LESS_RED, 2 * r));
  fill(finish->blue.g, stretched(HALF - BLUE_LESS_RED, 2 * g));
  fill(finish->blue.b, stretched(HALF, 2 * b));
  fill(finish->red.r, stretched(HALF, 2 * r));
  fill(finish->red.g, stretched(HALF - RED_LESS_BLUE, 2 * g));
  fill(finish->red.b, stretched(RED_LESS_BLUE, 2 * b));
}

TARGET static inline uint16_t product(uint16_t a, uint16_t b) { return (uint16_t)((uint32_t)a * b >> 16); }

/// How far above its line's low a level is, up to the line's end.
TARGET static inline uint16_t above(uint16_t level, uint16_t low, uint16_t length) {
  level = level > low ? (uint16_t)(level - low) : 0;
  return level < length ? level : length;
}

/// The same of one channel of two pixels, around the tint of their sample.
TARGET static inline Two above_line(Two luma, const uint16_t tints[3], uint16_t low, uint16_t length) {
  const uint16_t left = (uint16_t)(luma.left + quarter_way(tints[1], tints[0]));
  const uint16_t right = (uint16_t)(luma.right + quarter_way(tints[1], tints[2]));
  return (Two){above(left, low, length), above(right, low, length)};
}

/// Luma of what the three channels are worth. What is cut off three products is half a step each in the mean.
TARGET static inline uint16_t finished_luma(uint16_t r, uint16_t g, uint16_t b) {
  return (uint16_t)((uint16_t)(r + g + b + 17) >> 5);
}

/// One row of a pair from its tints: luma, and the channels' sums over two pixels each.
TARGET static inline void finish_row(
  const uint8_t *restrict luma, int32_t pixels, const Tints *restrict tints, const Finish *restrict finish,
  uint8_t *restrict output, Channels *restrict sums
) {
  const Channels *low = &finish->low, *length = &finish->length, *shares = &finish->luma;
  for (int32_t x = 0; x < pixels / 2; x++) {
    const Two levels = two(luma + 2 * x);
    const Two r = above_line(levels, tints->r + x, low->r[x], length->r[x]);
    const Two g = above_line(levels, tints->g + x, low->g[x], length->g[x]);
    const Two b = above_line(levels, tints->b + x, low->b[x], length->b[x]);
    const uint16_t left = finished_luma(
      product(r.left, shares->r[x]), product(g.left, shares->g[x]), product(b.left, shares->b[x]));
    const uint16_t right = finished_luma(
      product(r.right, shares->r[x]), product(g.right, shares->g[x]), product(b.right, shares->b[x]));
    store_pair(left, right, output + 2 * x);
    sums->r[x] = (uint16_t)(r.left + r.right);
    sums->g[x] = (uint16_t)(g.left + g.right);
    sums->b[x] = (uint16_t)(b.left + b.right);
  }
  if (pixels % 2 == 1) {
    const int32_t x = pixels / 2;
    const Two level = {(uint16_t)(64 * luma[2 * x]), 0};
    const uint16_t r = above_line(level, tints->r + x, low->r[x], length->r[x]).left;
    const uint16_t g = above_line(level, tints->g + x, low->g[x], length->g[x]).left;
    const uint16_t b = above_line(level, tints->b + x, low->b[x], length->b[x]).left;
    output[2 * x] = (uint8_t)finished_luma(product(r, shares->r[x]), product(g, shares->g[x]), product(b, shares->b[x]));
    sums->r[x] = (uint16_t)(2 * r);
    sums->g[x] = (uint16_t)(2 * g);
    sums->b[x] = (uint16_t)(2 * b);
  }
}

/// Half of one colour less parts of the others, around the middle. It does not fall below nothing.
TARGET static inline uint8_t finished_chroma(uint16_t half, uint16_t less, uint16_t lesser) {
  const uint16_t level = (uint16_t)((uint16_t)((128 << 6) + 32 + half - less - lesser) >> 6);
  return level < 255 ? (uint8_t)level : 255;
}

/// Chroma of two rows' sums.
TARGET static inline void finish_chroma(
  const Channels *restrict upper, const Channels *restrict lower, int32_t count, const Finish *restrict finish,
  uint8_t *restrict blue, uint8_t *restrict red
) {
  for (int32_t x = 0; x < count; x++) {
    const uint16_t r = (uint16_t)(upper->r[x] + lower->r[x]), g = (uint16_t)(upper->g[x] + lower->g[x]);
    const uint16_t b = (uint16_t)(upper->b[x] + lower->b[x]);
    blue[x] = finished_chroma(
      product(b, finish->blue.b[x]), product(r, finish->blue.r[x]), product(g, finish->blue.g[x]));
    red[x] = finished_chroma(product(r, finish->red.r[x]), product(b, finish->red.b[x]), product(g, finish->red.g[x]));
  }
}

TARGET static inline void finish_pair(const Pair *pair, int32_t width, const Finish *finish) {
  const int32_t half = (width + 1) / 2;
  for (int32_t first = 0; first < half; first += SAMPLES) {
    const int32_t count = half - first < SAMPLES ? half - first : SAMPLES;
    const int32_t pixels = width - 2 * first < 2 * count ? width - 2 * first : 2 * count;
    Channels sums[2];
    for (int row = 0; row < 2; row++) {
      Tints tints;
      find_tints(pair->chroma[row], half, first, count, &tints);
      finish_row(pair->luma[row] + 2 * first, pixels, &tints, finish, pair->luma_output[row] + 2 * first, &sums[row]);
    }
    finish_chroma(&sums[0], &sums[1], count, finish, pair->blue_output + first, pair->red_output + first);
  }
}

/// See ckernel_finished.
TARGET static inline void finished(
  CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma, uint8_t *blue,
  uint8_t *red
) {
  Finish finish;
  prepare(&finish, lines);
  const int32_t half = (width + 1) / 2;
  for (int32_t y = 0; y < height; y += 2) {
    const int32_t lower = y + 1 < height ? y + 1 : y;
    const intptr_t rows[2] = {(intptr_t)y * width, (intptr_t)lower * width};
    const Pair pair = {
      .luma = {source.luma + rows[0], source.luma + rows[1]},
      .chroma = {chroma_row(source, half, source.first + y), chroma_row(source, half, source.first + lower)},
      .luma_output = {luma + rows[0], luma + rows[1]},
      .blue_output = blue + (intptr_t)(y / 2) * half,
      .red_output = red + (intptr_t)(y / 2) * half,
    };
    finish_pair(&pair, width, &finish);
  }
}
