// Loops over rows that the compiler makes vectors of by itself, included once for each kind of machine: ROWS(name) names a
// function for it, TARGET says what it may use.

#include <stdint.h>
#include <string.h>

#include "bt601.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of two bytes is the lower half of a number");

/// Chroma samples that are brought to full size at a time.
#define PIECE 256

/// Four times what lies three quarters at `near` and one at `far`, of `count` samples of a row of `width` from `first` on
/// and of a neighbour on either side.
TARGET static inline void ROWS(mix)(
  const uint8_t *near, const uint8_t *far, int32_t width, int32_t first, int32_t count, uint16_t mixed[PIECE + 2]
) {
  for (int32_t x = 0; x < count; x++) mixed[x + 1] = (uint16_t)(3 * near[first + x] + far[first + x]);
  // At the ends the neighbour beyond is the sample itself.
  int32_t before = first > 0 ? first - 1 : 0, after = first + count < width ? first + count : width - 1;
  mixed[0] = (uint16_t)(3 * near[before] + far[before]);
  mixed[count + 1] = (uint16_t)(3 * near[after] + far[after]);
}

/// `count` samples of a row of `width` from `first` on, PIECE at most. See ckernel_doubled.
TARGET static inline void ROWS(doubled_piece)(
  const uint8_t *near, const uint8_t *far, int32_t width, int32_t first, int32_t count, uint8_t *output
) {
  uint16_t mixed[PIECE + 2];
  ROWS(mix)(near, far, width, first, count, mixed);
  for (int32_t x = 0; x < count; x++) {
    uint16_t here = (uint16_t)(3 * mixed[x + 1]);
    uint16_t left = (uint16_t)((uint16_t)(here + mixed[x] + 8) >> 4);
    uint16_t right = (uint16_t)((uint16_t)(here + mixed[x + 2] + 7) >> 4);
    // As one number, since bytes that go to every other place make no vectors.
    uint16_t pair = (uint16_t)(left | right << 8);
    memcpy(output + 2 * x, &pair, sizeof pair);
  }
}

/// See ckernel_doubled.
TARGET static inline void ROWS(doubled)(const uint8_t *near, const uint8_t *far, int32_t count, uint8_t *output) {
  for (int32_t first = 0; first < count; first += PIECE)
    ROWS(doubled_piece)(
      near, far, count, first, count - first < PIECE ? count - first : PIECE, output + 2 * first);
}

/// `factor` 1/16384ths of a difference, in 1/64 of a level, rounded down.
TARGET static inline int16_t ROWS(share)(int32_t factor, int16_t difference) {
  return (int16_t)(((int32_t)(int16_t)(256 * difference) * factor) >> 16);
}

TARGET static inline uint8_t ROWS(level)(int16_t value) {
  value = (int16_t)((int16_t)(value + 32) >> 6);
  return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

/// See ckernel_colours. 1/64 of a level is what 16 bits just hold: 255 + 1.772 * 128 are 482 levels.
TARGET static inline void ROWS(colours)(
  const uint8_t *restrict luma, const uint8_t *restrict blue, const uint8_t *restrict red, int32_t count,
  uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b
) {
  for (int32_t x = 0; x < count; x++) {
    int16_t difference = (int16_t)(red[x] - 128);
    r[x] = ROWS(level)((int16_t)(64 * (luma[x] + difference) + ROWS(share)(RED_OF_RED, difference)));
  }
  for (int32_t x = 0; x < count; x++) {
    int16_t less = ROWS(share)(GREEN_LESS_BLUE, (int16_t)(blue[x] - 128));
    int16_t lesser = ROWS(share)(GREEN_LESS_RED, (int16_t)(red[x] - 128));
    g[x] = ROWS(level)((int16_t)((luma[x] << 6) - less - lesser));
  }
  for (int32_t x = 0; x < count; x++) {
    int16_t difference = (int16_t)(blue[x] - 128);
    b[x] = ROWS(level)((int16_t)(64 * (luma[x] + difference) + ROWS(share)(BLUE_OF_BLUE, difference)));
  }
}

/// See ckernel_halved.
TARGET static inline void ROWS(halved)(
  const uint8_t *restrict upper, const uint8_t *restrict lower, int32_t count, int16_t *restrict output
) {
  for (int32_t x = 0; x < count; x++)
    output[x] = (int16_t)(4 * (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1]));
}

