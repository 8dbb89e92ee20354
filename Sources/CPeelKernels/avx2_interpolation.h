// Bicubic and bilinear interpolation with AVX2, included by avx2.c. plain.c has the same in plain C.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "CPeelKernels.h"
#include "places.h"

/// Places along one axis, in 1/256 of a sample from the window's first, plus to_whole_bits.
typedef struct Axis {
  __m256 start, step, square, least, most, to_whole;
} Axis;

AVX2 static inline Axis axis(float start, float step, float square, Limits limits, int32_t origin) {
  // The origin adds an even number, so halves are rounded as they would be without it.
  return (Axis){
    _mm256_set1_ps(start), _mm256_set1_ps(step), _mm256_set1_ps(square), _mm256_set1_ps(limits.least),
    _mm256_set1_ps(limits.most), _mm256_set1_ps(to_whole + (float)(256 * origin))};
}

/// What is divided for eight places, or what it is divided by.
AVX2 static inline __m256 curve(__m256 start, __m256 step, __m256 square, __m256 k, bool is_arched) {
  __m256 at = _mm256_add_ps(start, _mm256_mul_ps(step, k));
  return is_arched ? _mm256_add_ps(at, _mm256_mul_ps(square, _mm256_mul_ps(k, k))) : at;
}

/// Eight places.
AVX2 static inline __m256i place(const Axis *axis, __m256 share, __m256 k, bool is_arched) {
  __m256 at = _mm256_mul_ps(curve(axis->start, axis->step, axis->square, k, is_arched), share);
  at = _mm256_min_ps(_mm256_max_ps(at, axis->least), axis->most);
  return _mm256_castps_si256(_mm256_add_ps(at, axis->to_whole));
}

/// Where some pixels lie. All are computed before the first is drawn, because loading what was just stored stalls.
typedef struct Places {
  /// The sample of the window that each place falls on.
  int32_t at[CHUNK];
  /// The offset beyond that sample, in 1/256: x in the low halves, y in the high ones.
  __m256i beyond[CHUNK / 8];
} Places;

AVX2 static inline void find_each(
  Places *places, CKernelWindow window, CKernelRow row, int32_t first, int32_t end, Limits across, Limits down,
  bool is_arched
) {
  const Axis x_axis = axis(row.x, row.x_step, row.x_square, across, window.origin_x);
  const Axis y_axis = axis(row.y, row.y_step, row.y_square, down, window.origin_y);
  const __m256 one = _mm256_set1_ps(1), unit = _mm256_set1_ps(256);
  const __m256 bend = _mm256_set1_ps(row.bend), bend_square = _mm256_set1_ps(row.bend_square);
  const __m256i parts = _mm256_set1_epi32(0x00FF00FF), stride = _mm256_set1_epi32(window.stride);
  // What to_whole_bits adds to the places, as samples.
  const __m256i more = _mm256_set1_epi32((int32_t)((uint32_t)(to_whole_bits >> 8) * (uint32_t)(window.stride + 1)));
  __m256 number = _mm256_add_ps(_mm256_set1_ps((float)first), _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7));
  for (int32_t k = first; k < end; k += 8) {
    __m256 share = _mm256_div_ps(unit, curve(one, bend, bend_square, number, is_arched));
    __m256i x = place(&x_axis, share, number, is_arched), y = place(&y_axis, share, number, is_arched);
    __m256i lines = _mm256_mullo_epi32(_mm256_srai_epi32(y, 8), stride);
    __m256i at = _mm256_sub_epi32(_mm256_add_epi32(lines, _mm256_srai_epi32(x, 8)), more);
    _mm256_storeu_si256((__m256i *)(places->at + (k - first)), at);
    places->beyond[(k - first) / 8] = _mm256_and_si256(_mm256_blend_epi16(x, _mm256_slli_epi32(y, 16), 0xAA), parts);
    number = _mm256_add_ps(number, _mm256_set1_ps(8));
  }
}

