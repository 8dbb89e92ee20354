#include "CPeelKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

#define TARGET AVX2
#include "colours.h"
#include "finish.h"
#include "products.h"
#include "rows.h"

#include "avx2_interpolation.h"

/// Sums of 4 by 4 samples, for eight blocks side by side.
AVX2 static inline __m256i sums_of_blocks(const uint8_t *const rows[4], int32_t first) {
  const __m256i ones = _mm256_set1_epi8(1);
  __m256i pairs = _mm256_setzero_si256();
  for (int i = 0; i < 4; i++) {
    __m256i samples = _mm256_loadu_si256((const __m256i *)(rows[i] + first));
    pairs = _mm256_add_epi16(pairs, _mm256_maddubs_epi16(samples, ones));
  }
  return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

AVX2 static void quartered(
  const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t count, int16_t *output
) {
  const uint8_t *const rows[4] = {a, b, c, d};
  int32_t x = 0;
  for (; x + 16 <= count; x += 16) {
    __m256i sums = _mm256_packs_epi32(sums_of_blocks(rows, 4 * x), sums_of_blocks(rows, 4 * x + 32));
    _mm256_storeu_si256((__m256i *)(output + x), _mm256_permute4x64_epi64(sums, 0xD8));
  }
  ckernel_quartered_plain(a + 4 * x, b + 4 * x, c + 4 * x, d + 4 * x, count - x, output + x);
}

AVX2 static inline __m256i load(const int16_t *numbers) { return _mm256_loadu_si256((const __m256i *)numbers); }

AVX2 static inline int64_t sum_of(__m256i numbers) {
  int32_t each[8];
  memcpy(each, &numbers, sizeof each);
  int64_t sum = 0;
  for (int i = 0; i < 8; i++) sum += each[i];
  return sum;
}

AVX2 static void laplacian(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares
) {
  // Each value is within 2040, so the 64 squares added to one lane per block stay below 2^31.
  enum { BLOCK = 512 };
  int16_t columns[BLOCK + 2];
  int64_t all = 0, all_squares = 0;
  int32_t first = 1;
  while (first + 16 < count) {
    const int32_t rest = (count - 1 - first) / 16 * 16, block = rest < BLOCK ? rest : BLOCK;
    for (int32_t x = 0; x < block + 2; x++)
      columns[x] = (int16_t)(above[first - 1 + x] + here[first - 1 + x] + below[first - 1 + x]);
    __m256i sums = _mm256_setzero_si256(), block_squares = _mm256_setzero_si256();
    for (int32_t x = 0; x < block; x += 16) {
      __m256i middle = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(here + first + x)));
      __m256i box = _mm256_add_epi16(_mm256_add_epi16(load(columns + x), load(columns + x + 1)), load(columns + x + 2));
      __m256i values = _mm256_sub_epi16(_mm256_add_epi16(middle, _mm256_slli_epi16(middle, 3)), box);
      sums = _mm256_add_epi32(sums, _mm256_madd_epi16(values, _mm256_set1_epi16(1)));
      block_squares = _mm256_add_epi32(block_squares, _mm256_madd_epi16(values, values));
    }
    all += sum_of(sums);
    all_squares += sum_of(block_squares);
    first += block;
  }
  ckernel_laplacian_plain(above + first - 1, here + first - 1, below + first - 1, count - first + 1, sum, squares);
  *sum += all;
  *squares += all_squares;
}

/// Calls the fastest kernel for this machine.
#define CALL(name, ...) \
  (__builtin_cpu_supports("avx2") ? name(__VA_ARGS__) : ckernel_##name##_plain(__VA_ARGS__))

#else

#define CALL(name, ...) ckernel_##name##_plain(__VA_ARGS__)

#endif

void ckernel_bicubic(
  const uint8_t *samples, CKernelWindow window, CKernelRow row, uint8_t *output, int32_t count
) {
  CALL(bicubic, samples, window, row, output, count);
}

void ckernel_bilinear(
  const uint8_t *first, const uint8_t *second, CKernelWindow window, CKernelRow row, uint8_t *first_output,
  uint8_t *second_output, int32_t count
) {
  CALL(bilinear, first, second, window, row, first_output, second_output, count);
}

void ckernel_doubled(const uint8_t *near, const uint8_t *far, int32_t count, uint8_t *output) {
  CALL(doubled, near, far, count, output);
}

void ckernel_colours(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, int32_t count, uint8_t *r, uint8_t *g, uint8_t *b
) {
  CALL(colours, luma, blue, red, count, r, g, b);
}

void ckernel_coloured(
  CKernelHalved source, int32_t width, int32_t height, uint8_t *r, uint8_t *g, uint8_t *b
) {
  CALL(coloured, source, width, height, r, g, b);
}

void ckernel_finished(
  CKernelHalved source, int32_t width, int32_t height, const CKernelLine lines[3], uint8_t *luma, uint8_t *blue,
  uint8_t *red
) {
  CALL(finished, source, width, height, lines, luma, blue, red);
}

void ckernel_halved(const uint8_t *upper, const uint8_t *lower, int32_t count, int16_t *output) {
  CALL(halved, upper, lower, count, output);
}

void ckernel_halved_levels(const uint8_t *upper, const uint8_t *lower, int32_t count, uint8_t *output) {
  CALL(halved_levels, upper, lower, count, output);
}

void ckernel_quartered(
  const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t count, int16_t *output
) {
  CALL(quartered, a, b, c, d, count, output);
}

void ckernel_steeper(
  const int16_t *above, const int16_t *here, const int16_t *below, int32_t count, float factor, float channel, float *x,
  float *y, float *squares, float *channels
) {
  CALL(steeper, above, here, below, count, factor, channel, x, y, squares, channels);
}

int32_t ckernel_edges(CKernelGradients gradients, int32_t count, float limit, CKernelEdges found) {
  return CALL(edges, gradients, count, limit, found);
}

void ckernel_frame(
  const float *edgels, const float *strengths, const int32_t *chosen, int32_t count, const CKernelFrame *quad,
  uint64_t *marks
) {
  CALL(frame, edgels, strengths, chosen, count, quad, marks);
}

void ckernel_laplacian(
  const uint8_t *above, const uint8_t *here, const uint8_t *below, int32_t count, int64_t *sum, int64_t *squares
) {
  CALL(laplacian, above, here, below, count, sum, squares);
}

void ckernel_products(
  const float *const rows[4], const float *weights, const float *bias, int32_t count, int32_t blocks, float *sums
) {
  CALL(products, rows, weights, bias, count, blocks, sums);
}