/// See ckernel_steeper.
TARGET static inline void ROWS(steeper)(
  const int16_t *restrict above, const int16_t *restrict here, const int16_t *restrict below, int32_t count, float factor,
  float channel, float *restrict x, float *restrict y, float *restrict squares, float *restrict channels
) {
  for (int32_t i = 1; i < count - 1; i++) {
    int16_t right = (int16_t)(above[i + 1] - above[i - 1] + 2 * (here[i + 1] - here[i - 1]) + below[i + 1] - below[i - 1]);
    int16_t down = (int16_t)(below[i - 1] - above[i - 1] + 2 * (below[i] - above[i]) + below[i + 1] - above[i + 1]);
    float dx = factor * (float)right, dy = factor * (float)down, square = dx * dx + dy * dy;
    int is_steeper = square > squares[i];
    x[i] = is_steeper ? dx : x[i];
    y[i] = is_steeper ? dy : y[i];
    channels[i] = is_steeper ? channel : channels[i];
    squares[i] = is_steeper ? square : squares[i];
  }
}

/// See ckernel_crests.
TARGET static inline int32_t ROWS(crests)(
  const float *restrict x, const float *restrict y, const float *restrict above, const float *restrict here,
  const float *restrict below, int32_t count, float limit, float *restrict behind, float *restrict ahead,
  uint16_t *restrict columns
) {
  // The tangent of 67.5 degrees, where the next neighbour is nearer.
  const float steep = 2.41421356f;
  int32_t crests = 0;
  enum { BLOCK = 256 };
  uint8_t is_crest[BLOCK];
  for (int32_t first = 1; first < count - 1; first += BLOCK) {
    const int32_t end = first + BLOCK < count - 1 ? first + BLOCK : count - 1;
    // All four courses are looked at and one is taken: vectors, and no branch that would be guessed badly.
    for (int32_t i = first; i < end; i++) {
      float left = here[i - 1], right = here[i + 1], up = above[i], down = below[i];
      float up_left = above[i - 1], up_right = above[i + 1], down_left = below[i - 1], down_right = below[i + 1];
      float width = x[i] < 0 ? -x[i] : x[i], height = y[i] < 0 ? -y[i] : y[i];
      int falls = x[i] * y[i] > 0, is_down = height > steep * width, is_across = width > steep * height;
      float back = falls ? up_left : down_left, front = falls ? down_right : up_right;
      back = is_down ? up : back;
      front = is_down ? down : front;
      back = is_across ? left : back;
      front = is_across ? right : front;
      behind[i] = back;
      ahead[i] = front;
      is_crest[i - first] = (uint8_t)((here[i] >= limit) & (here[i] > back) & (here[i] >= front));
    }
    for (int32_t i = first; i < end; i++) {
      columns[crests] = (uint16_t)i;
      crests += is_crest[i - first];
    }
  }
  return crests;
}

/// See ckernel_laplacian.
TARGET static inline void ROWS(laplacian)(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares
) {
  *sum = *squares = 0;
  // Each value is within 2040, so that 512 squares stay below 2^31.
  enum { BLOCK = 512 };
  int16_t columns[BLOCK + 2];
  for (int32_t first = 1; first < count - 1; first += BLOCK) {
    const int32_t block = count - 1 - first < BLOCK ? count - 1 - first : BLOCK;
    for (int32_t x = 0; x < block + 2; x++)
      columns[x] = (int16_t)(above[first - 1 + x] + here[first - 1 + x] + below[first - 1 + x]);
    int32_t block_sum = 0, block_squares = 0;
    for (int32_t x = 0; x < block; x++) {
      int16_t value = (int16_t)(9 * here[first + x] - (columns[x] + columns[x + 1] + columns[x + 2]));
      block_sum += value;
      block_squares += value * value;
    }
    *sum += block_sum;
    *squares += block_squares;
  }
}
