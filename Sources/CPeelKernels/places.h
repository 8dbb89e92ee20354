// The places that interpolation works on, in 1/256 of a sample from the row's origin, and their limits.
#ifndef PLACES_H
#define PLACES_H

#include <stdint.h>

/// Adding this to a float below 2^22 leaves the nearest whole number in the low bits.
static const float to_whole = 0x1.8p23f;
enum { to_whole_bits = 0x4B400000 };

/// The pixels whose places are found before they are drawn.
enum { CHUNK = 64 };

/// Half a level, where a level is 2^20, plus what truncating the sums of rows to 1/64 of a level loses on average.
enum { half_level = (1 << 19) + (1 << 13) };

typedef struct Limits {
  float least, most;
} Limits;

/// The limits that leave `before` and `after` samples of the window beside the sample that a place falls on.
static inline Limits limits(int32_t origin, int32_t count, int32_t before, int32_t after) {
  return (Limits){.least = (float)(256 * (before - origin)), .most = (float)(256 * (count - after - origin) - 1)};
}

#endif
