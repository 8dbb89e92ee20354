#include "CKernels.h"
#include "places.h"

#include <string.h>

#define ROWS(name) name
#define TARGET
#include "rows.h"

static int32_t nearest_level(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

/// Weights of the four samples around a place t / 256 beyond the second of them, in 1/16384.
static void weigh(uint32_t t, int32_t weights[4]) {
  uint32_t square = t * t, cube = square * (t << 8) >> 16;
  int32_t a = (int32_t)(square >> 2), b = (int32_t)(cube >> 2), c = (int32_t)(t << 6);
  weights[0] = (a - b + a - c) >> 1;
  weights[2] = ((c - b) >> 1) + (a - b) + a;
  weights[3] = (b - a) >> 1;
  weights[1] = (1 << 14) - weights[0] - weights[2] - weights[3];
}

/// In 1/256 of a sample, counted from the window's first.
static int32_t place(float start, float step, float share, float k, Limits limits, int32_t origin) {
  float at = (start + step * k) * share;
  at = at > limits.least ? at : limits.least;
  at = at < limits.most ? at : limits.most;
  at += to_whole;
  int32_t bits;
  memcpy(&bits, &at, sizeof bits);
  return bits - to_whole_bits + 256 * origin;
}

static float share_of(CKernelRow row, float k) { return 256 / (1 + row.bend * k); }

void ckernel_bicubic_plain(
  const uint8_t *samples, CKernelWindow window, CKernelRow row, uint8_t *output, int32_t count
) {
  Limits across = limits(window.origin_x, window.width, 1, 2), down = limits(window.origin_y, window.height, 1, 2);
  for (int32_t k = 0; k < count; k++) {
    float share = share_of(row, (float)k);
    int32_t x = place(row.x, row.x_step, share, (float)k, across, window.origin_x);
    int32_t y = place(row.y, row.y_step, share, (float)k, down, window.origin_y);
    int32_t wx[4], wy[4];
    weigh((uint32_t)x & 255, wx);
    weigh((uint32_t)y & 255, wy);
    const uint8_t *line = samples + ((y >> 8) - 1) * window.stride + (x >> 8) - 1;
    int32_t sum = 1 << 19;
    for (int i = 0; i < 4; i++, line += window.stride) {
      int32_t value = line[0] * wx[0] + line[1] * wx[1] + line[2] * wx[2] + line[3] * wx[3];
      sum += ((value + 128) >> 8) * wy[i];
    }
    output[k] = (uint8_t)nearest_level(sum >> 20);
  }
}

void ckernel_bilinear_plain(
  const uint8_t *first, const uint8_t *second, CKernelWindow window, CKernelRow row, uint8_t *first_output,
  uint8_t *second_output, int32_t count
) {
  Limits across = limits(window.origin_x, window.width, 0, 1), down = limits(window.origin_y, window.height, 0, 1);
  for (int32_t k = 0; k < count; k++) {
    float share = share_of(row, (float)k);
    int32_t x = place(row.x, row.x_step, share, (float)k, across, window.origin_x);
    int32_t y = place(row.y, row.y_step, share, (float)k, down, window.origin_y);
    int32_t right = x & 255, left = 256 - right, below = y & 255, above = 256 - below;
    int32_t at = (y >> 8) * window.stride + (x >> 8);
    const uint8_t *planes[2] = {first + at, second + at};
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