AVX2 static inline void find(
  Places *places, CKernelWindow window, CKernelRow row, int32_t first, int32_t end, Limits across, Limits down
) {
  // The compiler makes a loop for each; most rows are straight.
  if (row.x_square == 0 && row.y_square == 0 && row.bend_square == 0)
    find_each(places, window, row, first, end, across, down, false);
  else find_each(places, window, row, first, end, across, down, true);
}

AVX2 static inline int32_t four(const uint8_t *samples) {
  int32_t value;
  memcpy(&value, samples, sizeof value);
  return value;
}

/// Four samples from each of eight places on. They are combined in pairs, which has a shorter latency than one by one.
AVX2 static inline __m256i fours(const uint8_t *samples, const int32_t at[8]) {
  __m128i each[8];
  for (int i = 0; i < 8; i++) each[i] = _mm_cvtsi32_si128(four(samples + at[i]));
  __m128i low = _mm_unpacklo_epi64(_mm_unpacklo_epi32(each[0], each[1]), _mm_unpacklo_epi32(each[2], each[3]));
  __m128i high = _mm_unpacklo_epi64(_mm_unpacklo_epi32(each[4], each[5]), _mm_unpacklo_epi32(each[6], each[7]));
  return _mm256_set_m128i(high, low);
}

/// Stores up to eight bytes.
AVX2 static inline void store(__m128i bytes, uint8_t *output, int32_t count) {
  if (count >= 8) _mm_storel_epi64((__m128i *)output, bytes);
  else memcpy(output, &bytes, (size_t)count);
}

/// The low halves of a's lanes beside the low halves of b's.
AVX2 static inline __m256i low_halves(__m256i a, __m256i b) {
  return _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xAA);
}

/// The high halves of a's lanes beside the high halves of b's.
AVX2 static inline __m256i high_halves(__m256i a, __m256i b) {
  return _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xAA);
}

/// Bits 8 to 23 of a's lanes beside those of b's.
AVX2 static inline __m256i middle_halves(__m256i a, __m256i b) {
  return _mm256_blend_epi16(_mm256_srli_epi32(a, 8), _mm256_slli_epi32(b, 8), 0xAA);
}

AVX2 static void bicubic(
  const uint8_t *samples, CKernelWindow window, CKernelRow row, uint8_t *output, int32_t count
) {
  Limits across = limits(window.origin_x, window.width, 1, 2), down = limits(window.origin_y, window.height, 1, 2);
  const __m256i even = _mm256_set1_epi32(0x00FF00FF);
  Places places;
  for (int32_t k = 0; k < count; k += 8) {
    if (k % CHUNK == 0) find(&places, window, row, k, count - k < CHUNK ? count : k + CHUNK, across, down);
    const int32_t *at = places.at + k % CHUNK;

    // See `weigh` in plain.c.
    __m256i t = places.beyond[k % CHUNK / 8];
    __m256i square = _mm256_mullo_epi16(t, t);
    __m256i cube = _mm256_mulhi_epu16(square, _mm256_slli_epi16(t, 8));
    __m256i a = _mm256_srli_epi16(square, 3), b = _mm256_srli_epi16(cube, 3), c = _mm256_slli_epi16(t, 5);
    __m256i d = _mm256_sub_epi16(a, b), e = _mm256_sub_epi16(a, c);
    __m256i w0 = _mm256_add_epi16(d, e), w3 = _mm256_sub_epi16(b, a);
    __m256i w2 = _mm256_add_epi16(_mm256_add_epi16(a, c), _mm256_add_epi16(d, _mm256_add_epi16(d, d)));
    __m256i w1 = _mm256_sub_epi16(_mm256_sub_epi16(_mm256_set1_epi16(1 << 14), e), w2);
    __m256i x02 = low_halves(w0, w2), x13 = low_halves(w1, w3);
    __m256i y02 = high_halves(w0, w2), y13 = high_halves(w1, w3);

    __m256i values[4];
    const uint8_t *line = samples - window.stride - 1;
    for (int i = 0; i < 4; i++, line += window.stride) {
      __m256i quads = fours(line, at);
      values[i] = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_and_si256(quads, even), x02),
        _mm256_madd_epi16(_mm256_and_si256(_mm256_srli_epi32(quads, 8), even), x13));
    }
    __m256i sum = _mm256_add_epi32(
      _mm256_madd_epi16(middle_halves(values[0], values[2]), y02),
      _mm256_madd_epi16(middle_halves(values[1], values[3]), y13));
    sum = _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(half_level)), 20);

    __m128i levels = _mm_packs_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    store(_mm_packus_epi16(levels, levels), output + k, count - k);
  }
}

