#include "CPeelKernels.h"
#include "places.h"

#define TARGET
#include "colours.h"
#include "finish.h"
#include "products.h"
#include "rows.h"

static int32_t nearest_level(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

/// Where some pixels lie.
typedef struct Places {
  /// The sample of the window that each place falls on.
  int32_t at[CHUNK];
  /// The offset beyond that sample, in 1/256.
  uint16_t x[CHUNK], y[CHUNK];
} Places;

/// A place in 1/256 of a sample from the window's first.
static inline int32_t place(
  float start, float step, float square, float share, float k, Limits limits, int32_t origin
) {
  float at = (start + step * k + square * (k * k)) * share;
  at = at > limits.least ? at : limits.least;
  at = at < limits.most ? at : limits.most;
  at += to_whole;
  int32_t bits;
  memcpy(&bits, &at, sizeof bits);
  return bits - to_whole_bits + 256 * origin;
}

static void find(
  Places *places, CKernelWindow window, CKernelRow row, int32_t first, int32_t count, Limits across, Limits down
) {
  for (int32_t i = 0; i < count; i++) {
    float k = (float)(first + i), share = 256 / (1 + row.bend * k + row.bend_square * (k * k));
    int32_t x = place(row.x, row.x_step, row.x_square, share, k, across, window.origin_x);
    int32_t y = place(row.y, row.y_step, row.y_square, share, k, down, window.origin_y);
    places->at[i] = (y >> 8) * window.stride + (x >> 8);
    places->x[i] = (uint16_t)(x & 255);
    places->y[i] = (uint16_t)(y & 255);
  }
}

/// Weights in 1/16384 of the four samples around a place t / 256 beyond the second of them, by Keys's cubic:
/// (-t + 2t^2 - t^3) / 2, 1 less the others, (t + 4t^2 - 3t^3) / 2 and (t^3 - t^2) / 2.
static void weigh(const uint16_t t[CHUNK], int32_t count, int16_t weights[4][CHUNK]) {
  for (int32_t i = 0; i < count; i++) {
    uint16_t square = (uint16_t)(t[i] * t[i]), cube = (uint16_t)((uint32_t)square * t[i] >> 8);
    int16_t a = (int16_t)(square >> 3), b = (int16_t)(cube >> 3), c = (int16_t)(t[i] << 5);
    int16_t d = (int16_t)(a - b), e = (int16_t)(a - c), w2 = (int16_t)(a + c + 3 * d);
    weights[0][i] = (int16_t)(d + e);
    weights[1][i] = (int16_t)((1 << 14) - e - w2);
    weights[2][i] = w2;
    weights[3][i] = (int16_t)-d;
  }
}

void ckernel_bicubic_plain(
  const uint8_t *samples, CKernelWindow window, CKernelRow row, uint8_t *output, int32_t count
) {
  Limits across = limits(window.origin_x, window.width, 1, 2), down = limits(window.origin_y, window.height, 1, 2);
  Places places;
  int16_t x[4][CHUNK], y[4][CHUNK];
  for (int32_t first = 0; first < count; first += CHUNK) {
    int32_t chunk = count - first < CHUNK ? count - first : CHUNK;
    find(&places, window, row, first, chunk, across, down);
    weigh(places.x, chunk, x);
    weigh(places.y, chunk, y);
    for (int32_t k = 0; k < chunk; k++) {
      const uint8_t *line = samples + places.at[k] - window.stride - 1;
      int32_t sum = half_level;
      for (int i = 0; i < 4; i++, line += window.stride) {
        int32_t value = line[0] * x[0][k] + line[1] * x[1][k] + line[2] * x[2][k] + line[3] * x[3][k];
        sum += (value >> 8) * y[i][k];
      }
      output[first + k] = (uint8_t)nearest_level(sum >> 20);
    }
  }
}

void ckernel_bilinear_plain(
  const uint8_t *first, const uint8_t *second, CKernelWindow window, CKernelRow row, uint8_t *first_output,
  uint8_t *second_output, int32_t count
) {
  Limits across = limits(window.origin_x, window.width, 0, 1), down = limits(window.origin_y, window.height, 0, 1);
  Places places;
  for (int32_t k = 0; k < count; k++) {
    if (k % CHUNK == 0) find(&places, window, row, k, count - k < CHUNK ? count - k : CHUNK, across, down);
    int32_t right = places.x[k % CHUNK], left = 256 - right, below = places.y[k % CHUNK], above = 256 - below;
    const uint8_t *planes[2] = {first + places.at[k % CHUNK], second + places.at[k % CHUNK]};
    uint8_t *outputs[2] = {first_output + k, second_output + k};
    for (int i = 0; i < 2; i++) {
      const uint8_t *line = planes[i], *next = line + window.stride;
      int32_t upper = (line[0] * left + line[1] * right) >> 1, lower = (next[0] * left + next[1] * right) >> 1;
      *outputs[i] = (uint8_t)((upper * above + lower * below + (1 << 14)) >> 15);
    }
  }
}

void ckernel_doubled_plain(const uint8_t *near, const uint8_t *far, int32_t count, uint8_t *output) {
  doubled(near, far, count, output);
}

void ckernel_colours_plain(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count, uint8_t *r, uint8_t *g, uint8_t *b
) {
  colours(luma, blue, red, count, r, g, b);
}

void ckernel_coloured_plain(
  CKernelHalved source, int32_t width, int32_t height, uint8_t *r, uint8_t *g, uint8_t *b
) {
  coloured(source, width, height, r, g, b);
}

void ckernel_finished_plain(
  CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma, uint8_t *blue,
  uint8_t *red
) {
  finished(source, width, height, lines, luma, blue, red);
}

void ckernel_halved_plain(const uint8_t *upper, const uint8_t *lower, int32_t count, int16_t *output) {
  halved(upper, lower, count, output);
}

void ckernel_halved_levels_plain(const uint8_t *upper, const uint8_t *lower, int32_t count, uint8_t *output) {
  halved_levels(upper, lower, count, output);
}

void ckernel_quartered_plain(
  const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t count, int16_t *output
) {
  for (int32_t x = 0; x < count; x++) {
    int32_t sum = 0;
    for (int32_t i = 4 * x; i < 4 * x + 4; i++) sum += a[i] + b[i] + c[i] + d[i];
    output[x] = (int16_t)sum;
  }
}

void ckernel_steeper_plain(
  const int16_t *above, const int16_t *here, const int16_t *below, int32_t count, float factor, float channel, float *x,
  float *y, float *squares, float *channels
) {
  steeper(above, here, below, count, factor, channel, x, y, squares, channels);
}

int32_t ckernel_edges_plain(CKernelGradients gradients, int32_t count, float limit, CKernelEdges found) {
  return edges(gradients, count, limit, found);
}

void ckernel_frame_plain(
  const float *edgels, const float *strengths, const int32_t *chosen, int32_t count, const CKernelFrame *quad,
  uint64_t *marks
) {
  frame(edgels, strengths, chosen, count, quad, marks);
}

void ckernel_laplacian_plain(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares
) {
  *sum = *squares = 0;
  // Each value is within 2040, so 512 squares stay below 2^31.
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

void ckernel_products_plain(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t blocks, float *sums
) {
  products(rows, weights, bias, count, blocks, sums);
}
