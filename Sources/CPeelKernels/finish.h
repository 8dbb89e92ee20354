// Luma and half-size chroma of mapped colours, included after colours.h once for each kind of machine, as loops that the
// compiler turns into vectors. TARGET says which instructions they may use.

/// One number for red, green and blue each, for every sample.
typedef struct Channels {
  uint16_t r[SAMPLES], g[SAMPLES], b[SAMPLES];
} Channels;

/// Values that are the same for all pixels, repeated for every sample: the compiler computes in 16 bits only with values
/// that it loads as 16 bits.
typedef struct Finish {
  /// Where a channel's line begins, counted from UNTINTED, and its length, in 1/64 of a level.
  Channels low, length;
  /// Each channel's share per unit above its low, times 65536: in luma in 1/32 of a level, and in chroma in 1/64 of a
  /// level over four pixels.
  Channels luma, blue, red;
} Finish;

/// Two rows of pixels with their chroma, and their outputs. If there is only one row, both are the same.
typedef struct Pair {
  const uint8_t *luma[2];
  ChromaRow chroma[2];
  uint8_t *luma_output[2], *blue_output, *red_output;
} Pair;

static inline void fill(uint16_t row[SAMPLES], int32_t number) {
  for (int32_t x = 0; x < SAMPLES; x++) row[x] = (uint16_t)number;
}

/// 255 levels / `length` times `parts`, rounded.
static inline int32_t stretched(int32_t parts, int32_t length) {
  return (2 * 64 * 255 * parts + length) / (2 * length);
}

static inline void prepare(Finish *finish, const CKernelLine lines[3]) {
  const int32_t r = lines[0].high - lines[0].low, g = lines[1].high - lines[1].low, b = lines[2].high - lines[2].low;
  fill(finish->low.r, UNTINTED + lines[0].low);
  fill(finish->low.g, UNTINTED + lines[1].low);
  fill(finish->low.b, UNTINTED + lines[2].low);
  fill(finish->length.r, r);
  fill(finish->length.g, g);
  fill(finish->length.b, b);
  fill(finish->luma.r, stretched(BT601_LUMA_OF_RED, r));
  fill(finish->luma.g, stretched(BT601_LUMA_OF_GREEN, g));
  fill(finish->luma.b, stretched(BT601_LUMA_OF_BLUE, b));
  fill(finish->blue.r, stretched(BT601_BLUE_LESS_RED, 2 * r));
  fill(finish->blue.g, stretched(BT601_HALF - BT601_BLUE_LESS_RED, 2 * g));
  fill(finish->blue.b, stretched(BT601_HALF, 2 * b));
  fill(finish->red.r, stretched(BT601_HALF, 2 * r));
  fill(finish->red.g, stretched(BT601_HALF - BT601_RED_LESS_BLUE, 2 * g));
  fill(finish->red.b, stretched(BT601_RED_LESS_BLUE, 2 * b));
}

TARGET static inline uint16_t product(uint16_t a, uint16_t b) { return (uint16_t)((uint32_t)a * b >> 16); }

/// How far a level is above its line's low, at most the line's length.
TARGET static inline uint16_t above(uint16_t level, uint16_t low, uint16_t length) {
  level = level > low ? (uint16_t)(level - low) : 0;
  return level < length ? level : length;
}

/// The same for one channel of two pixels, from the tint of their sample and its neighbours.
TARGET static inline Two above_line(Two luma, const uint16_t tints[3], uint16_t low, uint16_t length) {
  const uint16_t left = (uint16_t)(luma.left + quarter_way(tints[1], tints[0]));
  const uint16_t right = (uint16_t)(luma.right + quarter_way(tints[1], tints[2]));
  return (Two){above(left, low, length), above(right, low, length)};
}

/// Luma from the shares of the three channels, in 1/32 of a level. 17 is half a level, plus what truncating three
/// products loses on average (half a unit each).
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

/// Half of one colour less shares of the others, around the neutral level. It can't be negative.
TARGET static inline uint8_t finished_chroma(uint16_t half, uint16_t less, uint16_t lesser) {
  const uint16_t level = (uint16_t)((uint16_t)((128 << 6) + 32 + half - less - lesser) >> 6);
  return level < 255 ? (uint8_t)level : 255;
}

/// Chroma from the sums of two rows.
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
