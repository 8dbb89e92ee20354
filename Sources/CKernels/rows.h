// Loops over rows that the compiler makes vectors of by itself, included once for each kind of machine: ROWS(name) names a
// function for it, TARGET says what it may use.

/// See ckernel_doubled.
TARGET static void ROWS(doubled)(
  const uint8_t *restrict near, const uint8_t *restrict far, int32_t count, uint8_t *restrict output
) {
  const int32_t last = count - 1;
  for (int32_t x = 1; x < last; x++) {
    uint16_t before = (uint16_t)(3 * near[x - 1] + far[x - 1]), here = (uint16_t)(3 * near[x] + far[x]);
    uint16_t after = (uint16_t)(3 * near[x + 1] + far[x + 1]);
    output[2 * x] = (uint8_t)((uint16_t)(3 * here + before + 8) >> 4);
    output[2 * x + 1] = (uint8_t)((uint16_t)(3 * here + after + 7) >> 4);
  }
  // At the ends the neighbour beyond is the sample itself.
  for (int end = 0; end < 2; end++) {
    int32_t x = end == 0 ? 0 : last, before = x > 0 ? x - 1 : 0, after = x < last ? x + 1 : last;
    int32_t here = 3 * near[x] + far[x];
    output[2 * x] = (uint8_t)((3 * here + 3 * near[before] + far[before] + 8) >> 4);
    output[2 * x + 1] = (uint8_t)((3 * here + 3 * near[after] + far[after] + 7) >> 4);
  }
}

/// `factor` 1/16384ths of a difference, in 1/64 of a level, rounded down.
TARGET static inline int16_t ROWS(share)(int32_t factor, int16_t difference) {
  return (int16_t)(((int32_t)(int16_t)(difference << 8) * factor) >> 16);
}

TARGET static inline uint8_t ROWS(level)(int16_t value) {
  value = (int16_t)((int16_t)(value + 32) >> 6);
  return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

/// See ckernel_colours. 1/64 of a level is what 16 bits just hold: 255 + 1.772 * 128 are 482 levels.
TARGET static void ROWS(colours)(
  const uint8_t *restrict luma, const uint8_t *restrict blue, const uint8_t *restrict red, int32_t count,
  uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b
) {
  for (int32_t x = 0; x < count; x++) {
    int16_t difference = (int16_t)(red[x] - 128);
    r[x] = ROWS(level)((int16_t)((luma[x] << 6) + (difference << 6) + ROWS(share)(6586, difference)));
  }
  for (int32_t x = 0; x < count; x++) {
    int16_t less = ROWS(share)(5638, (int16_t)(blue[x] - 128)), lesser = ROWS(share)(11700, (int16_t)(red[x] - 128));
    g[x] = ROWS(level)((int16_t)((luma[x] << 6) - less - lesser));
  }
  for (int32_t x = 0; x < count; x++) {
    int16_t difference = (int16_t)(blue[x] - 128);
    b[x] = ROWS(level)((int16_t)((luma[x] << 6) + (difference << 6) + ROWS(share)(12648, difference)));
  }
}

/// See ckernel_halved.
TARGET static void ROWS(halved)(
  const uint8_t *restrict upper, const uint8_t *restrict lower, int32_t count, int16_t *restrict output
) {
  for (int32_t x = 0; x < count; x++)
    output[x] = (int16_t)(4 * (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1]));
}

/// See ckernel_steeper.
TARGET static void ROWS(steeper)(
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