/// Two samples from each of eight places on.
AVX2 static inline __m128i twos(const uint8_t *samples, const int32_t at[8]) {
  uint16_t pairs[8];
  for (int i = 0; i < 8; i++) memcpy(&pairs[i], samples + at[i], sizeof pairs[i]);
  return _mm_setr_epi16(
    (int16_t)pairs[0], (int16_t)pairs[1], (int16_t)pairs[2], (int16_t)pairs[3], (int16_t)pairs[4], (int16_t)pairs[5],
    (int16_t)pairs[6], (int16_t)pairs[7]);
}

/// Values between left and right at eight places of the first plane and then of the second, in 1/128 of a level.
AVX2 static inline __m256i between(__m256i twos, __m256i left, __m256i right) {
  __m256i sum = _mm256_mullo_epi16(_mm256_and_si256(twos, _mm256_set1_epi16(255)), left);
  return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_mullo_epi16(_mm256_srli_epi16(twos, 8), right)), 1);
}

AVX2 static void bilinear(
  const uint8_t *first, const uint8_t *second, CKernelWindow window, CKernelRow row, uint8_t *first_output,
  uint8_t *second_output, int32_t count
) {
  Limits across = limits(window.origin_x, window.width, 0, 1), down = limits(window.origin_y, window.height, 0, 1);
  const __m256i part = _mm256_set1_epi32(255), whole = _mm256_set1_epi16(256);
  Places places;
  for (int32_t k = 0; k < count; k += 8) {
    if (k % CHUNK == 0) find(&places, window, row, k, count - k < CHUNK ? count : k + CHUNK, across, down);
    const int32_t *at = places.at + k % CHUNK;

    // In 16 bits each, eight for the first plane and eight for the second.
    __m256i beyond = places.beyond[k % CHUNK / 8];
    __m256i x = _mm256_and_si256(beyond, part), y = _mm256_srli_epi32(beyond, 16);
    __m256i right = _mm256_permute4x64_epi64(_mm256_packs_epi32(x, x), 0x88);
    __m256i below = _mm256_permute4x64_epi64(_mm256_packs_epi32(y, y), 0x88);
    __m256i left = _mm256_sub_epi16(whole, right), above = _mm256_sub_epi16(whole, below);

    __m256i upper = _mm256_set_m128i(twos(second, at), twos(first, at));
    __m256i lower = _mm256_set_m128i(twos(second + window.stride, at), twos(first + window.stride, at));
    upper = between(upper, left, right);
    lower = between(lower, left, right);
    __m256i a = _mm256_madd_epi16(_mm256_unpacklo_epi16(upper, lower), _mm256_unpacklo_epi16(above, below));
    __m256i b = _mm256_madd_epi16(_mm256_unpackhi_epi16(upper, lower), _mm256_unpackhi_epi16(above, below));
    const __m256i half = _mm256_set1_epi32(1 << 14);
    a = _mm256_srai_epi32(_mm256_add_epi32(a, half), 15);
    b = _mm256_srai_epi32(_mm256_add_epi32(b, half), 15);
    __m256i levels = _mm256_packs_epi32(a, b);
    levels = _mm256_packus_epi16(levels, levels);
    store(_mm256_castsi256_si128(levels), first_output + k, count - k);
    store(_mm256_extracti128_si256(levels, 1), second_output + k, count - k);
  }
}
