// Loops over rows that the compiler turns into vectors, included once for each kind of machine. TARGET says which
// instructions they may use.

#include <stdint.h>
#include <string.h>

#include "CPeelKernels.h"

/// See ckernel_halved.
TARGET static inline void halved(
  const uint8_t *restrict upper, const uint8_t *restrict lower, int32_t count, int16_t *restrict output
) {
  for (int32_t x = 0; x < count; x++)
    output[x] = (int16_t)(4 * (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1]));
}

/// See ckernel_halved_levels.
TARGET static inline void halved_levels(
  const uint8_t *restrict upper, const uint8_t *restrict lower, int32_t count, uint8_t *restrict output
) {
  for (int32_t x = 0; x < count; x++)
    output[x] = (uint8_t)((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) >> 2);
}

/// See ckernel_steeper.
TARGET static inline void steeper(
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

/// Which of its eight neighbours a sample's gradient points to: the one beside it, the one above or below, or a corner.
typedef struct Direction {
  int is_across, is_down, falls;
} Direction;

TARGET static inline Direction direction(float x, float y) {
  // The tangent of 67.5 degrees, from which another neighbour is nearer.
  const float steep = 2.41421356f;
  float width = x < 0 ? -x : x, height = y < 0 ? -y : y;
  return (Direction){.is_across = width > steep * height, .is_down = height > steep * width, .falls = x * y > 0};
}

/// A number from -1 to 1 in 1/`unit`, rounded.
TARGET static inline int8_t byte(float part, float unit) { return (int8_t)((int32_t)(part * unit + 128.5f) - 128); }

/// See ckernel_edges.
TARGET static inline int32_t edges(
  CKernelGradients gradients, int32_t count, float limit, CKernelEdges edges
) {
  const float *restrict x = gradients.x, *restrict y = gradients.y, *restrict here = gradients.here;
  const float *restrict above = gradients.above, *restrict below = gradients.below;
  const float *restrict channels = gradients.channels;
  int32_t found = 0;
  enum { BLOCK = 256 };
  float behind[BLOCK], ahead[BLOCK];
  uint8_t is_crest[BLOCK];
  for (int32_t first = 1; first < count - 1; first += BLOCK) {
    const int32_t end = first + BLOCK < count - 1 ? first + BLOCK : count - 1;
    // The neighbours in all four directions are loaded and two are selected, so that the loop vectorises without a branch.
    for (int32_t i = first; i < end; i++) {
      float left = here[i - 1], right = here[i + 1], up = above[i], down = below[i];
      float up_left = above[i - 1], up_right = above[i + 1], down_left = below[i - 1], down_right = below[i + 1];
      Direction way = direction(x[i], y[i]);
      float back = way.falls ? up_left : down_left, front = way.falls ? down_right : up_right;
      back = way.is_down ? up : back;
      front = way.is_down ? down : front;
      back = way.is_across ? left : back;
      front = way.is_across ? right : front;
      behind[i - first] = back;
      ahead[i - first] = front;
      is_crest[i - first] = (uint8_t)((here[i] >= limit) & (here[i] > back) & (here[i] >= front));
    }
    const int32_t before = found;
    for (int32_t i = first; i < end; i++) {
      edges.columns[found] = (uint16_t)i;
      found += is_crest[i - first];
    }
    const int32_t crests = found - before;
    float columns[BLOCK], xs[BLOCK], ys[BLOCK], middle[BLOCK];
    for (int32_t k = 0; k < crests; k++) {
      const int32_t i = edges.columns[before + k];
      columns[k] = (float)i;
      xs[k] = x[i];
      ys[k] = y[i];
      middle[k] = here[i];
      // In place: edge points come in order, so nothing still needed is overwritten.
      behind[k] = behind[i - first];
      ahead[k] = ahead[i - first];
      edges.channels[before + k] = (uint8_t)channels[i];
    }
    float *restrict edgels = edges.edgels + 4 * before, *restrict strengths = edges.strengths + before;
    int8_t *restrict marks = edges.marks + 4 * before;
    const float row = (float)gradients.row;
    for (int32_t k = 0; k < crests; k++) {
      float b = __builtin_sqrtf(behind[k]), m = __builtin_sqrtf(middle[k]), a = __builtin_sqrtf(ahead[k]);
      float bend = b - 2 * m + a, top = 0.5f * (b - a) / bend;
      top = top < 0.5f ? top : 0.5f;
      top = top > -0.5f ? top : -0.5f;
      float shift = bend < 0 ? top : 0;
      Direction way = direction(xs[k], ys[k]);
      float across = way.is_down ? 0 : shift, down = way.is_down | way.falls ? shift : -shift;
      down = way.is_across ? 0 : down;
      float px = columns[k] + 0.5f + across, py = row + 0.5f + down, nx = xs[k] / m, ny = ys[k] / m;
      edgels[4 * k] = px;
      edgels[4 * k + 1] = py;
      edgels[4 * k + 2] = nx;
      edgels[4 * k + 3] = ny;
      strengths[k] = m;
      marks[4 * k] = byte(px - columns[k] - 0.5f, 128);
      marks[4 * k + 1] = byte(py - row - 0.5f, 128);
      marks[4 * k + 2] = byte(nx, 127);
      marks[4 * k + 3] = byte(ny, 127);
    }
  }
  return found;
}

/// See ckernel_frame.
TARGET static inline void frame(
  const float *edgels, const float *strengths, const int32_t *chosen, int32_t count, const CKernelFrame *frame,
  uint64_t *marks
) {
  enum {
    BLOCK = 128,
    // The depths marked on each side, the depths that would span the quad, and the sections of a side.
    DEPTHS = 80,
    DEPTHS_ACROSS = 200,
    SECTIONS = 32,
    // A mark packs the side and depth in 9 bits, the section in 5 and whether it is strong in 1.
    SECTION_SHIFT = 9,
    STRONG_SHIFT = 14,
    TOP = 0,
    RIGHT = 1,
    BOTTOM = 2,
    LEFT = 3,
  };
  // The least cosine between an edge's direction and a side's normal: 25 degrees.
  const float parallel = 0.9f;
  const float *m = frame->map;
  float px[BLOCK], py[BLOCK], nx[BLOCK], ny[BLOCK], strength[BLOCK];
  // The marks beside the top or bottom and beside the left or right, and whether they apply.
  uint16_t level[BLOCK], upright[BLOCK], found[2 * BLOCK];
  uint8_t is_level[BLOCK], is_upright[BLOCK];
  for (int32_t first = 0; first < count; first += BLOCK) {
    const int32_t block = count - first < BLOCK ? count - first : BLOCK;
    for (int32_t k = 0; k < block; k++) {
      const float *edgel = edgels + 4 * (int64_t)chosen[first + k];
      px[k] = edgel[0];
      py[k] = edgel[1];
      nx[k] = edgel[2];
      ny[k] = edgel[3];
      strength[k] = strengths[chosen[first + k]];
    }
    // Few points get a mark, but branches couldn't be predicted, so the marks of all are computed, in vectors.
    for (int32_t k = 0; k < block; k++) {
      float w = 1 / (m[6] * px[k] + m[7] * py[k] + m[8]);
      float x = (m[0] * px[k] + m[1] * py[k] + m[2]) * w, y = (m[3] * px[k] + m[4] * py[k] + m[5]) * w;
      int is_inside = (x > 0) & (y > 0) & (x < 1) & (y < 1);
      x = x > 0 ? x : 0;
      y = y > 0 ? y : 0;
      x = x < 1 ? x : 1;
      y = y < 1 ? y : 1;
      // A point may lie beside the top or the bottom, and beside the left or the right.
      int is_upper = y < 0.5f, is_left = x < 0.5f;
      float down = is_upper ? y : 1 - y, across = is_left ? x : 1 - x;
      float run = nx[k] * (is_upper ? frame->across[TOP] : frame->across[BOTTOM])
        + ny[k] * (is_upper ? frame->down[TOP] : frame->down[BOTTOM]);
      float rise = nx[k] * (is_left ? frame->across[LEFT] : frame->across[RIGHT])
        + ny[k] * (is_left ? frame->down[LEFT] : frame->down[RIGHT]);
      run = run < 0 ? -run : run;
      rise = rise < 0 ? -rise : rise;
      is_level[k] = (uint8_t)(is_inside & (down < frame->depth) & (run > parallel));
      is_upright[k] = (uint8_t)(is_inside & (across < frame->depth) & (rise > parallel));
      // Rounding may move a point at the end of the last depth beyond it.
      int32_t below = (int32_t)(down * DEPTHS_ACROSS), beside = (int32_t)(across * DEPTHS_ACROSS);
      below = below < DEPTHS ? below : DEPTHS - 1;
      beside = beside < DEPTHS ? beside : DEPTHS - 1;
      int32_t bin = below + (is_upper ? TOP * DEPTHS : BOTTOM * DEPTHS);
      int32_t other = beside + (is_left ? LEFT * DEPTHS : RIGHT * DEPTHS);
      float along = SECTIONS * (is_upper ? x : 1 - x), upwards = SECTIONS * (is_left ? 1 - y : y);
      const float last = SECTIONS - 1;
      int32_t section = (int32_t)(along < last ? along : last), next = (int32_t)(upwards < last ? upwards : last);
      int32_t strong = strength[k] >= frame->least ? 1 << STRONG_SHIFT : 0;
      level[k] = (uint16_t)(bin | section << SECTION_SHIFT | strong);
      upright[k] = (uint16_t)(other | next << SECTION_SHIFT | strong);
    }
    int32_t marked = 0;
    for (int32_t k = 0; k < block; k++) {
      found[marked] = level[k];
      marked += is_level[k];
      found[marked] = upright[k];
      marked += is_upright[k];
    }
    for (int32_t k = 0; k < marked; k++) {
      uint64_t both = 1 | (uint64_t)(found[k] >> STRONG_SHIFT) << SECTIONS;
      marks[found[k] & ((1 << SECTION_SHIFT) - 1)] |= both << (found[k] >> SECTION_SHIFT & (SECTIONS - 1));
    }
  }
}
